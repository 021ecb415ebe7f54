// The tables of the contract, written down as they stand there and not taken from the schemas that the service uses.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createPilot, list, makeFlight, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import {
  asClient,
  authorize,
  obtainTokens,
  postForm,
  postToken,
  registerApplication,
} from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser } from '#test/support/people.ts'
import { fetchResolved } from '#test/support/description.ts'
import { startServer } from '#test/support/server.ts'

type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'date' | 'date-time' | 'array'
type Table = Record<string, Kind | `${Kind} or null`>

const checks: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  'date-time': (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)),
}

/** Members may be named by a path. */
function assertTable(value: unknown, table: Table): void {
  for (const [path, kind] of Object.entries(table)) {
    const found = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value)
    const [type, nullable] = kind.split(' or ') as [Kind, string?]
    assert.notEqual(found, undefined, `${path} is missing`)
    assert.ok((nullable && found === null) || checks[type](found), `${path} is ${JSON.stringify(found)}`)
  }
}

const flightTable: Table = {
  id: 'string',
  hash: 'string',
  flight_date: 'date',
  date_created: 'date-time',
  original_file_name: 'string',
  is_tandem: 'boolean',
  launch_type: 'string',
  season: 'integer',
  scoring: 'object',
  'scoring.distance': 'number',
  'scoring.score': 'number',
  'scoring.type': 'string',
  flightInfo: 'object',
  'flightInfo.takeoff.id': 'string',
  'flightInfo.takeoff.lat': 'number',
  'flightInfo.takeoff.lng': 'number',
  'flightInfo.takeoff.name': 'string',
  'flightInfo.takeoff.country': 'string',
  'flightInfo.metadata': 'object',
  'flightInfo.track.duration': 'number',
  'flightInfo.track.distance': 'number',
}

suite('the contract to the letter', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, RATE_LIMIT_OAUTH: '0' } })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  const get = async (path: string, headers: Record<string, string> = pilot.headers) => {
    const response = await server.fetch(path, { headers })
    assert.match(response.headers.get('content-type')!, /^application\/json/)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('a flight has every field, each of its type, in the list as in the detail', async () => {
    assertTable(flight, flightTable)
    assert.match(flight.id, /^[a-f0-9]{24}$/)
    assert.ok(['Self', 'Towed', 'Powered', 'Driving'].includes(flight.launch_type))
    const { status, body } = await get(`/api/v1/flights/${flight.id}`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['data'])
    assertTable(body.data, flightTable)
    const download = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: pilot.headers })
    assert.equal(download.headers.get('etag'), `"${flight.hash}"`)
  })

  test('a list has its flights and four integers of its pagination', async () => {
    const { body } = await get('/api/v1/flights')
    assertTable(body, {
      data: 'array',
      'pagination.page': 'integer',
      'pagination.pageSize': 'integer',
      'pagination.totalCount': 'integer',
      'pagination.totalPages': 'integer',
    })
    const { next: _next, limit: _limit, ...pagination } = body.pagination as Record<string, unknown>
    assert.deepEqual(pagination, { page: 1, pageSize: 25, totalCount: 1, totalPages: 1 })
  })

  test('an upload is answered with hash, file name and whether the flight is new', async () => {
    const bytes = makeFlight(2)
    for (const [status, isNew] of [
      [201, true],
      [200, false],
    ]) {
      const response = await upload(server, pilot, bytes)
      const body = (await response.json()) as { data: { isNew: boolean } }
      assert.equal(response.status, status)
      assertTable(body, { 'data.hash': 'string', 'data.fileName': 'string', 'data.isNew': 'boolean' })
      assert.equal(body.data.isNew, isNew)
    }
  })

  test('a profile has every field, each of its type', async () => {
    const { body } = await get('/api/v1/profile')
    assert.deepEqual(Object.keys(body), ['data'])
    assertTable(body.data, {
      id: 'string',
      name: 'string or null',
      email: 'string or null',
      image: 'string or null',
      publicProfile: 'boolean',
      emailVerified: 'boolean',
      earlyAdopter: 'boolean',
      club: 'string or null',
      civlId: 'integer or null',
    })
  })

  test('a token response has every field, each of its type, the optional two with a refresh token', async () => {
    const application = await registerApplication(server)
    const required: Table = {
      access_token: 'string',
      token_type: 'string',
      expires_in: 'integer',
      scope: 'string',
    }
    const own = await postToken(server, application, { grant_type: 'client_credentials' })
    assertTable(own.body, required)
    assert.deepEqual(Object.keys(own.body).toSorted(), Object.keys(required).toSorted())
    const { headers } = await createSignedInUser(server)
    const tokens = await obtainTokens(server, application, { headers })
    assertTable(tokens, { ...required, refresh_token: 'string', refresh_token_expires_in: 'integer' })
    assert.equal(tokens.token_type, 'Bearer')
    // Opaque: nothing can be read from its parts, as it could from a JWT's.
    assert.doesNotMatch(tokens.access_token, /\./)
  })

  test('device authorization has its six fields, each of its type', async () => {
    const application = await registerApplication(server)
    const { status, body } = await postForm(server, '/api/oauth/device_authorization', asClient(application))
    assert.equal(status, 200)
    assertTable(body, {
      device_code: 'string',
      user_code: 'string',
      verification_uri: 'string',
      verification_uri_complete: 'string',
      expires_in: 'integer',
      interval: 'integer',
    })
    assert.equal(new URL(body.verification_uri as string).pathname, '/oauth/device')
  })

  test('every error has a code and a description: 400, 401, 403, 404, 413 and those of the OAuth endpoints', async () => {
    const table: Table = { error: 'string', error_description: 'string' }
    const weak = bearer(await createKey(server, pilot.user, ['profile:read']))
    const answers: [number, Promise<Response>][] = [
      [400, server.fetch('/api/v1/flights?page=0', { headers: pilot.headers })],
      [401, server.fetch('/api/v1/flights')],
      [403, server.fetch('/api/v1/flights', { headers: weak })],
      [404, server.fetch(`/api/v1/flights/${'a'.repeat(24)}`, { headers: pilot.headers })],
      [413, upload(server, pilot, new Uint8Array(server.services.config.maxUploadBytes + 1))],
      [400, server.fetch('/api/oauth/token', { method: 'POST', body: new URLSearchParams() })],
      [
        401,
        server.fetch('/api/oauth/token', {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: 'a'.repeat(24),
            client_secret: 'wrong',
          }),
        }),
      ],
    ]
    for (const [status, answer] of answers) {
      const response = await answer
      assert.equal(response.status, status)
      assertTable(await response.json(), table)
      if (status === 401 || status === 403) assert.ok(response.headers.get('www-authenticate'))
    }
  })

  test('a fault of the service during an upload is 500 with the body of every error', async (context) => {
    const faulty = await startServer(context)
    const pilot = await createPilot(faulty)
    const { scorer } = faulty.services
    scorer.analyse = () => Promise.reject(new Error('a fault that the test has made'))
    const response = await upload(faulty, pilot, makeFlight(1))
    assert.equal(response.status, 500)
    const text = await response.text()
    assertTable(JSON.parse(text), { error: 'string', error_description: 'string' })
    assert.doesNotMatch(text, /the test has made/)
  })

  test('the events have every member, each of its type', async () => {
    const pilot = await createPilot(server)
    const { id } = await uploadNew(server, pilot, makeFlight(3))
    await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
    const rows = await server.services.db.sql<{ payload: string }>`
      select payload from events where user_id = ${pilot.user.id} order by id`
    const envelopes = rows.map(
      ({ payload }) => JSON.parse(payload) as { event: string; user: { id: string } },
    )
    assert.deepEqual(
      envelopes.map(({ event }) => event),
      ['flight.uploaded', 'flight.deleted'],
    )
    const [uploaded, deleted] = envelopes
    for (const envelope of envelopes) {
      assertTable(envelope, { occurredAt: 'date-time', 'user.id': 'string', flight: 'object' })
      assert.equal(envelope.user.id, pilot.user.id)
    }
    assertTable(uploaded, {
      'flight.hash': 'string',
      'flight.date': 'date or null',
      'flight.distance': 'number or null',
      'flight.score': 'number or null',
      'flight.type': 'string or null',
      'flight.gliderType': 'string or null',
      'flight.durationSeconds': 'number or null',
    })
    assertTable(deleted, { 'flight.id': 'string', 'flight.hash': 'string or null' })
  })

  test('the forms of the OAuth endpoints have their parameters, required as the contract says', async () => {
    const paths = (await fetchResolved(server)).paths as unknown as Record<
      string,
      { post: { requestBody: { content: Record<string, unknown> } } }
    >
    const forms: Record<string, [required: string[], optional: string[]]> = {
      token: [
        ['grant_type'],
        'client_id client_secret code redirect_uri code_verifier refresh_token device_code scope'.split(' '),
      ],
      device_authorization: [[], ['client_id', 'client_secret', 'scope']],
      revoke: [['token'], ['token_type_hint']],
      introspect: [['token'], ['token_type_hint']],
    }
    for (const [endpoint, [required, optional]] of Object.entries(forms)) {
      const { content } = paths[`/api/oauth/${endpoint}`]!.post.requestBody
      const { schema } = content['application/x-www-form-urlencoded'] as {
        schema: { required?: string[]; properties: Record<string, unknown> }
      }
      assert.deepEqual(schema.required ?? [], required, endpoint)
      for (const name of [...required, ...optional])
        assert.ok(schema.properties[name], `${endpoint}: ${name}`)
    }
  })

  test('a key is under the same scope and rate-limit rules as a token', async (context) => {
    const limited = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '2' } })
    const { user, headers } = await createPilot(limited)
    const key = bearer(await createKey(limited, user, ['flights:read']))
    for (const credential of [key, headers]) {
      const statuses: number[] = []
      let last: Response | undefined
      for (let count = 0; count < 3; count++) {
        last = await limited.fetch('/api/v1/flights', { headers: credential })
        statuses.push(last.status)
      }
      assert.deepEqual(statuses, [200, 200, 429])
      for (const name of ['retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
        assert.match(last!.headers.get(name)!, /^\d+$/)
      assertTable(await last!.json(), { success: 'boolean', error: 'string', retryAfter: 'integer' })
    }
    const profile = await server.fetch('/api/v1/profile', {
      headers: bearer(await createKey(server, pilot.user, ['flights:read'])),
    })
    assert.equal(profile.status, 403)
  })

  test('a page is 1 and has 25 flights unless said otherwise', async () => {
    const { pagination } = await list(server, pilot)
    assert.deepEqual([pagination.page, pagination.pageSize], [1, 25])
    const { pagination: other } = await list(server, pilot, '?page=2&pageSize=100')
    assert.deepEqual([other.page, other.pageSize], [2, 100])
  })

  test('a public client gets no code without PKCE, and with it its tokens', async () => {
    const application = await registerApplication(server, { type: 'public' })
    const { headers } = await createSignedInUser(server)
    const answer = await authorize(server, application, { headers })
    assert.deepEqual([answer.get('code'), answer.get('error')], [null, 'invalid_request'])
    assert.ok((await obtainTokens(server, application, { headers })).access_token)
  })

  test('introspection takes any hint of the kind of token, or none', async () => {
    const application = await registerApplication(server)
    const { body } = await postToken(server, application, { grant_type: 'client_credentials' })
    for (const hint of [undefined, 'access_token', 'refresh_token', 'something']) {
      const form = {
        ...asClient(application),
        token: body.access_token!,
        ...(hint && { token_type_hint: hint }),
      }
      const { status, body: found } = await postForm(server, '/api/oauth/introspect', form)
      assert.deepEqual([status, found.active], [200, true], hint)
    }
  })

  test('a flight takes each of the four launch types, and no other', async () => {
    const change = (launchType: string) =>
      server.fetch(`/api/v1/flights/${flight.id}`, {
        method: 'PATCH',
        headers: { ...pilot.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ launch_type: launchType }),
      })
    for (const launchType of ['Towed', 'Powered', 'Driving', 'Self']) {
      const response = await change(launchType)
      const { data } = (await response.json()) as { data: { launch_type: string } }
      assert.deepEqual([response.status, data.launch_type], [200, launchType])
    }
    assert.equal((await change('Thrown')).status, 400)
  })

  test('GET /api/v1 needs no credential and tells quotas, window and upload size', async () => {
    const { status, body } = await get('/api/v1', {})
    assert.equal(status, 200)
    assertTable(body.limits, {
      maxUploadBytes: 'integer',
      'rateLimit.windowSeconds': 'integer',
      'rateLimit.requests': 'integer',
      'rateLimit.uploads': 'integer',
    })
  })
})
