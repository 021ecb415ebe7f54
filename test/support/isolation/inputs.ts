// The requests for each operation: the one table to which an operation that changes something or names something is added. A
// read without parameters needs no entry.
import type { Tool } from '#server/mcp/tool.ts'
import { tools } from '#server/mcp/tools.ts'
import type { Asked, Input, Sent } from './asked.ts'
import { clubInputs } from './club-inputs.ts'
import { forwardInputs } from './forward-inputs.ts'
import { rankingInputs, rankingToolArguments } from './ranking-inputs.ts'
import { makeZip } from '../archives/zip.ts'
import { multipart } from '../flights.ts'
import { asClient, createPkce, REDIRECT_URI } from '../oauth.ts'
import { bearer, TEST_PASSWORD } from '../people.ts'
import { COPIED_SEED, copiedFlight, copiedPhoto, OPEN_AIR, SAME_GLIDER, SAME_NAME } from './stranger.ts'
import { type Kind, place, record, SECRET } from './world.ts'

export type { Asked, Sent }

const none: Input = () => [{}]
const igc = { 'content-type': 'application/octet-stream' }
const near = (seed: number, km: number) => record(seed, place(km, seed * 37))
const box = `${SECRET.longitude - 0.05},${SECRET.latitude - 0.05},${SECRET.longitude + 0.05},${SECRET.latitude + 0.05}`
const dot = (km: number) => {
  const { latitude, longitude } = place(km, 45)
  return `${longitude - 0.001},${latitude - 0.001},${longitude + 0.001},${latitude + 0.001}`
}

/** Filters with which one might ask for what is others'. */
const filters = ({ own, strange }: Asked): Sent[] =>
  [
    '',
    `takeoff=${strange.takeoffs[0]}`,
    `takeoff=${own.takeoffs[0]}`,
    `glider=${strange.gliders[0]}`,
    `hash=${strange.hashes[0]}`,
    `bbox=${box}`,
    `bbox=${dot(0)}`,
    `q=${SAME_NAME.slice(0, 6)}`,
    'country=FR',
    'updatedSince=2020-01-01',
  ].map((query) => ({ query }))

const logbook: Input = (asked) => [
  ...filters(asked),
  { query: 'sort=score&pageSize=100' },
  { query: `site=${encodeURIComponent(SAME_NAME)}` },
]

const leonardo: Input = ({ me }) => [
  {
    form: {
      user: me.device.login,
      pass: me.device.password,
      igcfn: 'flight',
      IGCigcIGC: Buffer.from(near(310, 0.4)).toString('latin1'),
    },
  },
]
const leonardoPage: Input = ({ me }) => [
  { query: `user=${me.device.login}&pass=${encodeURIComponent(me.device.password)}` },
]
const uploads: Input = () => [
  { bytes: copiedFlight(), headers: { ...igc, 'idempotency-key': `flight-${COPIED_SEED}` } },
  { bytes: near(320, 0.7), headers: igc },
  { bytes: near(321, 0.93), headers: igc },
]
const callTool = (name: string, args: object): Sent => ({
  json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  headers: { accept: 'application/json, text/event-stream' },
})
/** Of tools that are not about one flight. */
export const toolArguments: Record<string, (asked: Asked) => object[]> = {
  list_flights: (asked) =>
    filters(asked).map(({ query }) => {
      const { q, ...args } = Object.fromEntries(new URLSearchParams(query))
      return (q === undefined ? args : {}) as object
    }),
  search_flights: () => [{ q: SAME_GLIDER }, { q: SAME_NAME, counting: 'all' }],
  list_gliders: () => [{}],
  list_leagues: () => [{}],
  get_profile: () => [{}],
  get_statistics: () => [{}, { season: 2026 }],
  ...rankingToolArguments,
}
export const isOfOneFlight = ({ inputSchema }: Tool) => 'id' in inputSchema.properties
const ofOneFlight = ({ own, strange }: Asked) =>
  [own.flights[0], strange.flights[0], strange.hashes[1]].map((id) => ({ id }))

export const inputs: Record<string, Input> = {
  'GET /flights': logbook,
  'GET /flights/tracks': filters,
  'GET /logbook': logbook,
  'GET /logbook/statistics': () => [{}, { query: `site=${encodeURIComponent(SAME_NAME)}` }],
  'GET /flights/changes': () => [{}, { query: 'limit=5' }],
  'GET /flights/:id/track': () => [{}, { query: 'format=columns' }, { query: 'format=gpx' }],
  'GET /flights/:id/scores': () => [{ query: 'league=xcontest' }],
  'GET /api/v1/shared/:reference/track': () => [{}, { query: 'format=kml' }],
  'GET /webhooks/:id/deliveries': () => [{}, { query: 'limit=1' }],
  'GET /events': ({ own, strange }) => [
    {},
    { query: 'limit=2' },
    { query: `webhookId=${own.webhooks[0]}` },
    { query: `webhookId=${strange.webhooks[0]}` },
  ],
  'GET /app/api/map': () =>
    [0.02, 0.05, 1].map((degrees) => ({
      query:
        `west=${SECRET.longitude - degrees}&east=${SECRET.longitude + degrees}` +
        `&south=${SECRET.latitude - degrees}&north=${SECRET.latitude + degrees}&zoom=12`,
    })),
  'GET /map/places': () => [{ query: 'text=' }, { query: 'text=Grin' }],
  'GET /oembed': ({ own, strange, me }) =>
    [own.flights[0], strange.flights[0], strange.flights[1]].map((id) => ({
      query: `url=${encodeURIComponent(`${me.session.origin}/f/${id}`)}`,
    })),
  'GET /docs/search': () => [{ query: 'q=flight' }],
  'GET /p/:handle': ({ own, strange }) => [
    {},
    { query: `after=${own.flights[3]}` },
    { query: `after=${strange.flights[0]}` },
  ],
  'GET /security-log': ({ strange }) => [{}, { query: `before=${strange.sessions[0]}` }],
  'GET /oauth/authorize': ({ me }) => [
    {
      query: new URLSearchParams({
        response_type: 'code',
        client_id: me.application.id,
        redirect_uri: REDIRECT_URI,
        code_challenge: createPkce().challenge,
        code_challenge_method: 'S256',
      }).toString(),
    },
  ],
  'GET /oauth/device': () => [{}, { query: 'user_code=BCDF-GHJK' }],
  'GET /activate': () => [{}, { query: 'code=BCDFGH' }],

  // Flights.
  'POST /flights/upload': uploads,
  'PUT /flights/upload': uploads,
  'POST /flights/validate': uploads,
  'PUT /flights/validate': uploads,
  'POST /flights/import': async () => {
    const files = [copiedFlight(), near(330, 0.5)].map((bytes, at) => [`${at}.igc`, bytes] as const)
    return [{ bytes: await makeZip(files), headers: { 'content-type': 'application/zip' } }]
  },
  'POST /imports/:id/read': none,
  'PATCH /flights/:id': ({ own, strange }) => [
    { json: { title: SAME_NAME, notes: 'A calm evening', is_tandem: true } },
    { json: { gliderId: own.gliders[0] ?? null } },
    { json: { gliderId: strange.gliders[0] } },
  ],
  'POST /flights/:id/merge': ({ own, strange }) => [
    { json: { otherFlightId: strange.flights[0] } },
    { json: { otherFlightId: own.flights[20] } },
  ],
  'PUT /flights/:id/takeoff': () => [
    { json: { name: SAME_NAME, isForNearby: true } },
    { json: { name: null } },
    { json: { name: SAME_NAME, isForNearby: false, isSuggested: true } },
  ],
  'POST /flights/visibility': ({ own, strange }) => [
    { json: { visibility: 'public', ids: own.flights.slice(0, 12) } },
    { json: { visibility: 'unlisted', ids: own.flights.slice(12, 14) } },
    { json: { visibility: 'public', ids: strange.flights.slice(0, 2) } },
  ],
  'POST /flights/:id/sharing/link': none,
  'POST /sharing/zones/:id/smaller': none,
  'POST /flights/:id/sharing/preview': () => [
    { json: { latitude: SECRET.latitude + 3, longitude: SECRET.longitude, radiusM: 500 } },
  ],
  'POST /flights/:id/photos': () => [
    { bytes: copiedPhoto(), headers: { 'content-type': 'image/jpeg' }, query: 'caption=Home' },
  ],
  'PATCH /flights/:id/photos/:photoId': () => [{ json: { caption: 'Above the meadow' } }],
  'POST /gliders': () => [{ json: SAME_GLIDER }, { json: { name: 'Gin Explorer', class: 'B' } }],
  'PATCH /gliders/:id': () => [{ json: { inspectedOn: '2026-03-01' } }],
  'POST /gliders/:id/flights': () => [{ json: { from: '2026-01-01', to: '2026-01-20' } }],
  'PATCH /sharing': () => [{ json: { handle: 'paula', defaultVisibility: 'private' } }],
  // Far from every public flight: where a zone is cut is a secret of each pilot.
  'POST /sharing/zones': () => [
    { json: { name: SAME_NAME, latitude: SECRET.latitude + 3, longitude: SECRET.longitude, radiusM: 500 } },
  ],
  'POST /airspace-files': () => [{ bytes: Buffer.from(OPEN_AIR), headers: igc, query: 'name=own.txt' }],
  'PUT /signature-checks': () => [{ json: { isAgreed: true } }],

  ...clubInputs,
  ...rankingInputs,

  // Instruments.
  'POST /api/v1/authcheck': ({ me, strangeEmail }) => [
    { json: { user: me.device.login, pass: me.device.password } },
    { json: { user: strangeEmail, pass: me.device.password } },
  ],
  'POST /api/v1/flights': ({ me }) => [
    {
      json: {
        user: me.device.login,
        pass: me.device.password,
        igcname: 'a.igc',
        igccontent: Buffer.from(near(340, 0.6)).toString('latin1'),
      },
    },
  ],
  'POST /api/flights/upload': ({ me }) => {
    const disposition = 'Content-Disposition: form-data; name="files"; filename="a.igc"'
    const sent = [copiedFlight(), near(341, 0.65)].map((content) =>
      multipart([{ headers: disposition, content }]),
    )
    const login = Buffer.from(`${me.device.login}:${me.device.password}`).toString('base64')
    return sent.map(({ body, contentType }) => ({
      bytes: body,
      headers: { 'content-type': contentType, authorization: `Basic ${login}` },
    }))
  },
  'POST /api/ingest': ({ me }) => [
    { bytes: near(342, 0.35), headers: { ...igc, authorization: `Bearer ${me.device.password}` } },
  ],
  ...Object.fromEntries(
    ['', '/leonardo', '/modules/leonardo', '/xc/modules/leonardo'].flatMap((folder) =>
      ['', '/'].flatMap((end) => [
        [`POST ${folder}/flight_submit.php${end}`, leonardo],
        [`GET ${folder}/flight_submit.php${end}`, leonardoPage],
      ]),
    ),
  ),
  'POST /api/flights/leonardo': leonardo,
  'GET /api/flights/leonardo': leonardoPage,
  ...Object.fromEntries(
    ['', '/'].flatMap((end) => [
      [`POST /api/devices/pair/start${end}`, none],
      [`POST /api/devices/pair/poll${end}`, () => [{ json: { pollHandle: 'x'.repeat(43) } }]],
      [`POST /api/devices/revoke-self${end}`, () => [{ headers: { authorization: 'Bearer nothing' } }]],
    ]),
  ),

  'POST /mcp': (asked) => [
    callTool('no_such_tool', {}),
    ...tools.flatMap((tool) =>
      (isOfOneFlight(tool) ? ofOneFlight : toolArguments[tool.name]!)(asked).map((args) =>
        callTool(tool.name, args),
      ),
    ),
  ],

  // Webhooks.
  ...forwardInputs,

  // The authorization server.
  'POST /api/oauth/token': ({ me, strange }) => [
    { form: { ...asClient(me.application), grant_type: 'client_credentials' } },
    { form: { ...asClient(me.application), grant_type: 'refresh_token', refresh_token: me.tokens.refresh } },
    { form: { client_id: strange.applications[0]!, client_secret: 'x', grant_type: 'client_credentials' } },
  ],
  'POST /api/oauth/device_authorization': ({ me }) => [{ form: asClient(me.application) }],
  'POST /api/oauth/introspect': ({ me }) => [
    { form: { ...asClient(me.application), token: me.tokens.access } },
    { form: { ...asClient(me.application), token: me.key } },
  ],
  'POST /api/oauth/revoke': ({ me }) => [{ form: { ...asClient(me.application), token: me.tokens.refresh } }],
  'POST /api/oauth/userinfo': none,
  'POST /oauth/authorize': none,
  'POST /oauth/device': () => [{ form: { user_code: 'BCDF-GHJK', decision: 'allow' } }],
  'POST /oauth/end-session': none,
  'POST /applications': () => [
    {
      json: {
        name: 'Another Tracker',
        type: 'confidential',
        grants: ['client_credentials'],
        scopes: ['flights:read'],
        redirectUris: [],
      },
    },
  ],
  'PATCH /applications/:id': () => [{ json: { description: 'Tracks thermals' } }],
  'POST /applications/:id/rotate-secret': none,
  'POST /applications/:id/disable': none,
  'POST /applications/:id/enable': none,

  // Accounts: whether an address has an account is private.
  'POST /sign-in': ({ me, strangeEmail }) => [
    { page: '/sign-in', form: { email: strangeEmail, password: 'not the password' } },
    { page: '/sign-in', form: { email: strangeEmail, password: TEST_PASSWORD.toUpperCase() } },
    { page: '/sign-in', form: { email: me.user.email, password: TEST_PASSWORD } },
  ],
  'POST /sign-up': ({ strangeEmail }) => [
    { page: '/sign-up', form: { email: strangeEmail, name: 'Somebody', password: 'nineteen nimble newts' } },
  ],
  'POST /forgot-password': ({ strangeEmail }) => [
    { page: '/forgot-password', form: { email: strangeEmail } },
  ],
  'POST /verify-email/send': ({ strangeEmail }) => [{ page: '/sign-in', form: { email: strangeEmail } }],
  'POST /reset-password': () => [
    { page: '/sign-in', form: { token: 'x', password: 'nineteen nimble newts' } },
  ],
  'POST /verify-email': () => [{ page: '/sign-in', form: { token: 'x' } }],
  'POST /keep-email': () => [{ page: '/sign-in', form: { token: 'x' } }],
  'POST /end-forwarding': () => [{ page: '/sign-in', form: { token: 'x' } }],
  'POST /undo-factor': () => [{ page: '/sign-in', form: { token: 'x' } }],
  'POST /undo-sharing': () => [{ page: '/sign-in', form: { token: 'x' } }],
  'POST /preferences': () => [{ page: '/', form: { language: 'de' } }],
  'POST /sign-out': () => [{ page: '/app', form: {} }],
  'POST /sign-in/second-factor': () => [{ form: { code: '000000' } }],
  'POST /sign-in/passkey/options': () => [{ json: {} }],
  'POST /sign-in/passkey': ({ strange }) => [
    { json: { response: { id: strange.passkeys[0], response: {} } } },
  ],
  'POST /sign-in/second-factor/passkey/options': () => [{ json: {} }],
  'POST /sign-in/second-factor/passkey': () => [{ json: { response: { id: 'x', response: {} } } }],
  'POST /review-access': () => [{ form: {} }],
  'POST /activate': () => [{ form: { code: 'BCDFGH', decision: 'allow' } }],
  'POST /docs/reference/:name': none,
  'PATCH /account': () => [{ json: { name: 'Paula Pilot', publicProfile: true, club: 'Club' } }],
  'POST /account/image': () => [{ bytes: copiedPhoto(), headers: { 'content-type': 'image/jpeg' } }],
  'DELETE /account/image': none,
  'POST /account/confirm': () => [{ json: { password: TEST_PASSWORD } }],
  'POST /account/password': () => [
    { json: { currentPassword: 'wrong', newPassword: 'nineteen nimble newts' } },
  ],
  'POST /account/email': ({ strangeEmail }) => [{ json: { email: strangeEmail, password: TEST_PASSWORD } }],
  'DELETE /account': () => [{ json: { password: TEST_PASSWORD } }],
  'POST /sessions/end-others': none,
  'POST /second-factors/app': none,
  'POST /second-factors/app/confirm': () => [{ json: { code: '000000' } }],
  'DELETE /second-factors/app': none,
  'POST /second-factors/recovery-codes': none,
  'POST /second-factors/passkeys/options': none,
  'POST /second-factors/passkeys': ({ strange }) => [
    { json: { name: 'Key', response: { id: strange.passkeys[0], response: {} } } },
  ],
  'POST /second-factors/passkeys/request': none,
  'POST /keys': () => [{ json: { name: 'Mine', scopes: ['flights:read'] } }],
  'POST /devices': () => [{ json: { name: 'Vario' } }],
  'DELETE /connection': ({ me }) => [{ headers: bearer(me.tokens.access) }],
}

/** An operator's command is refused to everybody else before its body is read. */
export const isOperators = (key: string) => key.includes(' /app/api/admin/')

/** The kind of thing that a parameter of a path names, by the part of the path before it; `fixed` for what belongs to no one. */
export const parameters: Record<string, Kind | { fixed: string[] } | 'references' | 'handles'> = {
  'flights/:id': 'flights',
  'photos/:photoId': 'photos',
  'gliders/:id': 'gliders',
  'zones/:id': 'zones',
  'imports/:id': 'imports',
  'airspace-files/:id': 'airspaceFiles',
  'webhooks/:id': 'webhooks',
  'destinations/:id': 'destinations',
  'forwards/:id': 'forwards',
  'applications/:id': 'applications',
  'connections/:applicationId': 'connections',
  'keys/:id': 'keys',
  'devices/:id': 'devices',
  'sessions/:id': 'sessions',
  'clubs/:id': 'clubs',
  'seasons/:id': 'seasons',
  'rankings/:id': 'rankings',
  'reviews/:flightId': 'flights',
  'rows/:key': 'seasonPilots',
  'visit/*': { fixed: ['logbook'] },
  'members/:memberId': 'clubMembers',
  'invitations/:invitationId': 'clubInvitations',
  'passkeys/:id': 'passkeys',
  'shared/:reference': 'references',
  'f/:reference': 'references',
  'p/:handle': 'handles',
  'images/:name': { fixed: ['nothing.webp'] },
  'guide/:name': { fixed: ['quick-start'] },
  'operate/:name': { fixed: ['install'] },
  'events/:name': { fixed: ['flight.uploaded'] },
  'reference/:name': { fixed: ['listFlights'] },
  'assets/*': { fixed: ['tokens.css'] },
  'settings/*': { fixed: ['profile'] },
  'app/*': { fixed: ['flights'] },
  ...Object.fromEntries(['shade/:z', 'heights/:z', 'x/:y'].map((part) => [part, { fixed: ['10'] }])),
}
