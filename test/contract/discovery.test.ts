import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { errorCodes } from '#contract/errors.ts'
import { oauthErrorCodes } from '#contract/oauth.ts'
import { fetchResolved } from '#test/support/description.ts'
import { shareServer, startServer } from '#test/support/server.ts'

suite('discovery and the frame of every answer', async () => {
  const server = await shareServer()

  test('GET /api/v1 says what the service is', async () => {
    const response = await server.fetch('/api/v1')
    const body = (await response.json()) as Record<string, unknown>
    assert.equal(response.status, 200)
    assert.equal(body.name, 'Cloudstreet')
    assert.equal(body.version, '1.0.0')
    const manifest = new URL('../../package.json', import.meta.url)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    assert.equal(body.release, 'alpha.28')
    assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.equal(body.softwareVersion, version)
    for (const name of ['sdk', 'cli']) {
      const path = new URL(`../../${name}/package.json`, import.meta.url)
      assert.equal((JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version, version, name)
    }
    assert.ok(response.headers.get('x-request-id'))
  })

  test('GET /api/v1/openapi.json is OpenAPI 3.1 of version 1.0.0', async () => {
    const body = (await (await server.fetch('/api/v1/openapi.json')).json()) as {
      openapi: string
      info: { version: string }
    }
    assert.match(body.openapi, /^3\.1\./)
    assert.equal(body.info.version, '1.0.0')
  })

  test('the description lists the codes of an error, and leaves the list open', async () => {
    type Field = { type: string; enum?: string[]; examples: string[]; description: string }
    type Answer = { content: { 'application/json': { schema: { properties: { error: Field } } } } }
    const { paths } = (await fetchResolved(server)) as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
    }
    const errorOf = (path: string, method: string, status: number) =>
      paths[path]?.[method]?.responses[status]?.content['application/json'].schema.properties.error
    const ofFlights = errorOf('/api/v1/flights', 'get', 400)
    const ofTokens = errorOf('/api/oauth/token', 'post', 400)
    assert.deepEqual(ofFlights?.examples, errorCodes)
    assert.deepEqual(ofTokens?.examples, oauthErrorCodes)
    for (const field of [ofFlights, ofTokens]) {
      assert.equal(field?.type, 'string')
      assert.equal(field.enum, undefined, 'a later release may add a code')
      for (const code of field.examples) assert.ok(field.description.includes(code), code)
    }
  })

  const refusals: [string, string, RequestInit, number, string, RegExp][] = [
    ['an unknown path', '/api/v1/nothing', {}, 404, 'not_found', /nothing at GET/],
    ['a wrong method', '/api/v1', { method: 'DELETE' }, 405, 'method_not_allowed', /use GET, HEAD/],
    ['a path that is not percent-encoding', '/%ZZ', {}, 400, 'invalid_request', /percent-encoded/],
  ]
  for (const [name, path, init, status, error, sentence] of refusals) {
    test(`${name} is answered ${status} with a sentence and an id`, async () => {
      const response = await server.fetch(path, init)
      const body = (await response.json()) as { error: string; error_description: string }
      assert.equal(response.status, status)
      assert.equal(body.error, error)
      assert.match(body.error_description, sentence)
      assert.ok(response.headers.get('x-request-id'))
      if (status === 405) assert.equal(response.headers.get('allow'), 'GET, HEAD')
    })
  }

  test('health, readiness and metrics answer', async (context) => {
    const server = await startServer(context)
    assert.equal((await server.fetch('/healthz')).status, 200)
    assert.equal((await server.fetch('/readyz')).status, 200)
    const metrics = await server.fetch('/metrics')
    assert.equal(metrics.status, 200)
    assert.match(await metrics.text(), /cloudstreet_http_request_seconds/)
  })

  test('metrics are refused to what a proxy passes on, and to a wrong token', async (context) => {
    const server = await startServer(context)
    const passedOn = await server.fetch('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    assert.equal(passedOn.status, 403)
    const guarded = await startServer(context, { environment: { METRICS_TOKEN: 'watch' } })
    assert.equal((await guarded.fetch('/metrics')).status, 401)
    const allowed = await guarded.fetch('/metrics', { headers: { authorization: 'Bearer watch' } })
    assert.equal(allowed.status, 200)
  })
})
