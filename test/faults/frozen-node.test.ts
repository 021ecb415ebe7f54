// run: all
// on: sqlite, postgres
// A node that is frozen or cut off holds nothing for long, and what it does afterwards is refused.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliverDue, findLeaseMs } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createHeartbeat } from '#server/platform/database/leases.ts'
import { webhookReceivers } from '#server/webhooks/delivery/queue-store.ts'
import { connectTo, startDatabaseProxy } from '#test/support/faults/watch.ts'
import { createUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const skip = isPostgres ? false : 'the embedded database has one node'
const isFull = process.env.SWEEPS === '1'
const ROUNDS = isFull ? 8 : 1
const WEBHOOKS = 5
const EVENTS = 20
// Short ones, for a short test; the defaults with --sweeps.
const settings: Record<string, string> = isFull ? { WEBHOOK_ALLOW_PRIVATE: 'true' } : onLoopback
// For the workers alone: on a busy machine the test's own transactions pause for longer.
const workerSettings: Record<string, string> = isFull ? {} : { DATABASE_STATEMENT_TIMEOUT_MS: '2000' }
const MAX_OVERTAKEN_MS = 60_000

interface World {
  server: TestServer
  user: { id: string }
  receivers: Receiver[]
  workers: ServerProcess[]
}

async function createWorld(context: TestContext): Promise<World> {
  const workers: ServerProcess[] = []
  // Before the receivers close, which wait for those who send to them.
  context.after(async () => {
    for (const { child } of workers) child.kill('SIGCONT')
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')))
  })
  const server = await startServer(context, { environment: settings })
  const user = await createUser(server)
  const receivers: Receiver[] = []
  for (let index = 0; index < WEBHOOKS; index++) {
    const receiver = await startReceiver(context, async (response) => {
      await sleep(20 + Math.random() * 20)
      response.end()
    })
    await createWebhook(server.services, { userId: user.id }, receiver.url)
    receivers.push(receiver)
  }
  return { server, user, receivers, workers }
}

/** A separate node that runs the jobs. */
async function startWorker({ server, workers }: World, databaseUrl?: string): Promise<ServerProcess> {
  const port = await findFreePort()
  const node = startProcess(SERVER, ['--work-only'], {
    ...server.environment,
    ...workerSettings,
    WORK_PORT: String(port),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  workers.push(node)
  await waitForAnswer(`http://localhost:${port}`, node)
  return node
}

const firstArrivals = ({ received }: Receiver) => [...new Set(received.map(({ sequence }) => sequence))]

async function waitForAll({ receivers }: World, count: number, timeoutMs: number): Promise<number> {
  const startedAt = performance.now()
  while (receivers.some((receiver) => firstArrivals(receiver).length < count)) {
    const counts = receivers.map((receiver) => firstArrivals(receiver).length).join(' ')
    if (performance.now() - startedAt > timeoutMs) throw new Error(`${counts} of ${count} deliveries came`)
    await sleep(10)
  }
  return performance.now() - startedAt
}

/** Disturbs a node in the middle of a stream of events, again and again; the other one must take over. */
async function disturb(
  context: TestContext,
  world: World,
  harm: () => void,
  heal: () => void,
): Promise<void> {
  const { server, user, receivers } = world
  await recordUploads(server, user, 1)
  await waitForAll(world, 1, 60_000)
  let sent = 1
  let longestMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    // A worker on its own looks every 400 ms, and is then busy for about 600.
    setTimeout(harm, 400 + Math.random() * 600)
    for (let count = 0; count < EVENTS; count++) {
      await recordUploads(server, user, 1)
      await sleep(10)
    }
    sent += EVENTS
    longestMs = Math.max(longestMs, await waitForAll(world, sent, MAX_OVERTAKEN_MS))
    heal()
    await sleep(500)
  }
  const expected = Array.from({ length: sent }, (_, index) => index + 1)
  for (const receiver of receivers) {
    assert.deepEqual(firstArrivals(receiver), expected, 'in order, none missing')
    const ids = new Set(
      receiver.received.map(({ sequence, headers }) => `${sequence} ${String(headers['webhook-id'])}`),
    )
    assert.equal(ids.size, sent, 'one number is always the same event')
  }
  const twice = receivers.reduce((sum, { received }) => sum + received.length - sent, 0)
  context.diagnostic(
    `${ROUNDS} rounds, ${sent * WEBHOOKS} deliveries: the longest pause was ${Math.round(longestMs)} ms, ${twice} arrived twice, 0 lost`,
  )
}

suite('a node that stops without dying', { skip }, () => {
  test('frozen (SIGSTOP), it is overtaken by the others', { timeout: 600_000 }, async (context) => {
    const world = await createWorld(context)
    const frozen = await startWorker(world)
    await startWorker(world)
    await disturb(
      context,
      world,
      () => void frozen.child.kill('SIGSTOP'),
      () => void frozen.child.kill('SIGCONT'),
    )
  })

  // The others do the same as after a freeze.
  const onlyInSweeps = { timeout: 600_000, skip: isFull ? false : 'only with --sweeps' }
  test('cut off from the database, it is overtaken by the others', onlyInSweeps, async (context) => {
    const world = await createWorld(context)
    const { proxy, url } = await startDatabaseProxy(context, world.server.environment.DATABASE_URL ?? '')
    await startWorker(world, url)
    await startWorker(world)
    await disturb(
      context,
      world,
      () => proxy.cut(),
      () => proxy.fix(),
    )
  })

  test('frozen in the middle of fan-out, it holds up the others until its transaction is ended', async (context) => {
    const world = await createWorld(context)
    const { server, user, receivers } = world
    const frozen = await startWorker(world)
    await recordUploads(server, user, 1)
    await waitForAll(world, 1, 60_000)
    const operator = await connectTo(context, server.environment.DATABASE_URL ?? '')
    // By itself: inside a transaction the first look at the sessions is also what every later one sees.
    const observer = await connectTo(context, server.environment.DATABASE_URL ?? '')
    const countSessions = async (condition: string) => {
      const activity = `from pg_stat_activity where datname = current_database() and ${condition}`
      const { rows } = await observer.query<{ count: string }>(`select count(*) ${activity}`)
      return Number(rows[0]?.count)
    }
    // Fan-out has locked the events and waits for the webhooks; then it is frozen and gets them.
    await operator.query('begin')
    await operator.query('select id from webhooks for update')
    await recordUploads(server, user, 5)
    const countWaiting = () => countSessions(`wait_event_type = 'Lock' and query like '%webhooks w%'`)
    await waitUntil('fan-out waits for the webhooks', async () => (await countWaiting()) > 0)
    frozen.child.kill('SIGSTOP')
    await operator.query('rollback')
    // Then it is idle in its transaction, until that is ended.
    await waitUntil('fan-out got the webhooks', async () => (await countWaiting()) === 0)

    const startedAt = performance.now()
    let fannedOut = 0
    while (fannedOut === 0) fannedOut = await fanOut(server.services).catch(() => 0)
    const overtakenMs = performance.now() - startedAt
    context.diagnostic(`another node went on with fan-out after ${Math.round(overtakenMs)} ms`)
    assert.ok(overtakenMs < MAX_OVERTAKEN_MS)
    frozen.child.kill('SIGCONT')
    await waitForAll(world, 6, MAX_OVERTAKEN_MS)
    await sleep(1_000)
    for (const receiver of receivers) assert.deepEqual(firstArrivals(receiver), [1, 2, 3, 4, 5, 6])
    const [row] = await server.services.db.sql<{ count: number }>`select count(*) as count from deliveries`
    assert.equal(row?.count, 6 * WEBHOOKS, 'what it had begun was refused')
  })

  test('a claim that it sends late, with the time from before it froze, is a lease from now on', async (context) => {
    const world = await createWorld(context)
    const { db, now } = world.server.services
    await recordUploads(world.server, world.user, 1)
    await fanOut(world.server.services)
    const [webhook] = await db.sql<{ id: string }>`select id from webhooks order by id limit 1`
    assert.ok(webhook)
    const before = now()
    const [leased] = await webhookReceivers.claimDue(db.sql, before - 60_000, [webhook.id], 5_000)
    assert.ok(leased && leased.until >= before + 5_000 - 100, JSON.stringify(leased))
    assert.deepEqual(await webhookReceivers.claimDue(db.sql, now(), [webhook.id], 5_000), [])
  })
})

suite('the lease of a webhook', () => {
  test('what a worker does after it was overtaken is refused', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const { db } = server.services
    const owner = await createUser(server)
    const receiver = await startReceiver(context, async (response) => {
      // While this attempt is under way another worker takes the webhook over.
      await db.sql`update webhooks set lease = 'other', leased_until = ${server.services.now() + 60_000}`
      response.statusCode = 410
      response.end()
    })
    await createWebhook(server.services, { userId: owner.id }, receiver.url)
    await recordUploads(server, owner, 3)
    await fanOut(server.services)
    await deliverDue(server.services)
    assert.equal(receiver.received.length, 1)
    const [webhook] = await db.sql`select lease, failing_since, disabled_at from webhooks`
    assert.deepEqual({ ...(webhook as object) }, { lease: 'other', failing_since: null, disabled_at: null })
    assert.deepEqual(await db.sql`select delivery_id from delivery_attempts`, [])
    const [pending] = await db.sql<{
      count: number
    }>`select count(*) as count from deliveries where status = 'pending'`
    assert.equal(pending?.count, 3)
  })

  test('is renewed while its worker is alive, and passes on when it no longer is', async (context) => {
    const server = await startServer(context, { environment: { ...onLoopback, WEBHOOK_TIMEOUT_MS: '100' } })
    const { services } = server
    const owner = await createUser(server)
    const receiver = await startReceiver(context)
    await createWebhook(services, { userId: owner.id }, receiver.url)
    await recordUploads(server, owner, 1)
    await fanOut(services)
    const [webhook] = await services.db.sql<{ id: string }>`select id from webhooks`
    const webhookId = webhook?.id ?? ''
    const leaseMs = findLeaseMs(services)
    const claimIt = () => webhookReceivers.claimDue(services.db.sql, services.now(), [webhookId], leaseMs)

    const [claim] = await claimIt()
    assert.ok(claim)
    const heartbeat = createHeartbeat(services, webhookReceivers, leaseMs)
    heartbeat.begin(claim)
    await sleep(2 * leaseMs)
    assert.deepEqual(await claimIt(), [])
    assert.ok(claim.until > services.now())
    heartbeat.end(claim)
    await sleep(leaseMs / 2)
    assert.deepEqual(await claimIt(), [])
    // A renewal may have been under way.
    await waitUntil('the lease passes on', async () => (await claimIt()).length === 1)
  })
})
