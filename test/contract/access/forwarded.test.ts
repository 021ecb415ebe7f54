// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

suite('behind a proxy', () => {
  const start = (context: Parameters<typeof startServer>[0], environment: Record<string, string>) =>
    startServer(context, {
      environment: { RATE_LIMIT_REQUESTS: '1', ...environment },
      addRoutes: (app) =>
        app.get(
          '/test-ip',
          { schema: { hide: true }, config: { doors: { public: 'none' } } },
          async ({ ip }) => ({ ip }),
        ),
    })
  const askIp = async (server: TestServer, forwarded: string) => {
    const response = await server.fetch('/test-ip', { headers: { 'x-forwarded-for': forwarded } })
    return ((await response.json()) as { ip: string }).ip
  }

  test('a forwarded value that is no address is ignored', async (context) => {
    const server = await start(context, { TRUST_PROXY: '1' })
    for (const junk of ['unknown', '_hidden', '"><script>', '999.1.1.1', 'localhost', ' , ,']) {
      assert.match(await askIp(server, junk), /^(::ffff:)?127\.0\.0\.1$|^::1$/, junk)
    }
    assert.equal(await askIp(server, '203.0.113.9'), '203.0.113.9')
    assert.equal(await askIp(server, '203.0.113.9:4711'), '203.0.113.9')
    assert.equal(await askIp(server, '[2001:db8::9]:443'), '2001:db8::9')
  })

  test('of several hops only the trusted ones count', async (context) => {
    const server = await start(context, { TRUST_PROXY: '1' })
    assert.equal(await askIp(server, '198.51.100.1, 203.0.113.9'), '203.0.113.9')
    const two = await start(context, { TRUST_PROXY: '2' })
    assert.equal(await askIp(two, '192.0.2.7, 198.51.100.1, 203.0.113.9'), '198.51.100.1')
    const network = await start(context, { TRUST_PROXY: '127.0.0.0/8, ::1, 10.0.0.0/8' })
    assert.equal(await askIp(network, '198.51.100.1, 10.1.2.3'), '198.51.100.1')
  })

  test('metrics need their token even from this machine', async (context) => {
    const server = await start(context, { TRUST_PROXY: '1' })
    assert.equal((await server.fetch('/metrics')).status, 403)
    const guarded = await start(context, { TRUST_PROXY: '1', METRICS_TOKEN: 'a-token-of-the-operator' })
    assert.equal((await guarded.fetch('/metrics')).status, 401)
    const headers = { authorization: 'Bearer a-token-of-the-operator' }
    assert.equal((await guarded.fetch('/metrics', { headers })).status, 200)
    const direct = await start(context, {})
    assert.equal((await direct.fetch('/metrics')).status, 200)
    // A request passed on by a proxy on this machine comes from elsewhere, whichever header says so.
    const signs = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9',
    }
    for (const [name, value] of Object.entries({ ...signs, 'x-real-ip': '203.0.113.9', via: '1.1 proxy' }))
      assert.equal((await direct.fetch('/metrics', { headers: { [name]: value } })).status, 403, name)
  })
})

suite('what is one user’s', () => {
  test('is kept in no cache: every answer of /app/api, errors too, and the profile', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    for (const path of ['/app/api/account', '/app/api/keys', '/app/api/nothing']) {
      const response = await server.fetch(path, { headers })
      assert.equal(response.headers.get('cache-control'), 'no-store', path)
    }
    assert.equal((await server.fetch('/app/api/keys')).headers.get('cache-control'), 'no-store')
  })
})

suite('well-known addresses', () => {
  test('security.txt names the operator’s contact, and is absent without one', async (context) => {
    const server = await startServer(context, { environment: { SECURITY_CONTACT: 'security@fly.example' } })
    const response = await server.fetch('/.well-known/security.txt')
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    const text = await response.text()
    assert.match(text, /^Contact: mailto:security@fly\.example$/m)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    assert.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000)
    const without = await startServer(context)
    assert.equal((await without.fetch('/.well-known/security.txt')).status, 404)
  })

  test('change-password leads to where the password is changed', async (context) => {
    const server = await startServer(context)
    const response = await server.fetch('/.well-known/change-password')
    assert.equal(response.status, 302)
    assert.match(response.headers.get('location') ?? '', /^\/app\/settings\/security/)
  })
})
