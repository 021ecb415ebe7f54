// run: all
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerRow, Usage } from '#dashboard/access.ts'
import type { KeySummary } from '#dashboard/keys.ts'
import { pruneRows } from '#server/prune.ts'
import { requireRight } from '#server/access/bearer.ts'
import { createLedger } from '#server/access/ledger.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { createId } from '#server/platform/ids.ts'
import { bearer, createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { issueCredential } from '#test/support/access/issuing.ts'

const DAY_MS = 86_400_000
type Headers = Record<string, string>

/** Tells when the server has counted a request: the caller may see the answer before. */
const counted = new EventEmitter()

function start(context: Parameters<typeof startServer>[0], environment = {}): Promise<TestServer> {
  return startServer(context, {
    environment,
    addRoutes: (app) => {
      app.addHook('onResponse', (request, _reply, done) => {
        if (request.url.startsWith('/api/v1/test/')) counted.emit('request')
        done()
      })
      for (const scope of ['flights:read', 'flights:write', 'profile:read'] as const) {
        app.get(
          `/api/v1/test/${scope.replace(':', '/')}`,
          { config: { doors: { api: scope } } },
          async () => ({}),
        )
      }
    },
  })
}

async function call(
  server: TestServer,
  secret: string,
  scope: string,
  headers: Headers = {},
): Promise<number> {
  const isCounted = once(counted, 'request')
  const path = `/api/v1/test/${scope.replace(':', '/')}`
  const response = await server.fetch(path, { headers: { ...bearer(secret), ...headers } })
  await response.text()
  await isCounted
  return response.status
}

async function readLedger(server: TestServer, headers: Headers): Promise<LedgerRow[]> {
  const response = await server.fetch('/app/api/ledger', { headers })
  assert.equal(response.status, 200)
  return ((await response.json()) as { items: LedgerRow[] }).items
}

async function createToken({ services }: TestServer, userId: string, name: string): Promise<string> {
  const [id, now] = [createId(services.now()), services.now()]
  await services.db.sql`
    insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
    values (${id}, ${userId}, ${name}, 'confidential', '', 'flights:read', '', 1, 1)`
  const token = { kind: 'access_token', userId, applicationId: id, scopes: ['flights:read'] } as const
  return (await issueCredential(services.db.sql, now, token)).secret
}

suite('the access ledger', async () => {
  test('says which key or application did what and when, each day and scope counted', async (context) => {
    const server = await start(context)
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read', 'profile:read'])
    const token = await createToken(server, user.id, 'Tracker')
    const before = server.services.now()
    for (let count = 0; count < 3; count++) await call(server, key, 'flights:read')
    // The last comes first, by the millisecond.
    await sleep(2)
    await call(server, key, 'profile:read')
    await sleep(2)
    await call(server, token, 'flights:read')
    await call(server, token, 'flights:read')

    const rows = await readLedger(server, headers)
    const counts = rows.map((row) => [row.keyName ?? row.applicationName, row.scope, row.count])
    assert.deepEqual(counts, [
      ['Tracker', 'flights:read', 2],
      ['test', 'profile:read', 1],
      ['test', 'flights:read', 3],
    ])
    for (const row of rows) {
      assert.equal(row.day, new Date(row.firstAt).toISOString().slice(0, 10))
      assert.ok(row.firstAt >= before && row.lastAt >= row.firstAt && row.lastAt <= server.services.now())
      assert.equal(row.keyId === null, row.applicationId !== null)
    }
    // Counted on top of what has been written.
    await call(server, key, 'flights:read')
    assert.equal((await readLedger(server, headers)).find((row) => row.scope === 'flights:read')?.count, 4)
  })

  test('counts only requests that were let in: no 401, no 403, no 429', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '2' })
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read'])
    assert.equal(await call(server, key, 'flights:write'), 403)
    assert.equal(await call(server, key, 'flights:read'), 200)
    assert.equal(await call(server, key, 'flights:read'), 429)
    assert.equal(await call(server, 'cst_key_no', 'flights:read'), 401)
    const rows = await readLedger(server, headers)
    assert.deepEqual(
      rows.map((row) => [row.scope, row.count]),
      [['flights:read', 1]],
    )
  })

  test('is each user’s own, and needs a session', async (context) => {
    const server = await start(context)
    const one = await createSignedInUser(server)
    const two = await createSignedInUser(server)
    await call(server, await createKey(server, one.user, ['flights:read']), 'flights:read')
    assert.equal((await readLedger(server, one.headers)).length, 1)
    assert.deepEqual(await readLedger(server, two.headers), [])
    assert.equal((await server.fetch('/app/api/ledger')).status, 401)
    assert.equal((await server.fetch('/app/api/usage')).status, 401)
  })

  test('still names an application that was deleted', async (context) => {
    const server = await start(context)
    const { user, headers } = await createSignedInUser(server)
    await call(server, await createToken(server, user.id, 'Tracker'), 'flights:read')
    await readLedger(server, headers)
    await server.services.db.sql`delete from applications`
    assert.equal((await readLedger(server, headers))[0]?.applicationName, 'Tracker')
  })

  test('keeps 90 days and forgets what is older', async (context) => {
    const server = await start(context)
    const { user } = await createSignedInUser(server)
    const { db, now } = server.services
    const insert = (daysAgo: number) => db.sql`
      insert into access_ledger (user_id, day, source_kind, source_id, scope, requests, uploads, first_at, last_at)
      values (${user.id}, ${new Date(now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}, 'key', 'k', 'flights:read', 1, 0, 1, 1)`
    for (const daysAgo of [0, 89, 90, 200]) await insert(daysAgo)
    await pruneRows(server.services)
    const [row] = await db.sql<{ count: number }>`select count(*) as count from access_ledger`
    assert.equal(row?.count, 2)
  })

  test('usage gives the last 30 days, those without a request too, and the limits', async (context) => {
    const server = await start(context)
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read', 'profile:read'])
    await call(server, key, 'flights:read')
    server.advance(2 * DAY_MS)
    await call(server, key, 'flights:read')
    await call(server, key, 'profile:read')
    const usage = (await (await server.fetch('/app/api/usage', { headers })).json()) as Usage
    assert.equal(usage.days.length, 30)
    assert.equal(usage.days.at(-1)?.day, new Date(server.services.now()).toISOString().slice(0, 10))
    assert.deepEqual(
      usage.days.slice(-4).map((day) => day.requests),
      [0, 1, 0, 2],
    )
    assert.deepEqual(usage.limits, { windowSeconds: 60, requests: 300, uploads: 60 })
  })

  test('last use and its address are written at most once a minute', async (context) => {
    const server = await start(context, { TRUST_PROXY: '1' })
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read'])
    const use = async (address: string): Promise<KeySummary | undefined> => {
      await call(server, key, 'flights:read', { 'x-forwarded-for': address })
      await readLedger(server, headers)
      const answer = await server.fetch('/app/api/keys', { headers })
      return ((await answer.json()) as { items: KeySummary[] }).items[0]
    }
    const first = await use('203.0.113.1')
    assert.equal(first?.lastUsedAddress, '203.0.113.1')
    assert.ok(Math.abs((first.lastUsedAt ?? 0) - server.services.now()) < 5_000)
    server.advance(30_000)
    assert.equal((await use('203.0.113.2'))?.lastUsedAt, first.lastUsedAt)
    server.advance(31_000)
    const third = await use('203.0.113.3')
    assert.equal(third?.lastUsedAddress, '203.0.113.3')
    assert.ok((third.lastUsedAt ?? 0) > (first.lastUsedAt ?? 0))
  })

  test('what was counted is written when the server stops, and kept while the database is unavailable', async (context) => {
    const server = await start(context)
    const { db } = server.services
    const user = await createUser(server)
    const secret = await createKey(server, user, ['flights:read'])
    const app = createHttp(server.services)
    const ledger = createLedger(server.services)
    ledger.addTo(app)
    app.get('/api/v1/x', { onRequest: requireRight(server.services, 'flights:read') }, async () => ({}))
    const count = async () =>
      (await db.sql<{ requests: number }>`select requests from access_ledger where user_id = ${user.id}`)[0]
        ?.requests
    await app.inject({ url: '/api/v1/x', headers: bearer(secret) })
    await db.sql`alter table access_ledger rename to ledger_away`
    await ledger.flush()
    await app.inject({ url: '/api/v1/x', headers: bearer(secret) })
    await db.sql`alter table ledger_away rename to access_ledger`
    assert.equal(await count(), undefined)
    await app.close()
    assert.equal(await count(), 2)
  })

  test('a user who is deleted between request and writing stops nothing', async (context) => {
    const server = await start(context)
    const gone = await createUser(server)
    const { user, headers } = await createSignedInUser(server)
    await call(server, await createKey(server, gone, ['flights:read']), 'flights:read')
    await call(server, await createKey(server, user, ['flights:read']), 'flights:read')
    await server.services.db.sql`delete from users where id = ${gone.id}`
    assert.equal((await readLedger(server, headers)).length, 1)
  })
})
