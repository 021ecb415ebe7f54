// run: all
// No answer has an email address, a name or coordinates beyond what its credential may read: every route of the service,
// with every kind of credential that has all scopes but the one it takes.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { keyScopes, type Scope, scopes } from '#contract/scopes.ts'
import { createDeviceToken } from '#server/access/devices/secret.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { listRoutes } from '#test/support/abuse/routes.ts'
import { startServer } from '#test/support/server.ts'
import { createDevice, issueCredential } from '#test/support/access/issuing.ts'

const NAME = 'Quetzal Canary'
const [LATITUDE, LONGITUDE] = [-41.7319, 172.3587]
const allScopes = Object.keys(scopes) as Scope[]
/** With `--sweeps` a credential is also sent with each scope by itself. */
const singleScopes = process.env.SWEEPS ? allScopes : []
/** The scope that a credential needs to be told of it, and how it shows in an answer. */
const canaries = { email: 'profile:email', name: 'profile:read', coordinates: 'flights:read' } as const

interface Sender {
  kind: string
  scopes: readonly Scope[]
  headers: (method: string) => Promise<Record<string, string>>
  /** In the fields of a form, as instruments send them. */
  fields?: Record<string, string>
}

/** Operations that end or delete something come last. */
const order = (route: string) =>
  /^DELETE|revoke|sign-?out/.test(route) ? 2 : /^(?:GET|HEAD)/.test(route) ? 0 : 1

suite('disclosure', async () => {
  let tree = ''
  const server = await startServer(
    { after },
    {
      environment: unlimited,
      addRoutes: (app) =>
        void app.ready(() => {
          tree = app.printRoutes({ commonPrefix: false })
        }),
    },
  )
  const pilot = await createPilot(server, NAME)
  const { user } = pilot
  const canary = makeFlight(1, { latitude: LATITUDE, longitude: LONGITUDE })
  const { id: flightId } = await uploadNew(server, pilot, canary)
  const other = makeFlight(2)
  const patterns: Record<keyof typeof canaries, RegExp> = {
    email: new RegExp(user.email.replaceAll('.', '\\.'), 'i'),
    name: /Quetzal/i,
    // The coordinates of any fix of the flight, in degrees or as IGC writes it.
    coordinates: /-41\.7\d{2}|172\.3\d{2}|B\d{6}4143\d{3}S/,
  }

  const issue = async (kind: 'key' | 'access_token', given: readonly Scope[]): Promise<Sender> => {
    const secret =
      kind === 'key'
        ? await createKey(server, user, [...given])
        : (
            await issueCredential(server.services.db.sql, server.services.now(), {
              kind,
              userId: user.id,
              scopes: [...given],
            })
          ).secret
    return { kind, scopes: given, headers: async () => bearer(secret) }
  }
  const { login, password } = await addDevice(server, user)
  const { secret: paired } = await createDevice(server.services.db.sql, server.services.now(), {
    userId: user.id,
    name: 'paired',
    token: createDeviceToken(),
  })
  const stranger = await createUser(server, 'Somebody Else')
  const strangerKey = await createKey(server, stranger, [...keyScopes])
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const without = (missing: Scope, among: readonly Scope[]) => among.filter((scope) => scope !== missing)
  let session = (await createSignedInUser(server, 'Somebody Else')).headers
  const senders: Sender[] = [
    { kind: 'nobody', scopes: [], headers: async () => ({}) },
    ...(await Promise.all(Object.values(canaries).map((scope) => issue('key', without(scope, keyScopes))))),
    ...(await Promise.all(
      Object.values(canaries).map((scope) => issue('access_token', without(scope, allScopes))),
    )),
    ...(await Promise.all(
      singleScopes.filter((scope) => keyScopes.includes(scope)).map((scope) => issue('key', [scope])),
    )),
    ...(await Promise.all(singleScopes.map((scope) => issue('access_token', [scope])))),
    { kind: 'device password', scopes: ['flights:write'], headers: async () => bearer(password) },
    {
      kind: 'device login',
      scopes: ['flights:write'],
      headers: async () => ({ authorization: `Basic ${basic}` }),
    },
    {
      kind: 'device form',
      scopes: ['flights:write'],
      headers: async () => ({}),
      fields: { user: login, pass: password },
    },
    { kind: 'pairing', scopes: ['flights:write'], headers: async () => bearer(paired) },
    { kind: 'stranger’s key', scopes: [], headers: async () => bearer(strangerKey) },
    {
      kind: 'stranger’s session',
      scopes: [],
      headers: async (method) => {
        // No GET ends it; some others do.
        if (method !== 'GET') session = (await createSignedInUser(server, 'Somebody Else')).headers
        return session
      },
    },
  ]

  const toPath = (path: string) =>
    path
      .replaceAll(/:(?:id|flightId|hash|idOrHash)\b(?:\([^)]*\))?/g, flightId)
      .replaceAll(/:\w+(?:\([^)]*\))?/g, flightId)
      .replace('*', 'x')

  /** Instruments send forms, to addresses of their own. */
  const isOfInstruments = (path: string) => /^\/api\/(?!v1\/|oauth\/)/.test(path)
  /** Outside of the API no route knows scopes: there one sender of each kind is enough, and with `--sweeps` all are sent. */
  const kindsOnce = [...new Map(senders.map((sender) => [sender.kind, sender])).values()]
  /** The dashboard's know sessions alone. */
  const kindsOfDashboard = kindsOnce.filter(({ kind }) => /^(?:nobody|key|stranger’s session)$/.test(kind))
  /** Kinds that a route of the API treats as one: each takes its turn. */
  const taking = [
    ['key', 'access_token'],
    ['device password', 'device login', 'device form', 'pairing'],
    ['stranger’s key', 'stranger’s session'],
  ]
  const sendersOf = (path: string, turn: number) => {
    if (process.env.SWEEPS || isOfInstruments(path)) return senders
    if (path.startsWith('/app/')) return kindsOfDashboard
    if (!path.startsWith('/api/')) return kindsOnce
    const others = taking.flatMap((kinds) => kinds.toSpliced(turn % kinds.length, 1))
    return senders.filter(({ kind }) => !others.includes(kind))
  }

  const json = 'application/json'
  const text = Buffer.from(canary).toString('latin1')
  const toForms = ({ fields }: Sender) => {
    const form = { ...fields, IGCigcIGC: text, igccontent: text, igcfn: 'x', igcname: 'x' }
    return [
      { isCanary: true, type: json, body: JSON.stringify(form) },
      {
        isCanary: true,
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(form).toString(),
      },
    ]
  }
  /** Written once for all routes: a form of a flight takes a while. */
  const formsOf = new Map(senders.map((sender) => [sender, toForms(sender)]))

  /** The bodies that a route is sent; `isCanary`: the coordinates are the sender's own. */
  const toBodies = (method: string, path: string, sender: Sender) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return [{ isCanary: false }]
    const files = [
      { isCanary: false, type: 'application/octet-stream', body: other },
      { isCanary: true, type: 'application/octet-stream', body: canary },
    ]
    return [
      // The dashboard's endpoints take a session, whose user is not the pilot; files are posted and put.
      ...(path.startsWith('/api/') && (process.env.SWEEPS || /^P(?:OS|U)T$/.test(method)) ? files : []),
      { isCanary: false, type: json, body: JSON.stringify({ is_tandem: false, ...sender.fields }) },
      ...(process.env.SWEEPS || isOfInstruments(path) ? formsOf.get(sender)! : []),
    ]
  }

  const routes = [...new Set(listRoutes(tree))]
    .filter((route) => !/^(?:HEAD|OPTIONS) /.test(route))
    .toSorted((a, b) => order(a) - order(b))

  test('the route table is the whole one', () => {
    for (const route of [
      'POST /api/ingest',
      'GET /api/v1/flights/:id',
      'POST /api/devices/pair/poll',
      'GET /app/api/devices',
    ])
      assert.ok(routes.includes(route), `${route} is not in\n${routes.join('\n')}`)
  })

  test('no answer of any route tells more than the scope allows', async () => {
    const told = new Set<string>()
    const seen = new Set<string>()
    for (const [turn, route] of routes.entries()) {
      const [method = '', path = ''] = route.split(' ')
      for (const sender of sendersOf(path, turn)) {
        for (const { isCanary, type, body } of toBodies(method, path, sender) as {
          isCanary: boolean
          type?: string
          body?: BodyInit
        }[]) {
          const headers = { ...(await sender.headers(method)), ...(type ? { 'content-type': type } : {}) }
          const response = await server.fetch(toPath(path), {
            method,
            headers,
            body: body ?? null,
            redirect: 'manual',
          })
          const text = JSON.stringify([...response.headers]) + (await response.text())
          for (const [what, scope] of Object.entries(canaries)) {
            if (!patterns[what as keyof typeof canaries].test(text)) continue
            if (sender.scopes.includes(scope)) seen.add(what)
            else if (!(isCanary && what === 'coordinates'))
              told.add(`${route} tells ${sender.kind} (${sender.scopes.join(' ')}) the ${what}`)
          }
        }
      }
    }
    assert.deepEqual([...told], [])
    assert.deepEqual(
      [...seen].toSorted(),
      Object.keys(canaries).toSorted(),
      'the sweep finds what may be told',
    )
  })
})
