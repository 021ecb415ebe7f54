// The authorization_code grant: RFC 6749 4.1.2, 4.1.3, 10.5; RFC 7636 4.5, 4.6.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  authorize,
  callApi,
  createPkce,
  obtainTokens,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('grant authorization_code', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

  const giveCode = async (of: TestApplication, parameters: Record<string, string> = {}) =>
    (await authorize(server, of, { headers, parameters })).get('code') ?? ''
  const exchange = (of: TestApplication, code: string, more: Record<string, string> = {}) =>
    postToken(server, of, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...more })

  test('a code with PKCE gives an access and a refresh token for the user who allowed it', async () => {
    const tokens = await obtainTokens(server, publicOne, { headers })
    assert.deepEqual(Object.keys(tokens).sort(), [
      'access_token',
      'expires_in',
      'refresh_token',
      'refresh_token_expires_in',
      'scope',
      'token_type',
    ])
    assert.match(tokens.refresh_token ?? '', /^cst_rt_[0-9A-Za-z]{49}$/)
    assert.equal(tokens.refresh_token_expires_in, 2_592_000)
    const profile = await server.fetch('/api/v1/profile', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    assert.equal(((await profile.json()) as { data: { id: string } }).data.id, user.id)
  })

  test('4.1.3: a confidential client may go without PKCE', async () => {
    assert.equal((await exchange(application, await giveCode(application))).status, 200)
  })

  test('no refresh token for an application that is not registered for it', async () => {
    const plain = await registerApplication(server, { grants: ['authorization_code'] })
    const tokens = await obtainTokens(server, plain, { headers })
    assert.equal(tokens.refresh_token, undefined)
    assert.equal(tokens.refresh_token_expires_in, undefined)
  })

  test('4.1.3: the redirect URI may be left out when the request left it out', async () => {
    const code = await giveCode(application, { redirect_uri: '' })
    const answer = await postToken(server, application, { grant_type: 'authorization_code', code })
    assert.equal(answer.status, 200)
  })

  const refusals: [string, TestApplication, Record<string, string>, Record<string, string>][] = [
    [
      '4.1.3: another redirect URI',
      publicOne,
      pkce,
      { code_verifier: verifier, redirect_uri: 'https://app.example.org/other' },
    ],
    ['4.1.3: no redirect URI', publicOne, pkce, { code_verifier: verifier, redirect_uri: '' }],
    ['RFC 7636 4.6: no verifier', publicOne, pkce, {}],
    ['RFC 7636 4.6: another verifier', publicOne, pkce, { code_verifier: createPkce().verifier }],
    ['RFC 7636 4.6: the challenge for a verifier', publicOne, pkce, { code_verifier: challenge }],
    ['RFC 7636 4.1: a short verifier', publicOne, pkce, { code_verifier: 'short' }],
    ['RFC 9700 2.1.1: a verifier without a challenge', application, {}, { code_verifier: verifier }],
    ['a confidential client with a challenge and no verifier', application, pkce, {}],
  ]
  for (const [name, of, parameters, more] of refusals) {
    test(`${name}: invalid_grant, and the code is still good for the right request`, async () => {
      const code = await giveCode(of, parameters)
      const { status, body } = await exchange(of, code, more)
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
      const right = 'code_challenge' in parameters ? { code_verifier: verifier } : {}
      assert.equal((await exchange(of, code, right)).status, 200)
    })
  }

  test('4.1.3: a code is bound to its client, and another client cannot spend it', async () => {
    const code = await giveCode(publicOne, pkce)
    const other = await registerApplication(server, { type: 'public' })
    const stolen = await exchange(other, code, { code_verifier: verifier })
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
    assert.equal((await exchange(publicOne, code, { code_verifier: verifier })).status, 200)
  })

  test('4.1.2: a second use of a code is refused and revokes the tokens of the first, and only those', async () => {
    const code = await giveCode(publicOne, pkce)
    const first = (await exchange(publicOne, code, { code_verifier: verifier })).body
    const next = (await refresh(server, publicOne, first.refresh_token ?? '')).body
    const other = await obtainTokens(server, publicOne, { headers })
    const { status, body } = await exchange(publicOne, code, { code_verifier: verifier })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    assert.equal(await callApi(server, first.access_token), 401)
    assert.equal(await callApi(server, next.access_token), 401)
    assert.equal((await refresh(server, publicOne, next.refresh_token ?? '')).status, 400)
    assert.equal(await callApi(server, other.access_token), 200)
  })

  test('4.1.2: a code expires after 60 seconds', async () => {
    const code = await giveCode(publicOne, pkce)
    server.advance(60_000)
    const { body } = await exchange(publicOne, code, { code_verifier: verifier })
    assert.equal(body.error, 'invalid_grant')
  })

  test('a code that was not exchanged yet is void when the consent is withdrawn', async () => {
    const code = await giveCode(publicOne, pkce)
    await server.fetch(`/app/api/connections/${publicOne.id}`, { method: 'DELETE', headers })
    const { body } = await exchange(publicOne, code, { code_verifier: verifier })
    assert.equal(body.error, 'invalid_grant')
  })

  test('only hashes are stored: neither code nor token nor secret is in the database', async () => {
    const code = await giveCode(application)
    const tokens = (await exchange(application, code)).body
    const tables = ['codes', 'refresh_tokens', 'credentials', 'application_secrets', 'device_codes', 'chains']
    const { sql } = server.services.db
    const rows = [
      await sql`select * from codes`,
      await sql`select * from refresh_tokens`,
      await sql`select * from credentials`,
      await sql`select * from application_secrets`,
      await sql`select * from device_codes`,
      await sql`select * from chains`,
    ]
    assert.equal(rows.length, tables.length)
    const text = JSON.stringify(rows)
    for (const secret of [code, tokens.access_token, tokens.refresh_token, application.secret]) {
      assert.ok(secret && !text.includes(secret))
    }
  })
})
