// GET /.well-known/oauth-authorization-server: RFC 8414.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { shareServer } from '#test/support/server.ts'

suite('GET /.well-known/oauth-authorization-server', async () => {
  const server = await shareServer()

  test('RFC 8414 2: the issuer is the base URL, and every endpoint is under it', async () => {
    const response = await server.fetch('/.well-known/oauth-authorization-server')
    const metadata = (await response.json()) as Record<string, string | string[] | boolean>
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(metadata.issuer, server.url)
    const endpoints = {
      authorization_endpoint: '/oauth/authorize',
      token_endpoint: '/api/oauth/token',
      device_authorization_endpoint: '/api/oauth/device_authorization',
      revocation_endpoint: '/api/oauth/revoke',
      introspection_endpoint: '/api/oauth/introspect',
    }
    for (const [name, path] of Object.entries(endpoints))
      assert.equal(metadata[name], server.url + path, name)
    assert.deepEqual(metadata.response_types_supported, ['code'])
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
    assert.deepEqual(metadata.grant_types_supported, [
      'client_credentials',
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ])
    assert.deepEqual(metadata.token_endpoint_auth_methods_supported, [
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
    assert.equal(metadata.authorization_response_iss_parameter_supported, true)
  })

  test('RFC 9728: a 401 names the metadata of the API, which names the authorization server', async () => {
    const refused = await server.fetch('/api/v1/flights')
    const named = /resource_metadata="([^"]*)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    assert.equal(named, `${server.url}/.well-known/oauth-protected-resource`)
    const response = await fetch(named)
    const metadata = (await response.json()) as Record<string, string | string[]>
    assert.equal(response.status, 200)
    assert.equal(metadata.resource, server.url)
    assert.deepEqual(metadata.authorization_servers, [server.url])
    assert.deepEqual(metadata.bearer_methods_supported, ['header'])
    assert.ok(metadata.scopes_supported?.includes('flights:read'))
  })

  test('every OAuth endpoint is in the OpenAPI description, with its form and its errors', async () => {
    const { paths } = (await (await server.fetch('/api/v1/openapi.json')).json()) as {
      paths: Record<
        string,
        { post?: { requestBody: { content: object }; responses: object; description: string } }
      >
    }
    for (const name of ['token', 'device_authorization', 'revoke', 'introspect']) {
      const operation = paths[`/api/oauth/${name}`]?.post
      assert.deepEqual(Object.keys(operation?.requestBody.content ?? {}), [
        'application/x-www-form-urlencoded',
      ])
      assert.ok(operation?.description)
      const expected = name === 'revoke' ? ['200', '431'] : ['200', '400', '401', '413', '429']
      assert.deepEqual(Object.keys(operation?.responses ?? {}), expected)
    }
    assert.ok(paths['/.well-known/oauth-authorization-server'])
    assert.equal(paths['/app/api/applications'], undefined)
  })
})
