// run: all
// A code or token that is not exchanged: the log says why, and so does the answer to a client that has authenticated itself;
// anyone who has not learns nothing from trying.
import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import { createLog } from '#server/platform/log.ts'
import { createSecret, secretPrefixes } from '#server/platform/secrets.ts'
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

interface Line {
  msg: string
  refused?: string
  clientId?: string
  req?: { id: string; path: string }
}

function openLog() {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-log-'))
  const path = join(folder, 'log')
  const fd = openSync(path, 'a')
  const log = createLog('info', { fd, isTTY: false } as NodeJS.WriteStream & { fd: number })
  const readText = () => {
    log.flush()
    return readFileSync(path, 'utf8')
  }
  const readLines = () =>
    readText()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  // It stays open until the process ends: the log may still write to it.
  after(() => rmSync(folder, { recursive: true }))
  return { log, readText, readLines }
}

suite('why a grant is refused', async () => {
  const { log, readText, readLines } = openLog()
  const server = await startServer({ after }, { log, environment: { RATE_LIMIT_OAUTH: '0' } })
  const { headers, user } = await createSignedInUser(server)
  const confidential = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  /** Another one of the same kind. */
  const others = new Map([
    [confidential, await registerApplication(server)],
    [publicOne, await registerApplication(server, { type: 'public' })],
  ])
  const { verifier, challenge } = createPkce()
  const secrets: string[] = [verifier]

  const giveCode = async (of: TestApplication) => {
    const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
    const code = (await authorize(server, of, { headers, parameters })).get('code') ?? ''
    secrets.push(code)
    return code
  }
  const exchange = (of: TestApplication, code: string, more: Record<string, string> = {}) =>
    postToken(server, of, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...more,
    })
  const start = async (of: TestApplication) => {
    const tokens = await obtainTokens(server, of, { headers })
    secrets.push(tokens.access_token, tokens.refresh_token ?? '')
    return tokens.refresh_token ?? ''
  }
  const approveDevice = async (of: TestApplication) => {
    const { deviceCode, userCode } = await startDevice(server, of)
    await decideDevice(server, userCode, { headers })
    secrets.push(deviceCode, userCode)
    return deviceCode
  }
  const disable = async (isDisabled: boolean) => {
    const disabledAt = isDisabled ? server.services.now() : null
    await server.services.db.sql`update users set disabled_at = ${disabledAt} where id = ${user.id}`
  }
  const whileDisabled = async (work: () => Promise<Answer>) => {
    await disable(true)
    try {
      return await work()
    } finally {
      await disable(false)
    }
  }

  const sentences = {
    code: 'The code is unknown, used or expired, or was issued for another request.',
    refresh: 'The refresh token is unknown, used, revoked or expired, or was issued to another application.',
    device: 'The device code is unknown, used, or was issued to another application.',
  }
  type Ask = (of: TestApplication, other: TestApplication) => Promise<Answer>
  /** What a confidential client is told; nothing more than a public one where it is absent. */
  const cases: [keyof typeof sentences, reason: string, ask: Ask, told?: string][] = [
    ['code', 'unknown', (of) => exchange(of, 'never-given')],
    ['code', 'other_application', async (of, other) => exchange(other, await giveCode(of))],
    [
      'code',
      'redirect_uri',
      async (of) => exchange(of, await giveCode(of), { redirect_uri: 'https://app.example.org/other' }),
      'redirect_uri differs from that of the authorization request.',
    ],
    [
      'code',
      'verifier',
      async (of) => exchange(of, await giveCode(of), { code_verifier: createPkce().verifier }),
      'code_verifier is missing or does not match the code_challenge of the authorization request.',
    ],
    [
      'code',
      'expired',
      async (of) => {
        const code = await giveCode(of)
        server.advance(60_000)
        return exchange(of, code)
      },
      'The code has expired.',
    ],
    [
      'code',
      'replayed',
      async (of) => twice(await giveCode(of), (code) => exchange(of, code)),
      'The code was used before. The tokens that it gave are revoked.',
    ],
    [
      'code',
      'used',
      async (of) => {
        const code = await giveCode(of)
        await exchange(of, code)
        return twice(code, () => exchange(of, code))
      },
      'The code was used before.',
    ],
    [
      'code',
      'no_consent',
      async (of) => {
        const code = await giveCode(of)
        return whileDisabled(() => exchange(of, code))
      },
      'The user has withdrawn the consent or is disabled.',
    ],
    ['refresh', 'malformed', (of) => refresh(server, of, 'nonsense')],
    ['refresh', 'unknown', (of) => refresh(server, of, createSecret(secretPrefixes.refreshToken))],
    ['refresh', 'other_application', async (of, other) => refresh(server, other, await start(of))],
    [
      'refresh',
      'replayed',
      async (of) => twice(await start(of), (token) => refresh(server, of, token)),
      'The refresh token was used before. Every token of this user and application is revoked.',
    ],
    [
      'refresh',
      'revoked',
      async (of) => {
        const token = await start(of)
        await postForm(server, '/api/oauth/revoke', { token })
        return refresh(server, of, token)
      },
      'The refresh token was revoked.',
    ],
    [
      'refresh',
      'no_consent',
      async (of) => {
        const token = await start(of)
        return whileDisabled(() => refresh(server, of, token))
      },
      'The user has withdrawn the consent or is disabled.',
    ],
    ['device', 'unknown', (of) => pollDevice(server, of, 'never-given')],
    ['device', 'other_application', async (of, other) => pollDevice(server, other, await approveDevice(of))],
    [
      'device',
      'used',
      async (of) => twice(await approveDevice(of), (code) => pollDevice(server, of, code)),
      'The device code was used before.',
    ],
  ]
  for (const [grant, reason, ask, told = sentences[grant]] of cases) {
    test(`${grant}, ${reason}: in the log, and told to a confidential client alone`, async () => {
      for (const [of, other] of others) {
        const { status, headers: answered, body } = await ask(of, other)
        assert.equal(status, 400)
        const sentence = of === confidential ? told : sentences[grant]
        assert.deepEqual(body, { error: 'invalid_grant', error_description: sentence })
        const id = answered.get('x-request-id')
        const { id: clientId } = reason === 'other_application' ? other : of
        assert.deepEqual(
          readLines()
            .filter(({ req }) => req?.id === id)
            .map(({ msg, refused, clientId, req }) => [msg, refused, clientId, req?.path]),
          [[sentence, reason, clientId, '/api/oauth/token']],
        )
      }
    })
  }

  test('what was used by its owner is not told from what does not exist', async () => {
    const [token, other] = [await start(confidential), others.get(confidential)!]
    await refresh(server, confidential, token)
    assert.equal((await refresh(server, other, token)).body.error_description, sentences.refresh)
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

  test('a refresh token that was not used for 30 days has expired', async () => {
    const token = await start(publicOne)
    server.advance(30 * 86_400_000)
    await refresh(server, publicOne, token)
    assert.equal(readLines().findLast(({ refused }) => refused)?.refused, 'expired')
  })

  test('no code, token or verifier is in the log', () => {
    const text = readText()
    assert.ok(secrets.length > 20)
    for (const secret of secrets) assert.ok(!text.includes(secret))
  })
})

async function twice<T>(secret: T, ask: (secret: T) => Promise<Answer>): Promise<Answer> {
  await ask(secret)
  return ask(secret)
}
