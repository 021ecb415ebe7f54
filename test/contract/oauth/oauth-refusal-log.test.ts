// run: all
// A code or token that is not exchanged: the log says why, the client is told one sentence.
import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { createSecret, secretPrefixes } from '#server/platform/secrets.ts'
import {
  type Answer,
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
  const application = await registerApplication(server, { type: 'public' })
  const other = await registerApplication(server, { type: 'public' })
  const { verifier, challenge } = createPkce()
  const secrets: string[] = [verifier]

  const giveCode = async () => {
    const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
    const code = (await authorize(server, application, { headers, parameters })).get('code') ?? ''
    secrets.push(code)
    return code
  }
  const exchange = (code: string, more: Record<string, string> = {}, as = application) =>
    postToken(server, as, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...more,
    })
  const start = async () => {
    const tokens = await obtainTokens(server, application, { headers })
    secrets.push(tokens.access_token, tokens.refresh_token ?? '')
    return tokens.refresh_token ?? ''
  }
  const approveDevice = async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
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
  const cases: [keyof typeof sentences, string, () => Promise<Answer>, TestApplication?][] = [
    ['code', 'unknown', () => exchange('never-given')],
    ['code', 'other_application', async () => exchange(await giveCode(), {}, other), other],
    [
      'code',
      'redirect_uri',
      async () => exchange(await giveCode(), { redirect_uri: 'https://app.example.org/other' }),
    ],
    ['code', 'verifier', async () => exchange(await giveCode(), { code_verifier: createPkce().verifier })],
    [
      'code',
      'expired',
      async () => {
        const code = await giveCode()
        server.advance(60_000)
        return exchange(code)
      },
    ],
    [
      'code',
      'replayed',
      async () => {
        const code = await giveCode()
        await exchange(code)
        return exchange(code)
      },
    ],
    [
      'code',
      'used',
      async () => {
        const code = await giveCode()
        await exchange(code)
        await exchange(code)
        return exchange(code)
      },
    ],
    [
      'code',
      'no_consent',
      async () => {
        const code = await giveCode()
        return whileDisabled(() => exchange(code))
      },
    ],
    ['refresh', 'malformed', () => refresh(server, application, 'nonsense')],
    ['refresh', 'unknown', () => refresh(server, application, createSecret(secretPrefixes.refreshToken))],
    ['refresh', 'other_application', async () => refresh(server, other, await start()), other],
    [
      'refresh',
      'replayed',
      async () => {
        const token = await start()
        await refresh(server, application, token)
        return refresh(server, application, token)
      },
    ],
    [
      'refresh',
      'revoked',
      async () => {
        const token = await start()
        await postForm(server, '/api/oauth/revoke', { token })
        return refresh(server, application, token)
      },
    ],
    [
      'refresh',
      'no_consent',
      async () => {
        const token = await start()
        return whileDisabled(() => refresh(server, application, token))
      },
    ],
    ['device', 'unknown', () => pollDevice(server, application, 'never-given')],
    ['device', 'other_application', async () => pollDevice(server, other, await approveDevice()), other],
    [
      'device',
      'used',
      async () => {
        const deviceCode = await approveDevice()
        await pollDevice(server, application, deviceCode)
        return pollDevice(server, application, deviceCode)
      },
    ],
  ]
  for (const [grant, reason, work, client = application] of cases) {
    test(`${grant}, ${reason}: in the log, and not in the answer`, async () => {
      const { status, headers: answered, body } = await work()
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'invalid_grant', error_description: sentences[grant] })
      const id = answered.get('x-request-id')
      const lines = readLines().filter(({ req }) => req?.id === id)
      assert.deepEqual(
        lines.map(({ msg, refused, clientId, req }) => [msg, refused, clientId, req?.path]),
        [[sentences[grant], reason, client.id, '/api/oauth/token']],
      )
    })
  }

  test('a refresh token that was not used for 30 days has expired', async () => {
    const token = await start()
    server.advance(30 * 86_400_000)
    await refresh(server, application, token)
    assert.equal(readLines().findLast(({ refused }) => refused)?.refused, 'expired')
  })

  test('no code, token or verifier is in the log', () => {
    const text = readText()
    assert.ok(secrets.length > 20)
    for (const secret of secrets) assert.ok(!text.includes(secret))
  })
})
