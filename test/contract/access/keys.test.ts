import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerRow } from '#dashboard/access.ts'
import type { CreatedKey, KeySummary } from '#dashboard/keys.ts'
import { runAdmin } from '#test/support/admin.ts'
import { bearer, createSignedInUser, signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { readZip } from '#test/support/archives/zip.ts'

const DAY_MS = 86_400_000

/** A browser in which somebody is signed in. */
interface Browser {
  headers: Record<string, string>
}

function start(context: Parameters<typeof startServer>[0]): Promise<TestServer> {
  return startServer(context, {
    addRoutes: (app) => {
      app.get('/api/v1/test-read', { config: { doors: { api: 'flights:read' } } }, async () => ({}))
    },
  })
}

function as({ headers }: Browser, init: { method?: string; body?: unknown } = {}): RequestInit {
  if (init.body === undefined) return { method: init.method ?? 'GET', headers }
  return {
    method: init.method ?? 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(init.body),
  }
}

async function makeKey(server: TestServer, user: Browser, body: object): Promise<CreatedKey> {
  const response = await server.fetch('/app/api/keys', as(user, { method: 'POST', body }))
  assert.equal(response.status, 201)
  return (await response.json()) as CreatedKey
}

async function list(server: TestServer, user: Browser): Promise<KeySummary[]> {
  const response = await server.fetch('/app/api/keys', as(user))
  return ((await response.json()) as { items: KeySummary[] }).items
}

const read = (server: TestServer, key: string) => server.fetch('/api/v1/test-read', { headers: bearer(key) })

suite('personal API keys', async () => {
  test('a member that is not known is refused: a misspelt end would make a key without one', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const asked = { name: 'Script', scopes: ['flights:read'], expiresInDays: 0 }
    for (const path of ['/app/api/keys', '/app/api/devices']) {
      const answer = await server.fetch(path, as(user, { method: 'POST', body: asked }))
      assert.equal(answer.status, 400, path)
    }
    assert.deepEqual(await list(server, user), [])
  })

  test('a key is shown once, works at once, and is listed by prefix and last four characters', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const before = server.services.now()
    const { id, key } = await makeKey(server, user, {
      name: ' My script ',
      scopes: ['flights:read'],
      days: 30,
    })
    assert.match(key, /^cst_key_[0-9A-Za-z]{49}$/)
    assert.equal((await read(server, key)).status, 200)

    const [listed, ...others] = await list(server, user)
    assert.ok(listed)
    assert.deepEqual(others, [])
    assert.equal(listed.id, id)
    assert.equal(listed.name, 'My script')
    assert.equal(listed.hint, `cst_key_…${key.slice(-4)}`)
    assert.deepEqual(listed.scopes, ['flights:read'])
    assert.equal(listed.revokedAt, null)
    assert.ok(Math.abs((listed.expiresAt ?? 0) - before - 30 * DAY_MS) < 60_000)
    const answer = await (await server.fetch('/app/api/keys', as(user))).text()
    assert.ok(!answer.includes(key) && !answer.includes(key.slice(8, 30)))
    const stored = await server.services.db.sql<{ hash: string }>`select * from credentials where id = ${id}`
    assert.ok(!JSON.stringify(stored).includes(key))
  })

  test('revocation acts on the next request, once and for all', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const { id, key } = await makeKey(server, user, { name: 'a', scopes: ['flights:read'], days: null })
    const revoke = () => server.fetch(`/app/api/keys/${id}`, as(user, { method: 'DELETE' }))
    assert.equal((await revoke()).status, 204)
    const refused = await read(server, key)
    assert.equal(refused.status, 401)
    assert.equal(((await refused.json()) as { error: string }).error, 'invalid_token')
    const [first] = await list(server, user)
    server.advance(5_000)
    assert.equal((await revoke()).status, 204)
    const [second] = await list(server, user)
    assert.ok(first?.revokedAt)
    assert.equal(second?.revokedAt, first.revokedAt)
  })

  test('a key past its expiration is refused as if revoked; one without never ends', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const short = await makeKey(server, user, { name: 'a', scopes: ['flights:read'], days: 1 })
    const endless = await makeKey(server, user, { name: 'b', scopes: ['flights:read'] })
    server.advance(DAY_MS - 10_000)
    assert.equal((await read(server, short.key)).status, 200)
    server.advance(10_000)
    const refused = await read(server, short.key)
    assert.equal(refused.status, 401)
    assert.equal(((await refused.json()) as { error: string }).error, 'invalid_token')
    server.advance(3650 * DAY_MS)
    assert.equal((await read(server, endless.key)).status, 200)
  })

  const good = { name: 'a', scopes: ['flights:read'], days: 1 }
  const refusals: [string, unknown, RegExp][] = [
    ['no name', { ...good, name: '  ' }, /^name must be 1 to 100 characters long/],
    ['a long name', { ...good, name: 'x'.repeat(101) }, /^name must be 1 to 100 characters long/],
    ['a control character', { ...good, name: 'a\u0007b' }, /without control characters\.$/],
    ['0 days', { ...good, days: 0 }, /^days must be a whole number from 1 to 365\.$/],
    ['366 days', { ...good, days: 366 }, /^days must be a whole number from 1 to 365\.$/],
    ['half a day', { ...good, days: 1.5 }, /^days must be a whole number from 1 to 365/],
    ['days as text', { ...good, days: '30' }, /^days must be a whole number from 1 to 365/],
    ['no scope', { ...good, scopes: [] }, /^scopes must be a list of at least 1\.$/],
    [
      'an unknown scope',
      { ...good, scopes: ['flights:fly'] },
      /^Each of scopes must be one of: flights:read, /,
    ],
    [
      'a destructive scope',
      { ...good, scopes: ['flights:delete'] },
      /^Each of scopes must be one of: (?!.*flights:delete)/,
    ],
    ['nothing of it', {}, /^name is missing\.$/],
    ['a list', [], /^The body must be a JSON object\.$/],
  ]
  test('bad input is refused with 400 and a sentence for each field', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    for (const [name, body, sentence] of refusals) {
      const response = await server.fetch('/app/api/keys', as(user, { method: 'POST', body }))
      const answer = (await response.json()) as { error: string; error_description: string }
      assert.deepEqual([response.status, answer.error], [400, 'invalid_request'], name)
      assert.match(answer.error_description, sentence, name)
    }
    assert.deepEqual(await list(server, user), [])
  })

  test('1 and 365 days are accepted, and a scope given twice counts once', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    await makeKey(server, user, { ...good, days: 1 })
    await makeKey(server, user, {
      ...good,
      days: 365,
      scopes: ['flights:read', 'flights:read', 'profile:read'],
    })
    const [newest] = await list(server, user)
    assert.deepEqual(newest?.scopes, ['flights:read', 'profile:read'])
  })

  test('no one sees or revokes another’s key, and nothing works without a session', async (context) => {
    const server = await start(context)
    const [owner, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const { id, key } = await makeKey(server, owner, good)
    assert.deepEqual(await list(server, other), [])
    const stolen = await server.fetch(`/app/api/keys/${id}`, as(other, { method: 'DELETE' }))
    assert.equal(stolen.status, 404)
    assert.equal((await read(server, key)).status, 200)
    assert.equal((await server.fetch('/app/api/keys')).status, 401)
    assert.equal((await server.fetch('/app/api/keys', { headers: bearer(key) })).status, 401)
    const crossSite = as(owner, { method: 'DELETE' })
    const headers = { ...owner.headers, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await server.fetch(`/app/api/keys/${id}`, { ...crossSite, headers })).status, 403)
  })

  test('the export of an account has the keys and the ledger, and no secret', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const { id, key } = await makeKey(server, user, good)
    await (await read(server, key)).text()
    await sleep(50)
    await (await server.fetch('/app/api/ledger', as(user))).text()
    const archive = readZip(
      new Uint8Array(await (await server.fetch('/app/api/account/export', as(user))).arrayBuffer()),
    )
    const keys = JSON.parse(archive.get('keys.json')?.toString() ?? '[]') as KeySummary[]
    const ledger = JSON.parse(archive.get('access.json')?.toString() ?? '[]') as LedgerRow[]
    assert.deepEqual([keys[0]?.id, ledger[0]?.keyId, ledger[0]?.count], [id, id, 1])
    assert.ok(![...archive.values()].some((bytes) => bytes.includes(key)))
  })

  test('no user has more than 100 live keys', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    for (let count = 0; count < 100; count++) await makeKey(server, user, good)
    const refused = await server.fetch('/app/api/keys', as(user, { method: 'POST', body: good }))
    assert.equal(refused.status, 400)
    server.advance(2 * DAY_MS)
    await makeKey(server, { ...user, headers: await signIn(server, user.user) }, good)
  })

  test('the operator makes a key for a user', async (context) => {
    const server = await start(context)
    const user = await createSignedInUser(server)
    const words = ['key', 'create', '--owner', user.user.email.toUpperCase(), '--name', 'first hour']
    const made = await runAdmin(server, [...words, '--scopes', 'flights:read flights:write', '--days', '7'])
    assert.equal(made.code, 0, made.error)
    assert.equal((await read(server, String(made.output?.key))).status, 200)
    assert.deepEqual(made.output?.scopes, ['flights:read', 'flights:write'])

    const destructive = await runAdmin(server, [...words, '--scopes', 'flights:delete'])
    assert.equal(destructive.code, 1)
    assert.match(destructive.error, /Each of scopes must be one of: (?!.*flights:delete)/)
    const unknown = await runAdmin(server, [
      'key',
      'create',
      '--owner',
      'x@y.z',
      '--name',
      'a',
      '--scopes',
      'flights:read',
    ])
    assert.match(unknown.error, /^There is no user with the address x@y\.z\.$/)
    assert.match((await runAdmin(server, ['key', 'create'])).error, /^--owner is missing/)
  })
})
