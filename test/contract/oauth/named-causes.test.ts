// run: all
// An authenticated client is told why it is refused; anyone who is not learns nothing from trying.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import {
  type Answer,
  asClient,
  authorize,
  createPkce,
  decideDevice,
  obtainTokens,
  pollDevice,
  postForm,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DEVICE = '/api/oauth/device_authorization'

suite('the cause of a refusal', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { headers, user } = await createSignedInUser(server)
  const confidential = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const other = await registerApplication(server)
  const { sql } = server.services.db

  const { verifier, challenge } = createPkce()
  const giveCode = async (of: TestApplication) => {
    const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
    return (await authorize(server, of, { headers, parameters })).get('code') ?? ''
  }
  const exchange = (of: TestApplication, code: string, more: Record<string, string> = {}) =>
    postToken(server, of, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...more,
    })
  const start = async (of: TestApplication) =>
    (await obtainTokens(server, of, { headers })).refresh_token ?? ''
  const disable = (at: number | null) => sql`update users set disabled_at = ${at} where id = ${user.id}`

  const one = {
    code: 'The code is unknown, used or expired, or was issued for another request.',
    refresh: 'The refresh token is unknown, used, revoked or expired, or was issued to another application.',
    device: 'The device code is unknown, used, or was issued to another application.',
  }
  const cases: [string, keyof typeof one, string, (of: TestApplication) => Promise<Answer>][] = [
    [
      'a redirect URI that differs',
      'code',
      'redirect_uri differs from that of the authorization request.',
      async (of) => exchange(of, await giveCode(of), { redirect_uri: 'https://app.example.org/other' }),
    ],
    [
      'a verifier that differs',
      'code',
      'code_verifier is missing or does not match the code_challenge of the authorization request.',
      async (of) => exchange(of, await giveCode(of), { code_verifier: createPkce().verifier }),
    ],
    [
      'a code that was used',
      'code',
      'The code was used before. The tokens that it gave are revoked.',
      async (of) => {
        const code = await giveCode(of)
        await exchange(of, code)
        return exchange(of, code)
      },
    ],
    [
      'a code that has expired',
      'code',
      'The code has expired.',
      async (of) => {
        const code = await giveCode(of)
        server.advance(60_000)
        return exchange(of, code)
      },
    ],
    [
      'a refresh token that was used',
      'refresh',
      'The refresh token was used before. Every token of this user and application is revoked.',
      async (of) => {
        const token = await start(of)
        await refresh(server, of, token)
        return refresh(server, of, token)
      },
    ],
    [
      'a refresh token that was revoked',
      'refresh',
      'The refresh token was revoked.',
      async (of) => {
        const token = await start(of)
        await postForm(server, '/api/oauth/revoke', { token })
        return refresh(server, of, token)
      },
    ],
    [
      'a user who is disabled',
      'refresh',
      'The user has withdrawn the consent or is disabled.',
      async (of) => {
        const token = await start(of)
        await disable(server.services.now())
        const answer = await refresh(server, of, token)
        await disable(null)
        return answer
      },
    ],
    [
      'a device code that was used',
      'device',
      'The device code was used before.',
      async (of) => {
        const { deviceCode, userCode } = await startDevice(server, of)
        await decideDevice(server, userCode, { headers })
        await pollDevice(server, of, deviceCode)
        return pollDevice(server, of, deviceCode)
      },
    ],
  ]
  for (const [what, kind, cause, work] of cases) {
    test(`${what}: named to a confidential client, one sentence for a public one`, async () => {
      const told = (await work(confidential)).body
      assert.deepEqual(told, { error: 'invalid_grant', error_description: cause })
      const untold = (await work(publicOne)).body
      assert.deepEqual(untold, { error: 'invalid_grant', error_description: one[kind] })
    })
  }

  test('what belongs to another application is not told from what does not exist', async () => {
    const [code, token] = [await giveCode(confidential), await start(confidential)]
    const consumed = await start(confidential)
    await refresh(server, confidential, consumed)
    assert.equal((await exchange(other, code)).body.error_description, one.code)
    for (const tried of [token, consumed, 'nonsense'])
      assert.equal((await refresh(server, other, tried)).body.error_description, one.refresh)
  })

  test('a scope that does not exist is named to an authenticated client alone', async () => {
    const form = { grant_type: 'client_credentials', scope: 'flights:read flights:fly' }
    const expected = 'The scope flights:fly does not exist.'
    assert.equal((await postToken(server, confidential, form)).body.error_description, expected)
    const device = { ...asClient(confidential), scope: 'flights:fly' }
    assert.equal((await postForm(server, DEVICE, device)).body.error_description, expected)
    for (const client of [{ client_id: confidential.id }, { client_id: publicOne.id }]) {
      const { body } = await postForm(server, DEVICE, { ...client, scope: 'flights:fly' })
      assert.equal(body.error_description, 'A requested scope does not exist.')
    }
    const token = await start(confidential)
    const wider = await refresh(server, confidential, token, 'flights:delete')
    assert.equal(wider.body.error_description, 'The scope flights:delete is wider than what was granted.')
    const ofPublic = await refresh(server, publicOne, await start(publicOne), 'flights:delete')
    assert.equal(ofPublic.body.error_description, 'The scope is wider than what was granted.')
  })

  test('RFC 6749 5.2: what may not be in a description is not repeated in one', async () => {
    for (const scope of ['"quoted"', 'back\\slash', 'flüge', 'x'.repeat(101)]) {
      const { body } = await postToken(server, confidential, { grant_type: 'client_credentials', scope })
      assert.equal(body.error_description, 'A requested scope does not exist.')
    }
  })

  test('a device of a confidential client starts only by its id, and needs the secret for its tokens', async () => {
    const { status, body } = await postForm(server, DEVICE, { client_id: confidential.id })
    assert.equal(status, 200)
    await decideDevice(server, String(body.user_code), { headers })
    const poll = { grant_type: DEVICE_CODE_GRANT, device_code: String(body.device_code) }
    const without = await postForm(server, '/api/oauth/token', { ...poll, client_id: confidential.id })
    assert.deepEqual([without.status, without.body.error], [401, 'invalid_client'])
    assert.equal((await postToken(server, confidential, poll)).status, 200)
  })
})
