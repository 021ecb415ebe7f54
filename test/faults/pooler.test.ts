// run: sweeps; starts database servers, poolers or another release, which takes minutes on a busy machine
// PgBouncer between the nodes and PostgreSQL: in session mode everything works, anything else is refused at the start.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { findPgBouncer, startPgBouncer } from '#test/support/faults/pgbouncer.ts'
import { createPilot, list, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const program = findPgBouncer()
const skip =
  (process.env.TEST_ENGINE !== 'postgres' && 'the embedded database has no pooler') ||
  (program === undefined && 'PgBouncer is not installed (Debian: apt-get install pgbouncer)')

const ignored = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'
const UPLOADS = 30
/** How fast it is on a busy machine is not the question. */
const patience = {
  DATABASE_STATEMENT_TIMEOUT_MS: '120000',
}

async function startPooler(context: TestContext, settings: Record<string, string>) {
  const { environment, remove } = await createEnvironment()
  context.after(remove)
  const url = await startPgBouncer(context, program ?? '', environment.DATABASE_URL ?? '', settings)
  return { ...environment, DATABASE_URL: url }
}

const start = (environment: Record<string, string>) =>
  buildServices(readConfig(environment), { log: createLog('silent') })

suite('PgBouncer', { skip }, () => {
  test('in session mode: the database is migrated, flights are uploaded and read by two nodes, webhooks arrive', async (context) => {
    const environment = await startPooler(context, {
      pool_mode: 'session',
      ignore_startup_parameters: ignored,
      default_pool_size: '30',
    })
    const settings = { ...unlimited, ...onLoopback, ...patience }
    const one = await startServer(context, { work: true, on: { ...environment, ...settings } })
    const secret = { CLOUDSTREET_SECRET: one.services.secret }
    const other = await startServer(context, { work: true, on: { ...environment, ...settings, ...secret } })
    const pilot = await createPilot(one)
    const receiver = await startReceiver(context)
    await createWebhook(one.services, { userId: pilot.user.id }, receiver.url)
    for (let count = 0; count < UPLOADS; count++) {
      const node = count % 2 ? one : other
      // A machine that is too busy to score may refuse one.
      await waitUntil(
        `flight ${count} is there`,
        async () => (await upload(node, pilot, makeFlight(count))).ok,
      )
      const { pagination } = await list(count % 2 ? other : one, pilot)
      assert.equal(pagination.totalCount, count + 1, 'the other node has it, too')
    }
    await receiver.waitFor(UPLOADS)
    assert.equal((await list(other, pilot)).pagination.totalCount, UPLOADS)
    assert.equal((await one.fetch('/readyz')).status, 200)
  })

  for (const mode of ['transaction', 'statement']) {
    test(`in ${mode} mode is refused at the start with a sentence`, async (context) => {
      const environment = await startPooler(context, {
        pool_mode: mode,
        ignore_startup_parameters: ignored,
      })
      for (let attempt = 0; attempt < 5; attempt++)
        await assert.rejects(
          start(environment),
          /The service needs a session for each connection: set pool_mode = session/,
        )
    })
  }

  test('that refuses parameters at the start of a session is told which line it needs', async (context) => {
    const environment = await startPooler(context, { pool_mode: 'session' })
    await assert.rejects(start(environment), /ignore_startup_parameters = options,statement_timeout/)
  })
})
