// POST /api/oauth/introspect: RFC 7662.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  asClient,
  authorize,
  basic,
  callApi,
  createPkce,
  obtainTokens,
  postForm,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

const INTROSPECT = '/api/oauth/introspect'
const INACTIVE = { active: false }

suite('POST /api/oauth/introspect', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server)
  const stranger = await createSignedInUser(server)
  const application = await registerApplication(server)
  const other = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const beganAt = Math.floor(Date.now() / 1000)
  const tokens = await obtainTokens(server, application, { headers })
  const issuedBy = Date.now() / 1000
  const ofStranger = await obtainTokens(server, application, { headers: stranger.headers })
  const ofOther = await obtainTokens(server, other, { headers })
  const ofPublic = await obtainTokens(server, publicOne, { headers })
  const key = await createKey(server, user, ['flights:read', 'profile:read'])
  const secondKey = await createKey(server, user, ['flights:read'])
  const strangersKey = await createKey(server, stranger.user, ['flights:read'])
  const ask = (token: string, sent: Record<string, string>, form: Record<string, string> = {}) =>
    postForm(server, INTROSPECT, { token, ...form }, sent)
  const asApplication = basic(application.id, application.secret)

  test('2.2: an active access token', async () => {
    const { status, body, headers: answered } = await ask(tokens.access_token, asApplication)
    assert.equal(status, 200)
    const { iat, exp, ...rest } = body
    assert.deepEqual(rest, {
      active: true,
      scope: 'flights:read flights:write profile:read',
      client_id: application.id,
      token_type: 'Bearer',
      sub: user.id,
    })
    assert.equal(Number(exp) - Number(iat), 3600)
    assert.ok(Number(iat) >= beganAt && Number(iat) <= issuedBy)
    assert.equal(answered.get('cache-control'), 'no-store')
  })

  test('2.2: an active refresh token, and a spent one', async () => {
    const mine = await obtainTokens(server, application, { headers })
    const { body } = await ask(mine.refresh_token ?? '', {}, asClient(application))
    assert.equal(body.active, true)
    assert.equal(body.token_type, 'refresh_token')
    assert.equal(Number(body.exp) - Number(body.iat), 2_592_000)
    await refresh(server, application, mine.refresh_token ?? '')
    assert.deepEqual((await ask(mine.refresh_token ?? '', asApplication)).body, INACTIVE)
  })

  test('a personal key: no client_id, and no exp when it does not expire', async () => {
    const { body } = await ask(key, bearer(key))
    const { iat: _, ...rest } = body
    assert.deepEqual(rest, {
      active: true,
      scope: 'flights:read profile:read',
      token_type: 'Bearer',
      sub: user.id,
    })
  })

  // The asking client, the token, and whether the client may know about it.
  const rows: [string, Record<string, string>, string, boolean][] = [
    ['a client about its own token', asApplication, tokens.access_token, true],
    ['a client about its token of another user', asApplication, ofStranger.access_token, true],
    ['a client about another client’s token', asApplication, ofOther.access_token, false],
    ['a client about another client’s refresh token', asApplication, ofOther.refresh_token ?? '', false],
    ['a client about a key', asApplication, key, false],
    ['a token about itself', bearer(tokens.access_token), tokens.access_token, true],
    ['a token about its own refresh token', bearer(tokens.access_token), tokens.refresh_token ?? '', true],
    ['a token of a public client about itself', bearer(ofPublic.access_token), ofPublic.access_token, true],
    [
      'a token about another user’s of the same client',
      bearer(tokens.access_token),
      ofStranger.access_token,
      false,
    ],
    ['a token about its user’s of another client', bearer(tokens.access_token), ofOther.access_token, false],
    ['a token about a key of its user', bearer(tokens.access_token), key, false],
    ['a key about another key of its user', bearer(key), secondKey, true],
    ['a key about a key of someone else', bearer(key), strangersKey, false],
    ['a key about a token of its user', bearer(key), tokens.access_token, false],
    ['a client about nonsense', asApplication, 'nonsense', false],
    ['a client about its own secret', asApplication, application.secret, false],
  ]
  for (const [name, sent, token, isActive] of rows) {
    test(`2.1: ${name}: ${isActive ? 'active' : 'inactive'}`, async () => {
      const { status, body } = await ask(token, sent)
      assert.equal(status, 200)
      if (isActive) assert.equal(body.active, true)
      else assert.deepEqual(body, INACTIVE)
    })
  }

  const refusals: [string, Record<string, string>, Record<string, string>, number, string][] = [
    ['nobody', {}, {}, 401, 'invalid_client'],
    ['a wrong secret', basic(application.id, 'wrong'), {}, 401, 'invalid_client'],
    ['an unknown client', {}, { client_id: 'f'.repeat(24), client_secret: 'x' }, 401, 'invalid_client'],
    ['a client_id alone', {}, { client_id: application.id }, 401, 'invalid_client'],
    ['a public client, which anyone can be', {}, { client_id: publicOne.id }, 401, 'invalid_client'],
    ['an unknown Bearer', bearer('nonsense'), {}, 401, 'invalid_client'],
    ['Bearer and a secret at once', bearer(key), asClient(application), 400, 'invalid_request'],
    ['Basic and a secret at once', asApplication, asClient(application), 400, 'invalid_request'],
  ]
  for (const [name, sent, form, status, error] of refusals) {
    test(`2.1: ${name}: ${status} ${error}`, async () => {
      const answer = await ask(tokens.access_token, sent, form)
      assert.deepEqual([answer.status, answer.body.error], [status, error])
      assert.equal(answer.body.active, undefined)
      if (status === 401) assert.ok(answer.headers.get('www-authenticate'))
    })
  }

  test('2.1: no token is invalid_request', async () => {
    const { status, body } = await postForm(server, INTROSPECT, {}, asApplication)
    assert.deepEqual([status, body.error], [400, 'invalid_request'])
  })

  test('2.2: revoked and expired tokens are inactive, and tell nothing else', async () => {
    const mine = (await postToken(server, application, { grant_type: 'client_credentials' })).body
    const late = (await postToken(server, application, { grant_type: 'client_credentials' })).body
    assert.equal((await ask(mine.access_token ?? '', asApplication)).body.active, true)
    await postForm(server, '/api/oauth/revoke', { token: mine.access_token ?? '' })
    assert.deepEqual((await ask(mine.access_token ?? '', asApplication)).body, INACTIVE)
    server.advance(3_600_000)
    assert.deepEqual((await ask(late.access_token ?? '', asApplication)).body, INACTIVE)
  })
})

suite('introspection agrees with use', async () => {
  const server = await shareServer()
  const { sql } = server.services.db

  const start = async () => {
    const { user, headers } = await createSignedInUser(server)
    const application = await registerApplication(server)
    const tokens = await obtainTokens(server, application, { headers })
    const describe = async (token = '') => {
      const sent = basic(application.id, application.secret)
      const { status, body } = await postForm(server, INTROSPECT, { token }, sent)
      return status === 200 ? body : (status as unknown as typeof body)
    }
    const use = async () => [
      await callApi(server, tokens.access_token),
      await describe(tokens.access_token),
      await describe(tokens.refresh_token),
    ]
    return { user, headers, application, tokens, describe, use }
  }
  type Started = Awaited<ReturnType<typeof start>>

  const now = () => server.services.now()
  const ends: [string, (started: Started) => Promise<unknown>, unknown][] = [
    [
      'a disabled user',
      ({ user }) => sql`update users set disabled_at = ${now()} where id = ${user.id}`,
      INACTIVE,
    ],
    // No one is left to ask: the application itself is refused, and so are its tokens.
    [
      'a disabled application',
      ({ application: { id } }) => sql`update applications set disabled_at = ${now()} where id = ${id}`,
      401,
    ],
    [
      'an application whose owner is disabled',
      ({ application: { owner } }) => sql`update users set disabled_at = ${now()} where id = ${owner.id}`,
      401,
    ],
    [
      'a withdrawn consent',
      ({ application, headers }) =>
        server.fetch(`/app/api/connections/${application.id}`, { method: 'DELETE', headers }),
      INACTIVE,
    ],
    [
      'a chain that was replayed',
      async ({ application, tokens }) => {
        await refresh(server, application, tokens.refresh_token ?? '')
        await refresh(server, application, tokens.refresh_token ?? '')
      },
      INACTIVE,
    ],
  ]
  for (const [what, end, answer] of ends) {
    test(`${what}: neither works, and neither is called active`, async () => {
      const started = await start()
      const [status, access, refreshing] = await started.use()
      assert.equal(status, 200)
      assert.equal((access as { active: boolean }).active, true)
      assert.equal((refreshing as { active: boolean }).active, true)
      await end(started)
      assert.deepEqual(await started.use(), [401, answer, answer])
    })
  }

  test('scopes that the user has unticked since are gone from the tokens and their introspection at once', async () => {
    const { application, headers, tokens, describe } = await start()
    const narrow = await obtainTokens(server, application, { headers, parameters: { scope: 'flights:read' } })
    const own = await postToken(server, application, { grant_type: 'client_credentials' })
    const bystander = await start()
    await authorize(server, application, {
      headers,
      ticked: ['profile:read'],
      parameters: { prompt: 'consent', scope: 'flights:read profile:read' },
    })
    const left = 'flights:write profile:read'
    assert.equal((await describe(tokens.access_token)).scope, left)
    assert.equal((await describe(tokens.refresh_token)).scope, left)
    const headersOf = (token = '') => ({ headers: bearer(token) })
    assert.equal((await server.fetch('/api/v1/flights', headersOf(tokens.access_token))).status, 403)
    assert.equal(await callApi(server, tokens.access_token), 200)
    assert.deepEqual(await describe(narrow.access_token), INACTIVE, 'nothing is left of it')
    assert.deepEqual(await describe(narrow.refresh_token), INACTIVE)
    assert.equal((await server.fetch('/api/v1/flights', headersOf(narrow.access_token))).status, 401)
    const refreshed = (await refresh(server, application, tokens.refresh_token ?? '')).body
    assert.equal(refreshed.scope, left)
    const all = 'flights:read flights:write profile:read'
    assert.equal((await describe(own.body.access_token)).scope, all, 'the application’s own needs no consent')
    assert.equal((await bystander.describe(bystander.tokens.access_token)).scope, all)
  })

  test('what the owner has taken from the registration is gone from the refresh token', async () => {
    const { application, tokens, describe } = await start()
    await sql`update applications set scopes = 'profile:read' where id = ${application.id}`
    assert.equal((await describe(tokens.refresh_token)).scope, 'profile:read')
    await sql`update applications set scopes = 'flights:delete' where id = ${application.id}`
    assert.deepEqual(await describe(tokens.refresh_token), INACTIVE)
    await sql`update applications set scopes = 'profile:read', grants = 'authorization_code'
      where id = ${application.id}`
    assert.deepEqual(await describe(tokens.refresh_token), INACTIVE, 'it may not refresh any more')
  })

  test('what the owner has taken from the registration is gone from live access tokens', async () => {
    const { application, tokens, describe } = await start()
    const own = (await postToken(server, application, { grant_type: 'client_credentials' })).body
    const listFlights = async (token = '') =>
      (await server.fetch('/api/v1/flights', { headers: bearer(token) })).status
    await sql`update applications set scopes = 'flights:write profile:read' where id = ${application.id}`
    for (const { access_token } of [tokens, own]) {
      assert.equal((await describe(access_token)).scope, 'flights:write profile:read')
      assert.equal(await callApi(server, access_token), 200)
      assert.equal(await listFlights(access_token), 403)
    }
    await sql`update applications set scopes = 'flights:delete' where id = ${application.id}`
    for (const { access_token } of [tokens, own]) {
      assert.deepEqual(await describe(access_token), INACTIVE, 'nothing is left of it')
      assert.equal(await listFlights(access_token), 401)
    }
  })

  test('a code gives what is registered when it is exchanged', async () => {
    const { application, headers } = await start()
    const { verifier, challenge } = createPkce()
    const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
    const code = (await authorize(server, application, { headers, parameters })).get('code') ?? ''
    await sql`update applications set scopes = 'profile:read' where id = ${application.id}`
    const { body } = await postToken(server, application, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    })
    assert.equal(body.scope, 'profile:read')
  })
})
