// run: all
// Sign in with Cloudstreet: OpenID Connect Core and Discovery.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { rotateSigningKey } from '#server/oauth/openid/commands.ts'
import { tendKeys } from '#server/oauth/openid/keys.ts'
import { runAdmin } from '#test/support/admin.ts'
import {
  authorize,
  authorizePath,
  decideDevice,
  obtainTokens,
  pollDevice,
  postToken,
  REDIRECT_URI,
  readDecisionForm,
  refresh,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const environment = { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_REQUESTS: '1000', RATE_LIMIT_SIGN_IN: '0' }
const everything = { scopes: ['flights:read', 'profile:read', 'profile:email'] as const }

const readKeys = async (server: TestServer) =>
  (await (await server.fetch('/api/oauth/jwks')).json()) as JSONWebKeySet

/** As an application does: by the published keys, the issuer and its own id. */
async function verify(server: TestServer, { id }: TestApplication, idToken: unknown) {
  const keys = createLocalJWKSet(await readKeys(server))
  const currentDate = new Date(server.services.now())
  const { payload } = await jwtVerify(String(idToken), keys, {
    issuer: server.url,
    audience: id,
    currentDate,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp', 'at_hash'],
  })
  return payload
}

suite('an id_token', async () => {
  const server = await startServer({ after }, { environment })
  const { user, headers } = await createSignedInUser(server, 'Ada Thermal')
  const application = await registerApplication(server, { ...everything, scopes: [...everything.scopes] })
  const start = (scope: string, parameters: Record<string, string> = {}) =>
    obtainTokens(server, application, { headers, parameters: { scope, ...parameters } })

  test('3.1.3.3: comes with the scope openid alone, and says who, for whom, when', async () => {
    assert.equal((await start('profile:read')).id_token, undefined)
    const tokens = await start('openid', { nonce: 'n-0S6_WzA2Mj' })
    assert.equal(tokens.scope, 'openid')
    const { iat, exp, auth_time, at_hash, ...rest } = await verify(server, application, tokens.id_token)
    assert.deepEqual(rest, { iss: server.url, aud: application.id, sub: user.id, nonce: 'n-0S6_WzA2Mj' })
    assert.equal(Number(exp) - Number(iat), 3600)
    const [session] = await server.services.db.sql<{ created_at: number }>`
      select created_at from sessions where user_id = ${user.id}`
    assert.equal(auth_time, Math.floor((session?.created_at ?? 0) / 1000))
    const half = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16)
    assert.equal(at_hash, half.toString('base64url'))
  })

  test('5.4: the standard scopes mean ours, and what is not registered is left out', async () => {
    const tokens = await start('openid profile email address phone offline_access')
    assert.equal(tokens.scope, 'openid profile:read profile:email')
    const claims = await verify(server, application, tokens.id_token)
    assert.equal(claims.name, 'Ada Thermal')
    assert.equal(claims.email, user.email)
    assert.equal(claims.email_verified, true)
    assert.ok(!('picture' in claims), 'what has no value is left out')
    const modest = await registerApplication(server, { scopes: ['profile:read'] })
    const fewer = await obtainTokens(server, modest, {
      headers,
      parameters: { scope: 'openid profile email' },
    })
    assert.equal(fewer.scope, 'openid profile:read')
    const unknown = await authorize(server, application, {
      headers,
      parameters: { scope: 'openid flights:fly' },
    })
    assert.equal(unknown.get('error'), 'invalid_scope')
    const plain = await authorize(server, application, { headers, parameters: { scope: 'profile' } })
    assert.equal(plain.get('error'), 'invalid_scope', 'without openid they are no scopes')
  })

  test('12.2: a refresh gives a new one, with the time of the sign-in and without the nonce', async () => {
    const tokens = await start('openid profile', { nonce: 'once' })
    const first = await verify(server, application, tokens.id_token)
    server.advance(5 * MINUTE_MS)
    const next = (await refresh(server, application, tokens.refresh_token ?? '', 'openid profile')).body
    const second = await verify(server, application, next.id_token)
    assert.equal(second.nonce, undefined)
    assert.equal(second.auth_time, first.auth_time)
    assert.equal(second.sub, first.sub)
    assert.ok(Number(second.iat) >= Number(first.iat) + 300)
    const narrowed = (await refresh(server, application, next.refresh_token ?? '', 'profile:read')).body
    assert.equal(narrowed.id_token, undefined)
  })

  test('a device gets one, too', async () => {
    const { deviceCode, userCode } = await startDevice(server, application, 'openid profile')
    await decideDevice(server, userCode, { headers })
    const { body } = await pollDevice(server, application, deviceCode)
    const claims = await verify(server, application, body.id_token)
    assert.deepEqual([claims.sub, claims.name], [user.id, 'Ada Thermal'])
    assert.ok(claims.auth_time)
  })

  test('any application may sign its users in; a key may not, nor the application itself', async () => {
    const bare = await registerApplication(server, { scopes: ['flights:read'] })
    const tokens = await obtainTokens(server, bare, { headers, parameters: { scope: 'openid' } })
    assert.equal((await verify(server, bare, tokens.id_token)).sub, user.id)
    const own = await postToken(server, bare, { grant_type: 'client_credentials', scope: 'openid' })
    assert.equal(own.body.error, 'invalid_scope')
    const body = JSON.stringify({ name: 'a key', scopes: ['openid'], days: null })
    const sent = { ...headers, 'content-type': 'application/json' }
    const key = await server.fetch('/app/api/keys', { method: 'POST', headers: sent, body })
    assert.equal(key.status, 400)
    assert.equal((await obtainTokens(server, bare, { headers })).id_token, undefined, 'and only by name')
  })

  test('the consent page says so, and signing in cannot be unticked', async () => {
    const fresh = await registerApplication(server, { scopes: ['profile:read'] })
    const parameters = { response_type: 'code', client_id: fresh.id, redirect_uri: REDIRECT_URI }
    const page = await server.fetch(authorizePath({ ...parameters, scope: 'openid profile' }), { headers })
    const text = await page.text()
    assert.match(text, /Sign you in: know which account is yours/)
    assert.deepEqual(readDecisionForm(text).offered, ['profile:read'])
    const flow = { headers, ticked: [], parameters: { scope: 'openid profile' } }
    const tokens = await obtainTokens(server, fresh, flow)
    assert.equal(tokens.scope, 'openid')
    assert.deepEqual(Object.keys(await verify(server, fresh, tokens.id_token)).sort(), [
      'at_hash',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'sub',
    ])
  })

  test('6: request objects are refused, a nonce without end, too', async () => {
    for (const [parameters, error] of [
      [{ request: 'x' }, 'request_not_supported'],
      [{ request_uri: 'https://app.example.org/r' }, 'request_uri_not_supported'],
      [{ nonce: 'x'.repeat(501) }, 'invalid_request'],
    ] as [Record<string, string>, string][]) {
      const answer = await authorize(server, application, {
        headers,
        parameters: { scope: 'openid', ...parameters },
      })
      assert.equal(answer.get('error'), error)
    }
  })

  test('5.3: userinfo is flat, by GET and by POST, and needs the scope openid', async () => {
    const tokens = await start('openid profile email')
    for (const method of ['GET', 'POST']) {
      const response = await server.fetch('/api/oauth/userinfo', {
        method,
        headers: bearer(tokens.access_token),
      })
      assert.equal(response.status, 200)
      assert.deepEqual(await response.json(), {
        sub: user.id,
        name: 'Ada Thermal',
        email: user.email,
        email_verified: true,
      })
      assert.match(response.headers.get('cache-control') ?? '', /no-store/)
      assert.ok(response.headers.get('x-ratelimit-remaining'), 'counted like the API')
    }
    const without = await start('profile:read')
    const refused = await server.fetch('/api/oauth/userinfo', { headers: bearer(without.access_token) })
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_scope.*scope="openid"/)
    const key = await createKey(server, user, ['profile:read'])
    assert.equal((await server.fetch('/api/oauth/userinfo', { headers: bearer(key) })).status, 403)
    const nobody = await server.fetch('/api/oauth/userinfo')
    assert.equal(nobody.status, 401)
    assert.match(nobody.headers.get('www-authenticate') ?? '', /^Bearer .*resource_metadata=/)
  })

  test('discovery 3: the configuration names everything, and is the metadata of RFC 8414, too', async () => {
    const read = async (name: string) =>
      (await (await server.fetch(`/.well-known/${name}`)).json()) as Record<string, unknown>
    const found = await read('openid-configuration')
    assert.equal(found.issuer, server.url)
    assert.equal(found.userinfo_endpoint, `${server.url}/api/oauth/userinfo`)
    assert.equal(found.jwks_uri, `${server.url}/api/oauth/jwks`)
    assert.deepEqual(found.subject_types_supported, ['public'])
    assert.deepEqual(found.id_token_signing_alg_values_supported, ['RS256'])
    assert.deepEqual((found.scopes_supported as string[]).slice(0, 3), ['openid', 'profile', 'email'])
    assert.deepEqual(found, await read('oauth-authorization-server'))
  })
})

suite('signing keys', async () => {
  const server = await startServer({ after }, { environment })
  const { sql } = server.services.db
  /** With no key yet, in the database or in a cache. */
  const start = async () => {
    await sql`delete from signing_keys`
    server.advance(MINUTE_MS)
    const { headers } = await createSignedInUser(server)
    const application = await registerApplication(server)
    const signIn = async () =>
      (await obtainTokens(server, application, { headers, parameters: { scope: 'openid' } })).id_token
    const kids = async () => (await readKeys(server)).keys.map(({ kid }) => kid)
    return { application, signIn, kids }
  }
  const kidOf = (idToken: unknown) => decodeProtectedHeader(String(idToken)).kid

  test('a new key is published before it signs; the old one stays until its last id_token has expired', async () => {
    const { application, signIn, kids } = await start()
    const before = await signIn()
    const [old] = await kids()
    assert.equal(kidOf(before), old)
    await rotateSigningKey(server.services, new Map())
    const [, next] = await kids()
    assert.equal(kidOf(await signIn()), old, 'who has cached the keys can still verify')
    const listed = await runAdmin(server, ['signing-key', 'list'])
    const { keys } = listed.output as { keys: { kid: string }[] }
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      [old, next],
    )
    await rotateSigningKey(server.services, new Map())
    assert.equal((await kids()).length, 2, 'one that waits for its turn is enough')

    server.advance(10 * MINUTE_MS)
    const after = await signIn()
    assert.equal(kidOf(after), next)
    await verify(server, application, before)
    await verify(server, application, after)

    server.advance(65 * MINUTE_MS)
    await tendKeys(server.services)
    assert.deepEqual(await kids(), [old, next])
    server.advance(6 * MINUTE_MS)
    await tendKeys(server.services)
    assert.deepEqual(await kids(), [next])
    await verify(server, application, await signIn())
  })

  test('a compromised key verifies nothing any more', async () => {
    const { application, signIn, kids } = await start()
    const before = await signIn()
    await rotateSigningKey(server.services, new Map([['compromised', ['true']]]))
    assert.equal((await kids()).length, 1)
    await assert.rejects(verify(server, application, before), { code: 'ERR_JWKS_NO_MATCHING_KEY' })
    server.advance(MINUTE_MS)
    await verify(server, application, await signIn())
  })

  test('four nodes that need the first key at once make one', async () => {
    const { kids } = await start()
    const found = await Promise.all(Array.from({ length: 4 }, kids))
    assert.deepEqual(new Set(found.flat()).size, 1)
    const [row] = await sql<{ count: number }>`select count(*) as count from signing_keys`
    assert.equal(row?.count, 1)
  })

  test('the private part is sealed, and nothing private is published', async () => {
    const { kids } = await start()
    await kids()
    const [row] = await server.services.db.sql<{
      sealed_key: Uint8Array
    }>`select sealed_key from signing_keys`
    assert.doesNotMatch(Buffer.from(row?.sealed_key ?? []).toString('latin1'), /PRIVATE KEY/)
    const [key] = (await readKeys(server)).keys
    assert.deepEqual(Object.keys(key ?? {}).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  test('keys are replaced by age', async () => {
    const { signIn, kids } = await start()
    await tendKeys(server.services)
    await signIn()
    server.advance(89 * DAY_MS)
    await tendKeys(server.services)
    assert.equal((await kids()).length, 1)
    server.advance(DAY_MS)
    await tendKeys(server.services)
    assert.equal((await kids()).length, 2)
    await tendKeys(server.services)
    assert.equal((await kids()).length, 2)
  })
})
