// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { postForm, registerApplication, startDevice } from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

function revoke(server: TestServer): Promise<Response> {
  const body = new URLSearchParams({ token: 'cst_at_unknown' })
  return server.fetch('/api/oauth/revoke', { method: 'POST', body })
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

suite('budgets', () => {
  test('100 keys of one user are not 100 budgets, and another user keeps the own', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '5' } })
    const [greedy, honest] = [await createUser(server), await createUser(server)]
    const honestKey = await createKey(server, honest, ['profile:read'])
    const ask = (key: string) => server.fetch('/api/v1/profile', { headers: bearer(key) })
    await ask(honestKey)
    const aloneMs = await time(() => ask(honestKey))
    let served = 0
    for (let index = 0; index < 100; index++) {
      const key = await createKey(server, greedy, ['profile:read'])
      if ((await ask(key)).status === 200) served += 1
    }
    assert.equal(served, 20, 'four times the budget of one')
    const ratio = (await time(async () => assert.equal((await ask(honestKey)).status, 200))) / aloneMs
    context.diagnostic(
      `100 keys: ${served} of 100 served; the honest user's request takes ${ratio.toFixed(2)}x`,
    )
  })

  test('what one budget refuses, the other has not counted', async (context) => {
    const server = await startServer(context, {
      environment: { RATE_LIMIT_REQUESTS: '3' },
    })
    const user = await createUser(server)
    const keys: string[] = []
    for (let count = 0; count < 5; count++) keys.push(await createKey(server, user, ['profile:read']))
    const ask = async (index: number) => {
      const response = await server.fetch('/api/v1/profile', { headers: bearer(keys[index] ?? '') })
      return [response.status, Number(response.headers.get('x-ratelimit-remaining'))]
    }
    const askThreeTimes = async (index: number) => [await ask(index), await ask(index), await ask(index)]
    for (const index of [0, 1, 2])
      assert.deepEqual(await askThreeTimes(index), [
        [200, 2],
        [200, 1],
        [200, 0],
      ])
    assert.deepEqual(
      [await ask(3), await ask(3)],
      [
        [200, 2],
        [200, 1],
      ],
    )
    assert.deepEqual(await ask(0), [429, 0], 'its own is used up; the user’s has one left')
    assert.deepEqual(await ask(4), [200, 0], 'the user’s is the nearer to its end')
    assert.deepEqual(await ask(4), [429, 0])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [row] = await server.services.db.sql<{ requests: number }>`
      select requests from rate_counters where name like 'api:%' and name not like 'api:user:%'
      order by requests limit 1`
    if (server.services.db.engine === 'postgres') assert.equal(row?.requests, 1, 'given back')
  })

  test('the dashboard is counted like the API, with the three headers', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '3' } })
    const { headers } = await createSignedInUser(server)
    const statuses: number[] = []
    for (let index = 0; index < 4; index++) {
      const response = await server.fetch('/app/api/keys', { headers })
      statuses.push(response.status)
      assert.equal(response.headers.get('x-ratelimit-limit'), '3')
      assert.ok(response.headers.has('x-ratelimit-remaining') && response.headers.has('x-ratelimit-reset'))
    }
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })

  test('400 invented clients of one address share its budget; another address is served', async (context) => {
    const server = await startServer(context, {
      environment: { RATE_LIMIT_OAUTH: '10', RATE_LIMIT_WINDOW_SECONDS: '600', TRUST_PROXY: '1' },
    })
    const ask = (id: string, address: string) =>
      postForm(
        server,
        '/api/oauth/token',
        { grant_type: 'client_credentials', client_id: id, client_secret: 'x' },
        { 'x-forwarded-for': address },
      )
    let checked = 0
    for (let index = 0; index < 400; index++) {
      const answer = await ask(index.toString(16).padStart(24, '0'), '203.0.113.5')
      if (answer.status !== 429) checked += 1
    }
    assert.equal(checked, 40)
    assert.equal((await ask('f'.repeat(24), '203.0.113.6')).status, 401)
  })

  test('ten devices behind one address do not use up each other’s budget; slow_down comes before 429', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_OAUTH: '12' } })
    const application = await registerApplication(server, { type: 'public', grants: ['device_code'] })
    const devices: string[] = []
    for (let index = 0; index < 10; index++) {
      devices.push((await startDevice(server, application)).deviceCode)
    }
    const errors = new Map<string, number>()
    for (let round = 0; round < 6; round++) {
      for (const code of devices) {
        const form = { grant_type: DEVICE_CODE_GRANT, device_code: code, client_id: application.id }
        const { status, body } = await postForm(server, '/api/oauth/token', form)
        assert.notEqual(status, 429)
        const { error } = body as { error: string }
        errors.set(error, (errors.get(error) ?? 0) + 1)
      }
    }
    assert.deepEqual([...errors.keys()].toSorted(), ['authorization_pending', 'slow_down'])
  })

  test('a token is revoked however often one asks', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_OAUTH: '1' } })
    const answers: number[] = []
    for (let index = 0; index < 12; index++) answers.push((await revoke(server)).status)
    assert.deepEqual(new Set(answers), new Set([200]))
  })
})
