import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createGuessLimit } from '#server/access/limits/guess-limit.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { createId } from '#server/platform/ids.ts'
import { runAdmin } from '#test/support/admin.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'
import { issueCredential } from '#test/support/access/issuing.ts'

/** A protected read, an upload and a token endpoint that do nothing else. */
const addRoutes: NonNullable<TestServerOptions['addRoutes']> = (app) => {
  const schema = { hide: true }
  app.get('/api/v1/test-read', { schema, config: { doors: { api: 'flights:read' } } }, async () => ({}))
  app.post('/api/oauth/test-token', { schema, config: { doors: { client: 'client' } } }, async () => ({}))
}

function start(context: Parameters<typeof startServer>[0], environment: Record<string, string>) {
  return startServer(context, { environment, addRoutes })
}

function readLimit(response: Response) {
  const { headers } = response
  return {
    limit: Number(headers.get('x-ratelimit-limit') ?? Number.NaN),
    remaining: Number(headers.get('x-ratelimit-remaining') ?? Number.NaN),
    reset: Number(headers.get('x-ratelimit-reset') ?? Number.NaN),
  }
}

async function createApplication({ services }: TestServer, ownerId: string): Promise<string> {
  const id = createId(services.now())
  await services.db.sql`
    insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
    values (${id}, ${ownerId}, 'Tracker', 'confidential', '', 'flights:read', '', 1, 1)`
  return id
}

async function createToken({ services }: TestServer, userId: string, applicationId: string): Promise<string> {
  const { secret } = await issueCredential(services.db.sql, services.now(), {
    kind: 'access_token',
    userId,
    applicationId,
    scopes: ['flights:read'],
  })
  return secret
}

suite('rate limits', async () => {
  test('every answer under /api/v1 carries limit, remaining and reset, errors too', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '50' })
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const asKey = { headers: bearer(key) }
    const requests: [string, RequestInit, number][] = [
      ['/api/v1/test-read', asKey, 200],
      ['/api/v1/test-read', { ...asKey, method: 'HEAD' }, 200],
      ['/api/v1/test-read', {}, 401],
      ['/api/v1/test-read', { headers: bearer('cst_key_wrong') }, 401],
      ['/api/v1/nothing', asKey, 404],
      ['/api/v1/test-read', { ...asKey, method: 'DELETE' }, 405],
      ['/api/v1/%ZZ', asKey, 400],
      ['/api/v1', {}, 200],
      ['/api/v1?page=1', {}, 200],
    ]
    let keyUsed = 0
    for (const [path, init, status] of requests) {
      const response = await server.fetch(path, init)
      const { limit, remaining, reset } = readLimit(response)
      assert.equal(response.status, status, path)
      assert.equal(limit, 50, path)
      if (init.headers && 'authorization' in init.headers && init.headers.authorization.includes(key))
        assert.equal(remaining, 50 - ++keyUsed, path)
      const untilReset = reset - server.services.now() / 1000
      assert.ok(untilReset > 50 && untilReset <= 61, `${path} ${untilReset}`)
    }
    assert.equal((await server.fetch('/healthz')).headers.get('x-ratelimit-limit'), null)
  })

  test('beyond the limit: 429 with exactly the contract’s body, and refused requests use up nothing', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '3' })
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const call = () => server.fetch('/api/v1/test-read', { headers: bearer(key) })
    assert.deepEqual([(await call()).status, (await call()).status, (await call()).status], [200, 200, 200])
    let refused = await call()
    for (let count = 0; count < 5; count++) refused = await call()
    assert.equal(refused.status, 429)
    const body = (await refused.json()) as { retryAfter: number }
    const { limit, remaining, reset } = readLimit(refused)
    assert.deepEqual(body, {
      success: false,
      error: 'rate_limit_exceeded',
      retryAfter: body.retryAfter,
      error_description: `Too many requests; try again in ${body.retryAfter} seconds.`,
    })
    assert.equal(String(body.retryAfter), refused.headers.get('retry-after'))
    assert.ok(Number.isInteger(body.retryAfter) && body.retryAfter > 50 && body.retryAfter <= 60)
    assert.deepEqual([limit, remaining], [3, 0])
    assert.ok(Math.abs(reset - server.services.now() / 1000 - body.retryAfter) < 2)

    server.advance(body.retryAfter * 1000)
    const after = await call()
    assert.deepEqual([after.status, readLimit(after).remaining], [200, 2])
  })

  test('all at once: of 40 concurrent requests exactly the limit is served', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '17' })
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const statuses = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await server.fetch('/api/v1/test-read', { headers: bearer(key) })).status,
      ),
    )
    assert.equal(statuses.filter((status) => status === 200).length, 17)
    assert.equal(statuses.filter((status) => status === 429).length, 23)
  })

  test('uploads have their own limit, and a refused upload uses up no request', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '5', RATE_LIMIT_UPLOADS: '2' })
    const key = await createKey(server, await createUser(server), ['flights:read', 'flights:write'])
    const post = async (path: string) => {
      const init = { method: 'POST', headers: bearer(key), body: 'no IGC file' }
      const response = await server.fetch(path, init)
      return [response.status, readLimit(response).limit, readLimit(response).remaining]
    }
    assert.deepEqual(await post('/api/v1/flights/upload'), [400, 2, 1])
    // Trying a file costs us the same as an upload.
    assert.deepEqual((await post('/api/v1/flights/validate')).slice(1), [2, 0])
    assert.deepEqual(await post('/api/v1/flights/upload'), [429, 2, 0])
    assert.deepEqual(await post('/api/v1/flights/upload?filename=a.igc'), [429, 2, 0])
    const read = await server.fetch('/api/v1/test-read', { headers: bearer(key) })
    assert.deepEqual([read.status, readLimit(read).limit, readLimit(read).remaining], [200, 5, 2])
  })

  test('the description of every public route has the 429', async (context) => {
    const server = await start(context, {})
    const { paths } = (await (await server.fetch('/api/v1/openapi.json?part=all')).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
    }
    const limited = Object.entries(paths).filter(([path]) => /^\/api\/(v1|oauth)/.test(path))
    assert.ok(limited.length >= 10)
    for (const [path, methods] of limited) {
      for (const [method, { responses }] of Object.entries(methods)) {
        // A revocation is never refused.
        if (path === '/api/oauth/revoke') continue
        assert.ok(responses['429'], `${method} ${path}`)
      }
    }
  })

  test('two keys have two budgets, two tokens of one user and application share one', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '2' })
    const user = await createUser(server)
    const application = await createApplication(server, user.id)
    const remaining = async (secret: string) =>
      readLimit(await server.fetch('/api/v1/test-read', { headers: bearer(secret) })).remaining
    assert.equal(await remaining(await createKey(server, user, ['flights:read'])), 1)
    assert.equal(await remaining(await createKey(server, user, ['flights:read'])), 1)
    assert.equal(await remaining(await createToken(server, user.id, application)), 1)
    assert.equal(await remaining(await createToken(server, user.id, application)), 0)
    const other = await createUser(server)
    assert.equal(await remaining(await createToken(server, other.id, application)), 1)
  })

  test('unauthenticated requests and bad tokens count by address, and leave a key its own budget', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '2', TRUST_PROXY: '1' })
    const from = (address: string, headers = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } })
    assert.equal((await server.fetch('/api/v1', from('203.0.113.1'))).status, 200)
    const bad = await server.fetch('/api/v1/test-read', from('203.0.113.1', bearer('cst_key_wrong')))
    assert.equal(bad.status, 401)
    assert.equal((await server.fetch('/api/v1', from('203.0.113.1'))).status, 429)
    assert.equal((await server.fetch('/api/v1', from('203.0.113.2'))).status, 200)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    assert.equal((await server.fetch('/api/v1/test-read', from('203.0.113.1', bearer(key)))).status, 200)
    assert.equal((await server.fetch('/api/v1', from('2001:db8::1'))).status, 200)
    assert.equal((await server.fetch('/api/v1', from('2001:db8::2'))).status, 200)
    assert.equal((await server.fetch('/api/v1', from('2001:db8::3'))).status, 429)
  })

  test('a limit of 0 switches the limit and its headers off', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_OAUTH: '0' })
    for (let count = 0; count < 5; count++) {
      const response = await server.fetch('/api/v1')
      assert.deepEqual([response.status, response.headers.get('x-ratelimit-limit')], [200, null])
    }
    assert.equal((await server.fetch('/api/oauth/test-token', { method: 'POST' })).status, 200)
  })

  test('the operator’s quota of an application takes precedence over the general one', async (context) => {
    const server = await start(context, { RATE_LIMIT_REQUESTS: '2' })
    const user = await createUser(server)
    const application = await createApplication(server, user.id)
    const token = await createToken(server, user.id, application)
    const limit = (...words: string[]) => runAdmin(server, ['app', 'limit', '--app', application, ...words])
    const call = async () =>
      readLimit(await server.fetch('/api/v1/test-read', { headers: bearer(token) })).limit
    assert.equal(await call(), 2)
    const set = await limit('--requests', '5', '--uploads', '7')
    assert.deepEqual(set.output, { app: application, requests: 5, uploads: 7 })
    assert.equal(await call(), 5)
    assert.deepEqual((await limit('--requests', 'default')).output, {
      app: application,
      requests: null,
      uploads: 7,
    })
    assert.equal(await call(), 2)
    assert.deepEqual((await limit('--requests', '0')).code, 0)
    assert.ok(Number.isNaN(await call()))
    assert.match((await limit('--requests', 'many')).error, /takes a whole number/)
    assert.match((await limit()).error, /Give --requests, --uploads or both/)
    const unknown = await runAdmin(server, ['app', 'limit', '--app', 'f'.repeat(24), '--requests', '1'])
    assert.equal(unknown.code, 1)
    assert.match(unknown.error, /^There is no application f+\.$/)
  })

  test('/api/oauth is limited per client and address', async (context) => {
    const server = await start(context, { RATE_LIMIT_OAUTH: '2', TRUST_PROXY: '1' })
    const post = async (address: string, clientId: string, viaBasic = false) => {
      const basic = `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}`
      const response = await server.fetch('/api/oauth/test-token', {
        method: 'POST',
        headers: { 'x-forwarded-for': address, ...(viaBasic ? { authorization: basic } : {}) },
        body: new URLSearchParams(viaBasic ? {} : { client_id: clientId }),
      })
      return response.status
    }
    const [one, two] = ['a'.repeat(24), 'b'.repeat(24)]
    assert.equal(await post('203.0.113.1', one), 200)
    assert.equal(await post('203.0.113.1', one, true), 200)
    assert.equal(await post('203.0.113.1', one), 429)
    assert.equal(await post('203.0.113.1', one, true), 429)
    assert.equal(await post('203.0.113.2', one), 200)
    assert.equal(await post('203.0.113.1', two), 200)
    // Invented client ids share the budget of their address.
    assert.equal(await post('203.0.113.1', 'invented-1'), 200)
    assert.equal(await post('203.0.113.1', 'invented-2'), 200)
    assert.equal(await post('203.0.113.1', 'invented-3'), 429)
    const refused = await server.fetch('/api/oauth/nothing', {
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
    assert.equal(refused.status, 429)
    assert.deepEqual(Object.keys((await refused.json()) as object), [
      'success',
      'error',
      'retryAfter',
      'error_description',
    ])
  })

  test('sign-in is limited per account and address, whatever the case of the account', async (context) => {
    const server = await start(context, {})
    const guessLimit = createGuessLimit(server.services)
    const requireSignIn = (account: string, ip: string) => guessLimit.attempt(account, ip, undefined)
    for (let count = 0; count < 10; count++) await requireSignIn('Ada@example.org', '203.0.113.1')
    await assert.rejects(requireSignIn(' ada@EXAMPLE.org', '203.0.113.1'), { status: 429 })
    await requireSignIn('ada@example.org', '203.0.113.2')
    await requireSignIn('bob@example.org', '203.0.113.1')
    server.advance(600_000)
    await requireSignIn('ada@example.org', '203.0.113.1')
  })

  test('a separate limiter returns the time to wait', async (context) => {
    const server = await start(context, {})
    const limiter = createLimiter(server.services, 'guesses', 1, 30)
    assert.equal((await limiter.consume('x')).retryAfterSeconds, 0)
    server.advance(10_000)
    const { isAllowed, retryAfterSeconds } = await limiter.consume('x')
    assert.equal(isAllowed, false)
    assert.ok(retryAfterSeconds >= 19 && retryAfterSeconds <= 20, String(retryAfterSeconds))
    assert.equal((await createLimiter(server.services, 'others', 1, 30).consume('x')).isAllowed, true)
  })
})
