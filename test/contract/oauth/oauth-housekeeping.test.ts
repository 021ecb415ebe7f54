// run: all
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { unpaced } from '#server/platform/background/watch.ts'
import { listJobs } from '#server/work.ts'
import { pruneRows } from '#server/prune.ts'
import { addRefusals } from '#server/oauth/stores/refusals.ts'
import { toDay } from '#server/platform/time.ts'
import {
  authorize,
  callApi,
  obtainTokens,
  refresh,
  registerApplication,
  startDevice,
} from '#test/support/oauth.ts'
import { createKey, createSignedInUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000

suite('housekeeping', async () => {
  test('what is alive stays: a chain, its spent tokens and its code, and a key', async (context) => {
    const { server, application, user, headers } = await start(context)
    const key = await createKey(server, user, ['profile:read'])
    const first = await obtainTokens(server, application, { headers })
    let tokens = (await refresh(server, application, first.refresh_token ?? '')).body
    for (let times = 0; times < 2; times++) {
      server.advance(20 * DAY_MS)
      await cleanUpAll(server)
      tokens = (await refresh(server, application, tokens.refresh_token ?? '')).body
      assert.equal(await callApi(server, tokens.access_token), 200)
    }
    assert.equal(await callApi(server, key), 200)
    const rows = await countRows(server)
    assert.deepEqual([rows.codes, rows.chains, rows.refresh_tokens], [1, 1, 4])
    assert.equal((await refresh(server, application, first.refresh_token ?? '')).body.error, 'invalid_grant')
    assert.equal((await countRows(server)).incidents, 1, 'a token spent 40 days ago is still known')
    assert.equal(await callApi(server, tokens.access_token), 401)
  })

  test('a day after the end everything is gone, also when it is more than a batch', async (context) => {
    const { server, application, user, headers } = await start(context)
    await createKey(server, user, ['profile:read'])
    for (let times = 0; times < 5; times++) {
      const tokens = await obtainTokens(server, application, { headers })
      await authorize(server, application, { headers })
      await startDevice(server, application)
      await refresh(server, application, tokens.refresh_token ?? '')
    }
    const now = server.services.now()
    await server.services.db.transaction(async (sql) => {
      for (let row = 0; row < 1200; row++) {
        await sql`
          insert into device_codes (hash, user_code_hash, application_id, scopes, state, created_at, expires_at, interval_seconds)
          values (${`hash ${row}`}, ${`code ${row}`}, ${application.id}, '', 'pending', ${now}, ${now}, 5)`
      }
    })
    server.advance(32 * DAY_MS)
    await cleanUpAll(server)
    const none = { codes: 0, device_codes: 0, chains: 0, refresh_tokens: 0, refusals: 0, incidents: 0 }
    assert.deepEqual(await countRows(server), { ...none, credentials: 1 }, 'only the key is left')
  })

  test('incidents are kept for a year, refusals for a month', async (context) => {
    const { server, application, headers } = await start(context)
    const { refresh_token } = await obtainTokens(server, application, { headers })
    await refresh(server, application, refresh_token ?? '')
    await refresh(server, application, refresh_token ?? '')
    await addRefusals(server.services.db.sql, {
      applicationId: application.id,
      day: toDay(server.services.now()),
      error: 'invalid_grant',
      count: 1,
      lastAt: server.services.now(),
    })
    server.advance(33 * DAY_MS)
    await cleanUpAll(server)
    const later = await countRows(server)
    assert.deepEqual([later.incidents, later.refusals], [1, 0])
    server.advance(333 * DAY_MS)
    await cleanUpAll(server)
    assert.equal((await countRows(server)).incidents, 0)
  })

  test('it is one of the background jobs', async (context) => {
    const { server, application } = await start(context)
    const job = listJobs(server.services).find(({ name }) => name === 'prune')
    await startDevice(server, application)
    server.advance(2 * DAY_MS)
    await job?.run(new AbortController().signal, unpaced)
    assert.equal((await countRows(server)).device_codes, 0)
  })
})

async function start(context: TestContext) {
  const server = await startServer(context, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server)
  return { server, user, headers, application: await registerApplication(server) }
}

async function countRows({ services }: TestServer): Promise<Record<string, number>> {
  const [row] = await services.db.sql<Record<string, number>>`
    select (select count(*) from codes) as codes, (select count(*) from device_codes) as device_codes,
           (select count(*) from chains) as chains, (select count(*) from refresh_tokens) as refresh_tokens,
           (select count(*) from credentials) as credentials, (select count(*) from incidents) as incidents,
           (select count(*) from refusals) as refusals`
  return { ...row }
}

async function cleanUpAll({ services }: TestServer): Promise<void> {
  while (await pruneRows(services));
}
