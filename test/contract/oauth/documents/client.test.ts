// run: all
// Unregistered clients: draft-ietf-oauth-client-id-metadata-document.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Connection } from '#dashboard/applications.ts'
import { readDocument } from '#server/oauth/documents/document.ts'
import { pruneRows } from '#server/prune.ts'
import { saveUnowned } from '#server/oauth/stores/applications.ts'
import { answerOf, createDocumentClient, documentSettings, newPath } from '#test/support/documents/client.ts'
import { hasOpenssl, startDocumentHost } from '#test/support/documents/host.ts'
import { authorizePath, callApi, decide, postForm } from '#test/support/oauth.ts'
import { confirmIdentity, bearer, createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000

suite('a client that describes itself', { skip: !hasOpenssl && 'no openssl' }, async () => {
  const host = await startDocumentHost({ after })
  const server = await startServer({ after }, { environment: documentSettings })
  const { sql } = server.services.db
  const { open, exchange, connect } = createDocumentClient(server)

  test('is announced in the metadata', async () => {
    const answer = await server.fetch('/.well-known/oauth-authorization-server')
    const metadata = (await answer.json()) as Record<string, unknown>
    assert.equal(metadata.client_id_metadata_document_supported, true)
  })

  test('is asked about with its host and the words "Not registered here", and then works like others', async () => {
    const { user, headers } = await createSignedInUser(server)
    const clientId = host.publish(newPath())
    const page = await open(clientId, headers, { scope: 'flights:read profile:read openid' })
    const text = await page.text()
    assert.equal(page.status, 200, text)
    const shown = new URL(clientId).host
    assert.ok(text.includes(`<h1>Allow ${shown}?</h1>`))
    assert.match(text, /<strong>Not registered here\.<\/strong>/)
    assert.match(text, /It calls itself “Thermal Assistant”/)
    const code = answerOf(await decide(server, text, { headers })).get('code') ?? ''
    const { body } = await exchange(clientId, code)
    assert.equal(await callApi(server, body.access_token), 200)
    const claims = JSON.parse(
      Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString(),
    ) as object
    assert.equal('aud' in claims && claims.aud, clientId)
    const known = await postForm(
      server,
      '/api/oauth/introspect',
      { token: body.access_token ?? '' },
      bearer(body.access_token ?? ''),
    )
    assert.deepEqual([known.body.client_id, known.body.sub], [clientId, user.id])
    const refreshed = await postForm(server, '/api/oauth/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: body.refresh_token ?? '',
    })
    assert.equal(await callApi(server, refreshed.body.access_token), 200)

    assert.ok(answerOf(await open(clientId, headers)).get('code'), 'what was allowed is not asked again')
    const listed = (await (await server.fetch('/app/api/connections', { headers })).json()) as {
      items: Connection[]
    }
    const [connection] = listed.items
    assert.deepEqual(
      [connection?.applicationName, connection?.documentUrl, connection?.ownerName],
      [shown, clientId, null],
    )
    const ended = await server.fetch(`/app/api/connections/${connection?.applicationId}`, {
      method: 'DELETE',
      headers,
    })
    assert.equal(ended.status, 204)
    assert.equal(await callApi(server, refreshed.body.access_token), 401)
    assert.equal((await open(clientId, headers)).status, 200, 'and is asked again')
    const out = await server.fetch(`/oauth/end-session?id_token_hint=${String(body.id_token)}`, { headers })
    assert.match(await out.text(), /You are signed out/)
  })

  test('is not read for a visitor, nor for the token and device endpoints', async () => {
    const clientId = host.publish(newPath())
    const before = host.asked.length
    const visitor = await open(clientId, {}, { prompt: 'none' })
    const location = visitor.headers.get('location') ?? ''
    assert.match(location, /^\/sign-in\?return_to=/)
    assert.ok((await (await server.fetch(location)).text()).includes(new URL(clientId).host))
    assert.equal((await exchange(clientId, 'nonsense')).status, 401)
    const device = await postForm(server, '/api/oauth/device_authorization', { client_id: clientId })
    assert.equal(device.status, 401)
    assert.equal(host.asked.length, before)
    const { headers } = await createSignedInUser(server)
    await open(clientId, headers)
    const known = await postForm(server, '/api/oauth/device_authorization', { client_id: clientId })
    assert.equal(known.body.error, 'unauthorized_client')
    const secret = await exchange(clientId, 'nonsense', { client_secret: 'x' })
    assert.equal(secret.body.error, 'invalid_client')
  })

  test('gets codes at its own origin and on loopback, at no other address', async () => {
    const { headers } = await createSignedInUser(server)
    const evil = 'https://evil.example/callback'
    const clientId = host.publish(newPath(), {
      redirect_uris: [
        `${host.origin()}/callback`,
        evil,
        `${host.origin('other.localhost')}/callback`,
        'http://localhost/cb',
        'http://127.0.0.1/cb',
        'com.example.app:/cb',
      ],
    })
    for (const [redirectUri, status] of [
      [`${host.origin()}/callback`, 200],
      ['http://127.0.0.1:53123/cb', 200],
      ['http://localhost:53123/cb', 200],
      ['http://localhost/cb', 200],
      ['http://localhost:53123/other', 400],
      ['http://localhost:53123@evil.example/cb', 400],
      [evil, 400],
      [`${host.origin('other.localhost')}/callback`, 400],
      ['com.example.app:/cb', 400],
      [`${host.origin()}/callback/..`, 400],
    ] as const)
      assert.equal((await open(clientId, headers, { redirect_uri: redirectUri })).status, status, redirectUri)
    const program = await (await open(clientId, headers, { redirect_uri: 'http://localhost:9/cb' })).text()
    assert.match(program, /A program on this computer says that it is from/)
    await decide(server, program, { headers })
    const again = await open(clientId, headers, { redirect_uri: 'http://localhost:9/cb' })
    assert.equal(again.status, 200, 'any program could be there: it is asked for every time')
  })

  test('needs PKCE, gets what it declares and only reads without, and never what cannot be undone', async () => {
    const { headers } = await createSignedInUser(server)
    const reader = host.publish(newPath())
    const asked = { response_type: 'code', client_id: reader, redirect_uri: `${host.origin()}/callback` }
    assert.match(
      await (await server.fetch(authorizePath(asked), { headers })).text(),
      /code_challenge is missing/,
    )
    for (const scope of ['flights:write', 'flights:delete', 'profile:email'])
      assert.match(await (await open(reader, headers, { scope })).text(), /not registered for the scope/)
    const writer = host.publish(newPath(), { scope: 'flights:write flights:delete unknown' })
    assert.equal((await open(writer, headers, { scope: 'flights:write' })).status, 200)
    assert.match(await (await open(writer, headers, { scope: 'flights:delete' })).text(), /not registered/)
    const once = host.publish(newPath(), { grant_types: undefined })
    assert.equal((await connect(once, headers)).refresh_token, undefined)
  })

  test('is read again when its time is over, within bounds; a failure is not kept', async () => {
    const { user, headers } = await createSignedInUser(server)
    const readsOf = async (cacheControl: string, advances: number[]) => {
      const path = newPath()
      const clientId = host.publish(path, {}, { 'cache-control': cacheControl })
      await open(clientId, headers)
      for (const seconds of advances) {
        server.advance(seconds * 1000)
        await confirmIdentity(server, user)
        assert.equal((await open(clientId, headers)).status, 200)
      }
      return host.asked.filter((asked) => asked === path).length
    }
    assert.equal(await readsOf('max-age=1200', [1190, 20]), 2)
    assert.equal(await readsOf('no-store', [200, 200]), 2, 'not more often than every five minutes')
    assert.equal(await readsOf('max-age=99999999', [86_000, 600]), 2, 'and once a day')
    const path = newPath()
    const clientId = host.answer(path, (_, response) => response.writeHead(503).end())
    assert.equal((await open(clientId, headers)).status, 400)
    host.publish(path)
    assert.equal((await open(clientId, headers)).status, 200)
    const many = await Promise.all(Array.from({ length: 5 }, () => open(host.publish('/same.json'), headers)))
    assert.deepEqual(
      many.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    assert.equal(
      host.asked.filter((asked) => asked === '/same.json').length,
      1,
      'of several at once one goes out',
    )
  })

  test('whose document was replaced is what the new one says; one that is gone gets nothing more', async () => {
    const { headers } = await createSignedInUser(server)
    const path = newPath()
    const clientId = host.publish(path, { scope: 'flights:read flights:write profile:read' })
    await connect(clientId, headers, { scope: 'profile:read' })
    host.publish(path, { redirect_uris: [`${host.origin()}/elsewhere`], scope: 'flights:read profile:read' })
    server.advance(DAY_MS)
    assert.equal((await open(clientId, headers)).status, 400)
    const moved = { redirect_uri: `${host.origin()}/elsewhere` }
    assert.ok(answerOf(await open(clientId, headers, { ...moved, scope: 'profile:read' })).get('code'))
    assert.equal(
      answerOf(await open(clientId, headers, { ...moved, scope: 'flights:write' })).get('error'),
      'invalid_scope',
    )
    host.answer(path, (_, response) => response.writeHead(404).end())
    server.advance(DAY_MS)
    assert.equal((await open(clientId, headers, moved)).status, 400)
  })

  test('that several nodes read at the same moment is one application', async () => {
    const url = `${host.origin()}${newPath()}`
    const fields = readDocument(url, JSON.stringify({ client_id: url, redirect_uris: ['http://127.0.0.1/'] }))
    const { db, now } = server.services
    const save = () =>
      db.transaction((each) => saveUnowned(each, now(), fields, { url, expiresAt: now() + 1 }))
    const ids = await Promise.all(Array.from({ length: 8 }, save))
    assert.equal(new Set(ids).size, 1)
    const [row] = await sql<{ count: number }>`
      select count(*) as count from applications where owner_id is null and name = ${fields.name}
        and document_url is null`
    assert.equal(row?.count, 0, 'and no other is left behind')
  })

  test('that no user has allowed anything is forgotten after a while', async () => {
    const { headers } = await createSignedInUser(server)
    const [unused, used] = [host.publish(newPath()), host.publish(newPath())]
    await open(unused, headers)
    await connect(used, headers)
    server.advance(3 * DAY_MS)
    while (await pruneRows(server.services));
    const left = await sql<{ url: string }>`
      select document_url as url from applications where document_url in (${unused}, ${used})`
    assert.deepEqual(left, [{ url: used }])
  })
})
