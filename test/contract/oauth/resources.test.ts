// run: all
// Resource indicators: RFC 8707, with the metadata of RFC 9728.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  asClient,
  authorize,
  basic,
  createPkce,
  decideDevice,
  obtainTokens,
  postForm,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'

suite('a token for one resource', async () => {
  const server = await shareServer()
  const { headers } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const [api, mcp] = [server.url, `${server.url}/mcp`]
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_flights', arguments: {} },
  })

  const callApi = (token: string | undefined) =>
    server.fetch('/api/v1/flights', { headers: bearer(token ?? '') })
  const callMcp = (token: string | undefined) =>
    server.fetch('/mcp', {
      method: 'POST',
      headers: {
        ...bearer(token ?? ''),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-06-18',
      },
      body,
    })
  const statuses = async (token: string | undefined) => [
    (await callApi(token)).status,
    (await callMcp(token)).status,
  ]
  const introspect = async (token: string | undefined) =>
    (
      await postForm(
        server,
        '/api/oauth/introspect',
        { token: token ?? '' },
        basic(application.id, application.secret),
      )
    ).body
  const start = (parameters: Record<string, string> = {}) =>
    obtainTokens(server, application, { headers, parameters })

  test('is refused at the other, and introspection names its audience', async () => {
    for (const [resource, expected, aud] of [
      [mcp, [401, 200], [mcp]],
      [`${mcp}/`, [401, 200], [mcp]],
      [api, [200, 401], [api]],
      [`${api}/`, [200, 401], [api]],
    ] as const) {
      const tokens = await start({ resource })
      assert.deepEqual(await statuses(tokens.access_token), expected, resource)
      assert.deepEqual((await introspect(tokens.access_token)).aud, aud)
      assert.deepEqual((await introspect(tokens.refresh_token)).aud, aud)
    }
    const tokens = await start()
    assert.deepEqual(await statuses(tokens.access_token), [200, 200], 'without it: both')
    assert.equal('aud' in (await introspect(tokens.access_token)), false)
  })

  test('is told what is wrong, and where the metadata is that names what to ask for', async () => {
    const { access_token: token } = await start({ resource: api })
    const refused = await callMcp(token)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    assert.match(
      challenge,
      /error="invalid_token", error_description="The token was issued for another resource."/,
    )
    const named = /resource_metadata="([^"]*)"/.exec(challenge)?.[1]
    assert.equal(named, `${server.url}/.well-known/oauth-protected-resource/mcp`)
    const metadata = (await (await fetch(named)).json()) as Record<string, unknown>
    assert.equal(metadata.resource, mcp)
    assert.deepEqual(metadata.authorization_servers, [server.url])
    assert.deepEqual(metadata.scopes_supported, ['flights:read', 'profile:read'])
    assert.equal((await fetch(String(metadata.resource_documentation))).status, 200)
    assert.equal(refused.headers.get('x-oauth-scopes'), null)
  })

  test('for /mcp opens no other path, whatever a request says of itself', async () => {
    const { access_token: token } = await start({ resource: mcp })
    for (const path of [
      '/api/v1/profile',
      '/api/v1/events',
      '/api/v1/flights?x=/mcp',
      '/api/v1/../v1/flights',
      '/api/v1/connection',
    ]) {
      const init = { headers: { ...bearer(token), 'x-forwarded-uri': '/mcp', 'x-original-url': '/mcp' } }
      const method = path.endsWith('connection') ? 'DELETE' : 'GET'
      assert.equal((await server.fetch(path, { ...init, method })).status, 401, path)
    }
    const answer = await (await callMcp(token)).text()
    assert.match(answer, /pagination/, 'and /mcp reads with it what it may read')
    assert.equal((await callApi(token)).status, 401, 'also while it does')
  })

  test('signs its user in: the authorization server says to whom it belongs', async () => {
    const { access_token: token } = await start({ resource: mcp, scope: 'openid flights:read' })
    assert.equal((await server.fetch('/api/oauth/userinfo', { headers: bearer(token) })).status, 200)
  })

  test('2.2: a token request narrows what was authorized, and never widens it', async () => {
    const { verifier, challenge } = createPkce()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const obtainCode = async (parameters: Record<string, string>) =>
      (await authorize(server, application, { headers, parameters: { ...pkce, ...parameters } })).get(
        'code',
      ) ?? ''
    const exchange = (code: string, resource: string) =>
      postToken(server, application, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT_URI,
        code_verifier: verifier,
        resource,
      })
    const narrow = await obtainCode({ resource: mcp })
    const widened = await exchange(narrow, api)
    assert.deepEqual([widened.status, widened.body.error], [400, 'invalid_target'])
    assert.equal((await exchange(narrow, mcp)).status, 200, 'the code was not spent')

    const open = (await exchange(await obtainCode({}), mcp)).body
    assert.deepEqual(await statuses(open.access_token), [401, 200])
    const again = await refresh(server, application, open.refresh_token ?? '')
    assert.deepEqual(await statuses(again.body.access_token), [200, 200], 'the authorization was for both')
    const narrowed = await postToken(server, application, {
      grant_type: 'refresh_token',
      refresh_token: again.body.refresh_token ?? '',
      resource: api,
    })
    assert.deepEqual(await statuses(narrowed.body.access_token), [200, 401])

    const bound = await start({ resource: mcp })
    const form = { grant_type: 'refresh_token', refresh_token: bound.refresh_token ?? '' }
    const refused = await postToken(server, application, { ...form, resource: api })
    assert.equal(refused.body.error, 'invalid_target')
    const kept = await postToken(server, application, form)
    assert.deepEqual(await statuses(kept.body.access_token), [401, 200], 'and a refresh keeps it')
  })

  test('is to be had by a device and by the application itself', async () => {
    const started = await postForm(server, '/api/oauth/device_authorization', {
      ...asClient(application),
      resource: mcp,
    })
    await decideDevice(server, String(started.body.user_code), { headers })
    const poll = (more: Record<string, string>) =>
      postToken(server, application, {
        grant_type: DEVICE_CODE_GRANT,
        device_code: String(started.body.device_code),
        ...more,
      })
    assert.equal((await poll({ resource: api })).body.error, 'invalid_target')
    assert.deepEqual(await statuses((await poll({})).body.access_token), [401, 200])
    const own = await postToken(server, application, { grant_type: 'client_credentials', resource: mcp })
    assert.deepEqual(await statuses(own.body.access_token), [401, 200])
  })

  test('2: what is no resource of ours is invalid_target, wherever it is asked for', async () => {
    const known = [
      `${server.url}/api/v2`,
      `${server.url}/mcp?x`,
      `${server.url}/mcp#x`,
      `${server.url}/mcp//`,
      'https://elsewhere.example/mcp',
      'mcp',
      `${server.url}/MCP`,
    ]
    for (const resource of known) {
      const answer = await authorize(server, application, { headers, parameters: { resource } })
      assert.deepEqual([answer.get('error'), answer.get('code')], ['invalid_target', null], resource)
      const own = await postToken(server, application, { grant_type: 'client_credentials', resource })
      assert.deepEqual([own.status, own.body.error], [400, 'invalid_target'])
      assert.match(String(own.body.error_description), /resource must be http.* or http.*\/mcp\./)
      const device = await postForm(server, '/api/oauth/device_authorization', {
        ...asClient(application),
        resource,
      })
      assert.equal(device.body.error, 'invalid_target')
    }
  })

  test('2: several may be named; both is both, and one that is unknown spoils them all', async () => {
    const ask = (...resources: string[]) =>
      postForm(server, '/api/oauth/token', [
        ...Object.entries({ ...asClient(application), grant_type: 'client_credentials' }),
        ...resources.map((resource): [string, string] => ['resource', resource]),
      ])
    const both = await ask(mcp, api, mcp)
    assert.deepEqual(await statuses(both.body.access_token), [200, 200])
    assert.deepEqual((await introspect(both.body.access_token)).aud, [api, mcp])
    assert.equal((await ask(mcp, 'https://elsewhere.example/')).body.error, 'invalid_target')
  })
})
