// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Doors } from '#server/access/operations/doors.ts'
import { addOperations, operation } from '#server/access/operations/operation.ts'
import type { App } from '#server/platform/http/http.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { unlimited } from '#test/support/flights.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { publicRoutes } from './public-routes.ts'

const answer = async () => 'ok'

async function start(context: Parameters<typeof startServer>[0], addRoutes: (app: App) => void) {
  return startServer(context, { environment: { ...unlimited, OPERATORS: 'operator@example.org' }, addRoutes })
}

suite('every route declares its door', async () => {
  let app: App | undefined
  const server = await start({ after }, (started) => (app = started))
  const routes = app!.declared.filter(({ method }) => method !== 'HEAD')
  const ofDoor = (door: keyof Doors) => routes.filter(({ doors }) => door in doors)

  const rogues = [
    ['GET', '/app/api/rogue'],
    ['POST', '/app/api/rogue'],
    ['POST', '/api/rogue'],
    ['GET', '/api/v1/rogue'],
    ['POST', '/api/v1/rogue'],
    ['POST', '/api/oauth/rogue'],
    ['POST', '/mcp/rogue'],
    ['GET', '/app/api/admin/rogue'],
    ['GET', '/rogue-page'],
    ['POST', '/rogue-form'],
    ['GET', '/app/tiles/rogue'],
    ['GET', '/p/:handle/rogue.atom'],
    ['GET', '/.well-known/rogue'],
  ] as const

  test('one that declares none refuses the start, wherever it is', async (context) => {
    for (const [method, url] of rogues)
      for (const schema of [{}, { operationId: 'rogue', summary: 'Described', response: { 200: {} } }]) {
        const add = (rogue: App) => void rogue.route({ method, url, schema, handler: answer })
        await assert.rejects(start(context, add), /does not declare by which door it is reached/, url)
      }
  })

  test('one that is not where its door is refuses the start', async (context) => {
    const misplaced: [string, Doors][] = [
      ['/app/api/rogue', { api: 'flights:read' }],
      ['/api/v1/rogue', { dashboard: 'session' }],
      ['/api/v1/rogue', { client: 'client' }],
      ['/api/v1/rogue', { assistant: [] }],
    ]
    for (const [url, doors] of misplaced) {
      const add = (rogue: App) => void rogue.get(url, { config: { doors } }, answer)
      await assert.rejects(start(context, add), /is not where its door is/, url)
    }
  })

  test('one that needs a caller refuses the start at a door that knows none', async (context) => {
    const one = operation({ route: 'GET /rogue', doors: { public: 'none' }, handle: ({ userId }) => userId })
    await assert.rejects(
      start(context, (rogue) => addOperations(rogue, [one])),
      /The door public knows no caller/,
    )
  })

  test('those without a credential are the ones on the list, and no others', () => {
    const open = ['public', 'instrument', 'client'] as const
    const found = open.flatMap((door) =>
      ofDoor(door).map(({ method, url }) => `${door} ${method.replace('HEAD,', '')} ${url}`),
    )
    assert.deepEqual(found.toSorted(), publicRoutes.trim().split('\n').toSorted())
  })

  const fill = (url: string) => url.replaceAll(/:\w+/g, 'a'.repeat(24)).replace('*', 'x')
  const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
    server.fetch(fill(url), { method, headers, redirect: 'manual' })

  for (const [door, right] of [
    ['api', 401],
    ['userInfo', 401],
    ['assistant', 401],
    ['dashboard', 401],
  ] as const) {
    test(`each operation of the door ${door} is refused without a credential, and with one that is none`, async () => {
      const found = ofDoor(door)
      assert.ok(found.length > 0)
      for (const { method, url } of found) {
        const own = { 'sec-fetch-site': 'same-origin' }
        for (const headers of [
          own,
          { ...own, authorization: 'Bearer nothing', cookie: 'cloudstreet.session=x' },
        ])
          assert.equal((await ask(method, url, headers)).status, right, `${method} ${url}`)
      }
    })
  }

  test('each change of the dashboard is refused from a page of another site', async () => {
    const { headers } = await createSignedInUser(server)
    const changes = ofDoor('dashboard').filter(({ method }) => method !== 'GET')
    assert.ok(changes.length > 30)
    for (const { method, url } of changes) {
      const sent = {
        cookie: headers.cookie,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      }
      assert.equal((await ask(method, url, sent)).status, 403, `${method} ${url}`)
    }
  })

  test('each page for the signed-in sends a visitor to sign in, and takes no form of another site', async () => {
    const { headers } = await createSignedInUser(server)
    for (const { method, url } of ofDoor('page')) {
      const response = await ask(method, url)
      assert.equal(response.status, 303, `${method} ${url}`)
      assert.match(response.headers.get('location') ?? '', /^\/sign-in\?return_to=/)
      if (method === 'GET') continue
      const sent = {
        cookie: headers.cookie,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      }
      assert.equal((await ask(method, url, sent)).status, 403, `${method} ${url}`)
    }
  })

  test('each operation that opens a door to the account asks for a recent proof', async () => {
    const { headers } = await createSignedInUser(server)
    server.advance(16 * MINUTE_MS)
    const recent = ofDoor('dashboard').filter(({ doors }) => doors.dashboard === 'recent')
    assert.ok(recent.length > 10)
    for (const { method, url } of recent) {
      const response = await ask(method, url, { ...headers, 'sec-fetch-site': 'same-origin' })
      assert.equal(response.status, 403, `${method} ${url}`)
      assert.match(await response.text(), /confirmation_required/)
    }
  })

  test('to anybody but an operator there is no operator’s endpoint', async () => {
    const { headers } = await createSignedInUser(server)
    const found = ofDoor('operator').filter(({ doors }) => doors.operator === 'session')
    assert.ok(found.length > 10)
    for (const { method, url } of found) {
      const own = { 'sec-fetch-site': 'same-origin' }
      assert.equal((await ask(method, url, own)).status, 401, `${method} ${url}`)
      assert.equal((await ask(method, url, { ...headers, ...own })).status, 404, `${method} ${url}`)
    }
  })

  test('an operation with two doors has both, and nothing else', async (context) => {
    const doors = { api: 'flights:read', dashboard: 'session' } as const
    const one = operation({ route: 'GET /test-both', doors, handle: ({ userId }) => ({ data: userId }) })
    const both = await start(context, (other) => addOperations(other, [one]))
    const { user, headers } = await createSignedInUser(both)
    const response = await both.fetch('/app/api/test-both', { headers })
    assert.deepEqual(await response.json(), { data: user.id })
    for (const path of ['/app/api/test-both', '/api/v1/test-both'])
      assert.equal((await both.fetch(path)).status, 401)
    assert.equal((await both.fetch('/test-both')).status, 404)
  })
})
