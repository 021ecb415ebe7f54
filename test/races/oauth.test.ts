// on: sqlite, postgres
// Many at once, at most one winner. --sweeps repeats each race 200 times.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  type Answer,
  authorize,
  callApi,
  createPkce,
  decideDevice,
  obtainTokens,
  pollDevice,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const AT_ONCE = 50
const ROUNDS = process.env.SWEEPS === '1' ? 200 : 4

function atOnce(work: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, work))
}

function winnersOf(answers: Answer[]): Answer[] {
  for (const { status, body } of answers) {
    if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  }
  return answers.filter(({ status }) => status === 200)
}

/** None of the tokens works, and none is called active. */
async function assertDead(
  server: TestServer,
  application: TestApplication,
  tokens: Answer['body'],
): Promise<void> {
  assert.equal(await callApi(server, tokens.access_token), 401)
  const { status, body } = await refresh(server, application, tokens.refresh_token ?? '')
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
}

suite(`${AT_ONCE} uses at once, ${ROUNDS} times`, async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { headers, user } = await createSignedInUser(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const confidential = await registerApplication(server)

  test('a refresh token has one winner, and afterwards the whole chain is dead', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const application = round % 2 === 0 ? publicOne : confidential
      const first = await obtainTokens(server, application, { headers })
      const answers = await atOnce(() => refresh(server, application, first.refresh_token ?? ''))
      const winners = winnersOf(answers)
      assert.equal(winners.length, 1, `round ${round}`)
      await assertDead(server, application, first)
      await assertDead(server, application, winners[0]?.body ?? {})
      const [row] = await server.services.db.sql<{ count: number }>`
        select count(*) as count from credentials
        where user_id = ${user.id} and application_id = ${application.id} and revoked_at is null`
      assert.equal(row?.count, 0)
    }
    const [incidents] = await server.services.db.sql<{ count: number }>`
      select count(*) as count from incidents where kind = 'refresh_token_replayed'`
    assert.equal(incidents?.count, ROUNDS, 'one incident a race')
  })

  test('a replay of an older token while the newest is rotated leaves nothing alive', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await obtainTokens(server, publicOne, { headers })
      const second = (await refresh(server, publicOne, first.refresh_token ?? '')).body
      const answers = await Promise.all([
        refresh(server, publicOne, second.refresh_token ?? ''),
        refresh(server, publicOne, first.refresh_token ?? ''),
        refresh(server, publicOne, first.refresh_token ?? ''),
      ])
      const winners = winnersOf(answers)
      assert.ok(winners.length <= 1)
      await assertDead(server, publicOne, second)
      for (const { body } of winners) await assertDead(server, publicOne, body)
    }
  })

  test('a consumed token from another application while the newest is rotated leaves nothing alive', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await obtainTokens(server, publicOne, { headers })
      const second = (await refresh(server, publicOne, first.refresh_token ?? '')).body
      const [rightful, ...thieves] = await Promise.all([
        refresh(server, publicOne, second.refresh_token ?? ''),
        refresh(server, confidential, first.refresh_token ?? ''),
        refresh(server, { ...confidential, secret: 'wrong' }, first.refresh_token ?? ''),
      ])
      assert.deepEqual(
        thieves.map(({ status }) => status),
        [400, 401],
      )
      await assertDead(server, publicOne, second)
      if (rightful.status === 200) await assertDead(server, publicOne, rightful.body)
      const [row] = await server.services.db.sql<{ count: number }>`
        select count(*) as count from chains
        where user_id = ${user.id} and application_id = ${publicOne.id} and revoked_at is null`
      assert.equal(row?.count, 0)
    }
  })

  test('a code has one winner, and its second use revokes the tokens of the first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { verifier, challenge } = createPkce()
      const answer = await authorize(server, publicOne, {
        headers,
        parameters: { code_challenge: challenge, code_challenge_method: 'S256' },
      })
      const form = {
        grant_type: 'authorization_code',
        code: answer.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
        code_verifier: verifier,
      }
      const winners = winnersOf(await atOnce(() => postToken(server, publicOne, form)))
      assert.equal(winners.length, 1, `round ${round}`)
      await assertDead(server, publicOne, winners[0]?.body ?? {})
    }
  })

  test('a device code has one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { deviceCode, userCode } = await startDevice(server, publicOne)
      await decideDevice(server, userCode, { headers })
      const winners = winnersOf(await atOnce(() => pollDevice(server, publicOne, deviceCode)))
      assert.equal(winners.length, 1, `round ${round}`)
      assert.equal(await callApi(server, winners[0]?.body.access_token), 200)
    }
  })

  test('a connection that is revoked while its token is refreshed leaves nothing alive', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await obtainTokens(server, confidential, { headers })
      const [answer, gone] = await Promise.all([
        refresh(server, confidential, first.refresh_token ?? ''),
        server.fetch(`/app/api/connections/${confidential.id}`, { method: 'DELETE', headers }),
      ])
      assert.equal(gone.status, 204)
      assert.equal(await callApi(server, first.access_token), 401)
      if (answer.status === 200) await assertDead(server, confidential, answer.body)
    }
  })
})
