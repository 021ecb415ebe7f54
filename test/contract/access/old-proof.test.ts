// run: all
// A session that was last proved long ago gives no one a credential that outlives it, by whatever page.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { commandLineClient } from '#contract/oauth.ts'
import {
  authorize,
  authorizePath,
  decide,
  obtainTokens,
  pollDevice,
  REDIRECT_URI,
  registerApplication,
  startDevice,
} from '#test/support/oauth.ts'
import { createSignedInUser, type TestUser } from '#test/support/people.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const cli = { id: commandLineClient.id, secret: '', owner: undefined as unknown as TestUser }

const asksForProof = (response: Response, path: string) => {
  assert.equal(response.status, 303, path)
  const target = new URL(response.headers.get('location') ?? '', 'http://here')
  assert.deepEqual([target.pathname, target.searchParams.get('again')], ['/sign-in', 'true'], path)
  return target.searchParams.get('return_to') ?? ''
}

async function countAccess({ services }: TestServer) {
  const { sql } = services.db
  const [row] = await sql`
    select (select count(*) from consents) as consents, (select count(*) from codes) as codes,
      (select count(*) from chains) as chains, (select count(*) from credentials) as credentials,
      (select count(*) from device_codes where user_id is not null) as devices`
  return row
}

const nothing = { consents: 0, codes: 0, chains: 0, credentials: 0, devices: 0 }

suite('a session last proved 20 days ago', () => {
  test('allows no device, not even the command-line client that comes with the service', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    server.advance(20 * DAY_MS)
    const { deviceCode, userCode } = await startDevice(server, cli)
    const path = `/oauth/device?user_code=${userCode}`
    assert.equal(asksForProof(await server.fetch(path, { headers, redirect: 'manual' }), path), path)
    assert.equal((await server.fetch('/oauth/device', { headers })).status, 200, 'the code may be typed')
    assert.equal((await pollDevice(server, cli, deviceCode)).body.error, 'authorization_pending')
    assert.deepEqual(await countAccess(server), nothing)
  })

  test('allows no device from a page that was left open', async () => {
    const server = await shareServer()
    const { headers } = await createSignedInUser(server)
    const { userCode } = await startDevice(server, cli)
    const page = await (await server.fetch(`/oauth/device?user_code=${userCode}`, { headers })).text()
    // The code lives for 15 minutes, as a proof does: the proof is the older.
    await server.services.db.sql`update sessions set proved_at = ${server.services.now() - 20 * DAY_MS}`
    asksForProof(await decide(server, page, { headers }), 'POST')
    assert.deepEqual(await countAccess(server), nothing)
  })

  test('gives no first consent', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    const application = await registerApplication(server)
    const path = authorizePath({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: REDIRECT_URI,
      state: 'state-1',
    })
    const page = await (await server.fetch(path, { headers })).text()
    server.advance(20 * DAY_MS)
    asksForProof(await server.fetch(path, { headers, redirect: 'manual' }), path)
    asksForProof(await decide(server, page, { headers }), 'POST')
    assert.deepEqual(await countAccess(server), nothing)
    const denied = await decide(server, page, { headers, decision: 'deny' })
    assert.match(denied.headers.get('location') ?? '', /error=access_denied/, 'who denies proves nothing')
  })

  test('goes on silently with a known application at the same origin, and only there', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    const elsewhere = 'https://elsewhere.example.org/callback'
    const application = await registerApplication(server, { redirectUris: [REDIRECT_URI, elsewhere] })
    const scope = 'flights:read'
    await obtainTokens(server, application, { headers, parameters: { scope } })
    server.advance(20 * DAY_MS)
    assert.ok((await authorize(server, application, { headers, parameters: { scope } })).get('code'))
    const before = await countAccess(server)
    const widened = [
      { scope: 'flights:read flights:write' },
      { scope, redirect_uri: elsewhere },
      { scope, prompt: 'consent' },
    ]
    for (const parameters of widened) {
      const query = {
        response_type: 'code',
        client_id: application.id,
        redirect_uri: REDIRECT_URI,
        ...parameters,
      }
      const path = authorizePath(query as Record<string, string>)
      asksForProof(await server.fetch(path, { headers, redirect: 'manual' }), path)
    }
    const silent = { prompt: 'none', scope: 'flights:read flights:write' }
    const refused = await authorize(server, application, { headers, parameters: silent })
    assert.equal(refused.get('error'), 'consent_required', 'a silent request shows nobody a page')
    assert.deepEqual(await countAccess(server), before)
  })

  test('asks every time a public client at a loopback address, which any program can claim', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    const loopback = 'http://127.0.0.1/callback'
    const application = await registerApplication(server, { type: 'public', redirectUris: [loopback] })
    const parameters = { redirect_uri: loopback }
    await obtainTokens(server, application, { headers, parameters })
    server.advance(16 * MINUTE_MS)
    const query = {
      response_type: 'code',
      client_id: application.id,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...parameters,
    }
    const path = authorizePath(query)
    asksForProof(await server.fetch(path, { headers, redirect: 'manual' }), path)
  })
})

suite('somebody who has just signed in', () => {
  test('is asked for nothing but the consent', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    server.advance(14 * MINUTE_MS)
    const application = await registerApplication(server)
    assert.ok((await obtainTokens(server, application, { headers })).access_token)
    const { userCode, deviceCode } = await startDevice(server, cli)
    const page = await server.fetch(`/oauth/device?user_code=${userCode}`, { headers })
    assert.equal(page.status, 200)
    await decide(server, await page.text(), { headers })
    assert.equal((await pollDevice(server, cli, deviceCode)).status, 200)
  })
})
