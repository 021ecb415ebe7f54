import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createKey, createUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

const origin = 'https://app.example.org'

suite('applications in a browser, on another origin', async () => {
  const server = await shareServer()

  test('a preflight is answered for every path of the API, and not counted', async () => {
    for (const path of ['/api/v1/flights/upload', '/api/oauth/token', '/api/v1/nothing']) {
      const response = await server.fetch(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        },
      })
      assert.equal(response.status, 204)
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST.*PATCH.*DELETE/)
      assert.match(
        response.headers.get('access-control-allow-headers') ?? '',
        /Authorization.*Idempotency-Key/,
      )
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.equal(response.headers.get('x-ratelimit-remaining'), null)
    }
  })

  test('answers and refusals alike can be read, with the headers that matter', async () => {
    const key = await createKey(server, await createUser(server), ['profile:read'])
    const calls: [number, string, RequestInit][] = [
      [200, '/api/v1/profile', { headers: { origin, authorization: `Bearer ${key}` } }],
      [401, '/api/v1/profile', { headers: { origin } }],
      [404, '/api/v1/nothing', { headers: { origin } }],
      [400, '/api/oauth/token', { method: 'POST', headers: { origin } }],
      [200, '/.well-known/oauth-authorization-server', { headers: { origin } }],
    ]
    for (const [status, path, init] of calls) {
      const response = await server.fetch(path, init)
      assert.equal(response.status, status, path)
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path)
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining/)
    }
  })

  test('OPTIONS without a preflight is a method that is not allowed', async () => {
    const response = await server.fetch('/api/v1/profile', { method: 'OPTIONS' })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, HEAD')
  })

  test('pages and the dashboard, which know a visitor by a cookie, stay closed to other origins', async () => {
    for (const path of ['/sign-in', '/app/api/account', '/oauth/authorize', '/docs']) {
      const response = await server.fetch(path, { headers: { origin } })
      assert.equal(response.headers.get('access-control-allow-origin'), null, path)
      const preflight = await server.fetch(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      assert.notEqual(preflight.status, 204, path)
    }
  })
})
