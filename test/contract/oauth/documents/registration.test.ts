// run: all
// Programs that register themselves (RFC 7591), where the operator allows it.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Connection } from '#dashboard/applications.ts'
import { languages } from '#language/preferences.ts'
import { pruneRows } from '#server/prune.ts'
import { answerOf } from '#test/support/documents/client.ts'
import { authorizePath, createPkce, decide, postForm } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const CALLBACK = 'http://localhost:3334/oauth/callback'
const DAY_MS = 86_400_000
/** As mcp-remote sends it. */
const metadata = {
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  client_name: 'Thermal Assistant',
  client_uri: 'https://assistant.example',
  software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
}

interface Registered {
  client_id: string
  error: string
  [member: string]: unknown
}

async function register(server: TestServer, sent: unknown, headers: Record<string, string> = {}) {
  const answer = await server.fetch('/api/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Registered }
}

suite('a program that registers itself', async () => {
  const environment = { CLIENT_REGISTRATION: 'true', RATE_LIMIT_OAUTH: '0', RATE_LIMIT_REQUESTS: '0' }
  const server = await startServer({ after }, { environment })
  const { sql } = server.services.db
  const { verifier, challenge } = createPkce()
  const open = (clientId: string, headers: Record<string, string>, more: Record<string, string> = {}) => {
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: 'flights:read',
    }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    return server.fetch(authorizePath({ ...asked, ...pkce, ...more }), { headers })
  }

  test('finds no way to unless the operator has switched it on', async () => {
    const other = await shareServer()
    const read = async (one: TestServer) =>
      (await (await one.fetch('/.well-known/oauth-authorization-server')).json()) as Record<string, unknown>
    assert.equal('registration_endpoint' in (await read(other)), false)
    assert.equal((await register(other, metadata)).status, 404)
    assert.equal((await read(server)).registration_endpoint, `${server.url}/api/oauth/register`)
  })

  test('is a public client that only reads, and is answered as it was registered', async () => {
    const { status, body, headers } = await register(server, {
      ...metadata,
      scope: 'flights:delete nonsense',
    })
    assert.equal(status, 201)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { client_id: id, client_id_issued_at: issuedAt, ...others } = body
    assert.match(id, /^[0-9a-f]{24}$/)
    assert.equal(issuedAt, Math.floor(server.services.now() / 1000))
    assert.deepEqual(others, {
      client_name: 'Thermal Assistant',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'flights:read profile:read',
    })
  })

  test('is refused in the words of RFC 7591 where it asks for too much', async () => {
    const refused: [object, string][] = [
      [{ ...metadata, redirect_uris: undefined }, 'invalid_redirect_uri'],
      [{ ...metadata, redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ ...metadata, redirect_uris: [5] }, 'invalid_redirect_uri'],
      [{ ...metadata, redirect_uris: ['http://assistant.example/callback'] }, 'invalid_redirect_uri'],
      [{ ...metadata, redirect_uris: [CALLBACK, 'com.example.app:/callback'] }, 'invalid_redirect_uri'],
      [{ ...metadata, redirect_uris: ['https://assistant.example/*'] }, 'invalid_redirect_uri'],
      [{ ...metadata, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ ...metadata, response_types: ['token'] }, 'invalid_client_metadata'],
      [[], 'invalid_client_metadata'],
    ]
    for (const [sent, code] of refused) {
      const { status, body } = await register(server, sent)
      assert.deepEqual([status, body.error], [400, code], JSON.stringify(sent))
    }
    const imposter = await register(server, { ...metadata, client_name: 'Cloudstreet' })
    assert.equal('client_name' in imposter.body, false)
  })

  test('is asked about by where it returns to, and its name is said to be unchecked, in every language', async () => {
    const { headers } = await createSignedInUser(server)
    const { body } = await register(server, metadata)
    const page = await (await open(body.client_id, headers)).text()
    assert.match(page, /<h1>Allow localhost:3334\?<\/h1>/)
    assert.match(
      page,
      /<strong>Registered itself\.<\/strong>\s+Nobody has checked this application or its name/,
    )
    assert.match(
      page,
      /It calls itself “Thermal Assistant”\.\s+Allow it only if you have just started it yourself/,
    )
    const titles = new Set<string>()
    for (const language of languages) {
      const shown = await (await open(body.client_id, { ...headers, 'accept-language': language })).text()
      assert.ok(shown.includes('Thermal Assistant'), language)
      titles.add(/<strong>(.+?)<\/strong>/.exec(shown)?.[1] ?? '')
    }
    assert.equal(titles.size, languages.length)
  })

  test('is sent no error, and no other address is, before its user has allowed it', async () => {
    const { headers } = await createSignedInUser(server)
    const { body } = await register(server, { ...metadata, redirect_uris: ['https://assistant.example/cb'] })
    const to = (uri: string, more = {}) => open(body.client_id, headers, { redirect_uri: uri, ...more })
    for (const uri of ['https://assistant.example/cb/', 'https://assistant.example/cb?x=1', CALLBACK])
      assert.equal((await to(uri)).status, 400, uri)
    const refused = await to('https://assistant.example/cb', { response_type: 'token' })
    assert.deepEqual([refused.status, refused.headers.get('location')], [400, null])
    assert.equal((await to('https://assistant.example/cb', { code_challenge: '' })).status, 400)
    assert.equal((await to('https://assistant.example/cb', { scope: 'flights:delete' })).status, 400)
  })

  test('is listed by its address and its name, and gone when no user allowed it within a day', async () => {
    const { headers } = await createSignedInUser(server)
    const [used, unused] = [await register(server, metadata), await register(server, metadata)]
    const page = await (await open(used.body.client_id, headers)).text()
    const code = answerOf(await decide(server, page, { headers })).get('code') ?? ''
    const grant = { grant_type: 'authorization_code', client_id: used.body.client_id, redirect_uri: CALLBACK }
    const token = await postForm(server, '/api/oauth/token', { ...grant, code, code_verifier: verifier })
    assert.equal(token.status, 200, JSON.stringify(token.body))
    const listed = await (await server.fetch('/app/api/connections', { headers })).json()
    const [connection] = (listed as { items: Connection[] }).items
    assert.deepEqual(
      [connection?.applicationName, connection?.isSelfRegistered],
      ['localhost (“Thermal Assistant”)', true],
    )
    server.advance(DAY_MS + 1000)
    while (await pruneRows(server.services));
    const left = await sql<{
      id: string
    }>`select id from applications where self_registered order by created_at`
    assert.deepEqual(left, [{ id: used.body.client_id }])
    assert.equal((await open(unused.body.client_id, headers)).status, 400)
  })

  test('connects the official client of assistants, which no document describes', async () => {
    const { headers } = await createSignedInUser(server)
    const kept: Record<string, unknown> = {}
    const provider: OAuthClientProvider = {
      redirectUrl: CALLBACK,
      clientMetadata: metadata,
      clientInformation: () => kept.client as never,
      saveClientInformation: (client) => void (kept.client = client),
      tokens: () => kept.tokens as never,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void (kept.opened = url),
      saveCodeVerifier: (text) => void (kept.verifier = text),
      codeVerifier: () => String(kept.verifier),
    }
    const transport = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', server.url), { authProvider: provider })
    const first = transport()
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
    assert.match((kept.client as Registered).client_id, /^[0-9a-f]{24}$/)
    const page = await (await server.fetch(String(kept.opened), { headers })).text()
    const back = new URL((await decide(server, page, { headers })).headers.get('location') ?? '')
    await first.finishAuth(back.searchParams)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    const { isError } = await client.callTool({ name: 'get_profile', arguments: {} })
    assert.notEqual(isError, true)
  })

  test('is one of 20 in an hour from one network', async () => {
    server.advance(2 * 3_600_000)
    const statuses: number[] = []
    for (let count = 0; count < 22; count++) statuses.push((await register(server, metadata)).status)
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 201), 429, 429])
  })
})
