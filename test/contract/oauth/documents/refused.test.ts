// run: all
// Attacks by a document: draft-ietf-oauth-client-id-metadata-document, security considerations.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { runAdmin } from '#test/support/admin.ts'
import { answerOf, createDocumentClient, documentSettings, newPath } from '#test/support/documents/client.ts'
import { hasOpenssl, startDocumentHost } from '#test/support/documents/host.ts'
import { authorizePath, callApi, postForm } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000

suite(
  'a client that describes itself and is not to be trusted',
  { skip: !hasOpenssl && 'no openssl' },
  async () => {
    const host = await startDocumentHost({ after })
    const server = await startServer({ after }, { environment: documentSettings })
    const { sql } = server.services.db
    const { open, exchange, connect, pkce } = createDocumentClient(server)

    test('that cannot be read, or says what it must not, is shown to the user and never redirected to', async () => {
      const { headers } = await createSignedInUser(server)
      const bad: [string, RegExp][] = [
        [
          host.publish(newPath(), { client_id: `${host.origin()}/another.json` }),
          /client_id is not its own address/,
        ],
        [host.publish(newPath(), { client_secret: 'x' }), /contains a secret/],
        [host.publish(newPath(), { token_endpoint_auth_method: 'client_secret_basic' }), /must be none/],
        [
          host.publish(newPath(), { redirect_uris: ['https://evil.example/cb'] }),
          /None of its redirect_uris/,
        ],
        [host.publish(newPath(), { redirect_uris: undefined }), /redirect_uris must be a list/],
        [host.publish(newPath(), {}, { 'content-type': 'text/html' }), /not served as JSON/],
        [host.publish(newPath(), { filler: 'x'.repeat(6000) }), /more than 5120 bytes/],
        [host.answer(newPath(), (_, response) => response.writeHead(404).end()), /answers 404/],
        [
          host.answer(newPath(), (_, response) =>
            response.writeHead(302, { location: '/client-1.json' }).end(),
          ),
          /answers 302/,
        ],
        [
          host.answer(newPath(), (_, response) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
          ),
          /not a JSON object/,
        ],
        [host.answer(newPath(), (request) => request.socket.destroy()), /cannot be read: connection reset/],
        ['https://nowhere.invalid/client.json', /cannot be read: /],
      ]
      for (const [clientId, sentence] of bad) {
        const page = await open(clientId, headers)
        assert.deepEqual([page.status, page.headers.get('location')], [400, null], clientId)
        assert.match(await page.text(), sentence)
      }
      const stored =
        await sql`select id from applications where document_url in (${bad[0]![0]}, ${bad[6]![0]})`
      assert.equal(stored.length, 0)
    })

    test('is taken only by the one spelling of its address', async () => {
      const { headers } = await createSignedInUser(server)
      const path = newPath()
      const clientId = host.publish(path)
      const { port } = host
      for (const other of [
        `http://app.localhost:${port}${path}`,
        `https://APP.localhost:${port}${path}`,
        `https://app.localhost:${port}/x/..${path}`,
        `https://app.localhost:${port}/%2e${path}`,
        `https://app.localhost:${port}${path}?x=1`,
        `https://app.localhost:${port}${path}#x`,
        `https://user@app.localhost:${port}${path}`,
        `https://app.localhost:${port}/`,
        `https://app.localhost:${port}`,
        `https://пример.localhost:${port}${path}`,
      ]) {
        const asked = {
          response_type: 'code',
          client_id: other,
          redirect_uri: `${host.origin()}/callback`,
          ...pkce,
        }
        const page = await server.fetch(authorizePath(asked), { headers })
        assert.equal(page.status, 400, other)
        assert.match(await page.text(), /unknown or disabled/)
      }
      assert.equal((await open(clientId, headers)).status, 200)
    })

    test('with a host of another alphabet is shown in punycode, and no name it gives itself passes for ours', async () => {
      const { headers } = await createSignedInUser(server)
      const path = newPath()
      host.publish(path, { client_name: 'Cl0udstreet' })
      const text = await (await open(`${host.origin('xn--e1afmkfd.localhost')}${path}`, headers)).text()
      assert.match(text, /<h1>Allow xn--e1afmkfd\.localhost:\d+\?<\/h1>/)
      assert.doesNotMatch(text, /calls itself/)
      const marked = host.publish(newPath(), { client_name: 'Bank‮knaB' })
      assert.doesNotMatch(await (await open(marked, headers)).text(), /calls itself/)
      const markup = host.publish(newPath(), { client_name: '<b>bold</b>' })
      assert.match(await (await open(markup, headers)).text(), /“&lt;b>bold&lt;\/b>”|“&lt;b&gt;bold/)
    })

    test('is sent no error before its user has allowed it: a link alone leads nowhere', async () => {
      const { headers } = await createSignedInUser(server)
      const clientId = host.publish(newPath())
      for (const wrong of [
        { scope: 'nonsense' },
        { response_type: 'token' },
        { resource: 'https://x.example/' },
      ]) {
        const page = await open(clientId, headers, wrong as Record<string, string>)
        assert.deepEqual([page.status, page.headers.get('location')], [400, null])
      }
      assert.equal((await open(clientId, headers, { prompt: 'none' })).status, 200, 'the user decides')
      await connect(clientId, headers)
      assert.equal(
        answerOf(await open(clientId, headers, { scope: 'nonsense' })).get('error'),
        'invalid_scope',
      )
      assert.ok(answerOf(await open(clientId, headers, { prompt: 'none' })).get('code'))
      const moved = await open(clientId, headers, {
        prompt: 'none',
        redirect_uri: 'http://127.0.0.1:9/callback',
      })
      assert.equal(moved.status, 200, 'allowed at one origin, not at another')
    })

    test('of which there are many is not a way to have us ask others: 20 in ten minutes', async () => {
      const { headers } = await createSignedInUser(server)
      for (let times = 0; times < 20; times++) await open(`${host.origin()}/none-${times}.json`, headers)
      const before = host.asked.length
      const page = await open(`${host.origin()}/none-20.json`, headers)
      assert.match(await page.text(), /Too many unknown applications/)
      assert.equal(host.asked.length, before)
      server.advance(600_000)
      assert.match(await (await open(`${host.origin()}/none-21.json`, headers)).text(), /answers 404/)
    })

    test('is disabled by the operator: no token of any pilot works, and it is not even read', async () => {
      const { headers } = await createSignedInUser(server)
      const path = newPath()
      const clientId = host.publish(path)
      const tokens = await connect(clientId, headers)
      const { output } = await runAdmin(server, ['app', 'list'])
      const { applications } = output as {
        applications: { client_id: string; document: string; owner: null }[]
      }
      const listed = applications.find(({ document }) => document === clientId)
      assert.equal(listed?.owner, null)
      await runAdmin(server, ['app', 'disable', '--app', listed.client_id])
      assert.equal(await callApi(server, tokens.access_token), 401)
      server.advance(DAY_MS)
      const reads = host.asked.length
      assert.equal((await open(clientId, headers)).status, 400)
      assert.equal(host.asked.length, reads)
    })

    test('ends where the operator switches them off: nothing is read, refreshed or exchanged', async (context) => {
      const { headers } = await createSignedInUser(server)
      const clientId = host.publish(newPath())
      const tokens = await connect(clientId, headers)
      const code = answerOf(await open(clientId, headers)).get('code') ?? ''
      // A second node on the same database.
      const off = await startServer(context, {
        on: server.environment,
        environment: { ...documentSettings, BASE_URL: server.url, CLIENT_DOCUMENTS: 'false' },
      })
      const at = {
        ...off,
        fetch: (path: string, init?: RequestInit) =>
          fetch(`http://localhost:${off.environment.PORT}${path}`, { redirect: 'manual', ...init }),
      }
      const before = host.asked.length
      const other = createDocumentClient(at)
      assert.match(await (await other.open(clientId, headers)).text(), /unknown or disabled/)
      assert.equal((await other.exchange(clientId, code)).body.error, 'invalid_client')
      const refreshed = await postForm(at, '/api/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: tokens.refresh_token ?? '',
      })
      assert.equal(refreshed.body.error, 'invalid_client')
      const metadata = await at.fetch('/.well-known/oauth-authorization-server')
      const found = (await metadata.json()) as Record<string, unknown>
      assert.equal(found.client_id_metadata_document_supported, false)
      assert.equal(host.asked.length, before)
      assert.equal((await exchange(clientId, code)).status, 200, 'and the code was not spent by it')
    })

    test('at a private address is never asked, unless the operator allows that', async () => {
      const strict = await shareServer()
      const { headers } = await createSignedInUser(strict)
      const before = host.asked.length
      for (const origin of [
        host.origin(),
        `https://127.0.0.1:${host.port}`,
        'https://[::1]:8443',
        'https://169.254.169.254',
        'https://10.0.0.1',
      ]) {
        const page = await createDocumentClient(strict).open(`${origin}/client.json`, headers)
        assert.match(await page.text(), /cannot be read: address not allowed/, origin)
      }
      const metadata = await open(
        'https://169.254.169.254/latest/meta-data',
        (await createSignedInUser(server)).headers,
      )
      assert.match(await metadata.text(), /address not allowed/)
      assert.equal(host.asked.length, before)
    })
  },
)
