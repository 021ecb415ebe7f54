// run: all
// REFRESH_REUSE_SECONDS: a client whose answer was lost on the way asks once more, and is not taken for a thief.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { callApi, obtainTokens, refresh, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('a refresh that is repeated within REFRESH_REUSE_SECONDS', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', REFRESH_REUSE_SECONDS: '10' } },
  )
  const { headers } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const other = await registerApplication(server)

  const countIncidents = async () => {
    const [row] = await server.services.db.sql<{ count: number }>`select count(*) as count from incidents`
    return row?.count ?? 0
  }
  /** A token that was spent, and the answer that its client may not have received. */
  const loseAnswer = async () => {
    const { refresh_token: spent = '' } = await obtainTokens(server, application, { headers })
    const { body: lost } = await refresh(server, application, spent)
    return { spent, lost, incidents: await countIncidents() }
  }
  const refreshWith = (token: string | undefined) => refresh(server, application, token ?? '')

  test('gives a new pair, which works and goes on', async () => {
    const { spent, incidents } = await loseAnswer()
    const again = await refreshWith(spent)
    assert.equal(again.status, 200)
    assert.equal(await callApi(server, again.body.access_token), 200)
    assert.equal((await refreshWith(again.body.refresh_token)).status, 200)
    assert.equal(await countIncidents(), incidents)
  })

  test('may lose its answer once more', async () => {
    const { spent, incidents } = await loseAnswer()
    for (let round = 0; round < 3; round++) assert.equal((await refreshWith(spent)).status, 200)
    assert.equal(await countIncidents(), incidents)
  })

  test('ends the pair that was lost: its use is a theft', async () => {
    const { spent, lost, incidents } = await loseAnswer()
    const again = await refreshWith(spent)
    assert.equal(await callApi(server, lost.access_token), 401)
    assert.equal(await callApi(server, again.body.access_token), 200)
    assert.equal((await refreshWith(lost.refresh_token)).status, 400)
    assert.equal(await callApi(server, again.body.access_token), 401)
    assert.equal(await countIncidents(), incidents + 1)
  })

  test('is a theft once the successor was used', async () => {
    const { spent, lost, incidents } = await loseAnswer()
    const next = await refreshWith(lost.refresh_token)
    assert.equal((await refreshWith(spent)).body.error, 'invalid_grant')
    assert.equal(await callApi(server, next.body.access_token), 401)
    assert.equal(await countIncidents(), incidents + 1)
  })

  test('is a theft once the access token that came with the successor is known to have been used', async () => {
    const { spent, lost, incidents } = await loseAnswer()
    assert.equal(await callApi(server, lost.access_token), 200)
    await server.services.db.sql`update credentials set last_used_at = created_at where last_used_at is null`
    assert.equal((await refreshWith(spent)).status, 400)
    assert.equal(await countIncidents(), incidents + 1)
  })

  test('is a theft when another application repeats it', async () => {
    const { spent, lost, incidents } = await loseAnswer()
    assert.equal((await refresh(server, other, spent)).status, 400)
    assert.equal(await callApi(server, lost.access_token), 401)
    assert.equal(await countIncidents(), incidents + 1)
  })

  test('many times at once leaves one live pair and no incident', async () => {
    const { spent, incidents } = await loseAnswer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshWith(spent)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const live = await Promise.all(answers.map(({ body }) => callApi(server, body.access_token)))
    assert.equal(live.filter((status) => status === 200).length, 1)
    assert.equal(await countIncidents(), incidents)
  })

  test('is a theft when it comes later', async () => {
    const { spent, lost, incidents } = await loseAnswer()
    server.advance(10_000)
    assert.equal((await refreshWith(spent)).status, 400)
    assert.equal(await callApi(server, lost.access_token), 401)
    assert.equal(await countIncidents(), incidents + 1)
  })
})
