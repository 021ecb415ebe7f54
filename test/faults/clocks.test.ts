// run: all
// on: sqlite, postgres
// Nodes whose clocks differ: leases, limits and who hears of what do not depend on them.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { OperatorChecks } from '#dashboard/operator.ts'
import { runDoctor } from '#server/operator/checks/doctor.ts'
import type { CommandFailure } from '#server/platform/options.ts'
import { readConfig } from '#server/platform/config.ts'
import type { DatabaseClock } from '#server/platform/clock/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const skip = isPostgres ? false : 'the embedded database has one node and one clock'
const DAY_MS = 86_400_000

/** A further node on the database of the first. */
async function startNode(
  context: TestContext,
  { environment, services }: TestServer,
  options: { skewMs?: number; settings?: Record<string, string> } = {},
): Promise<TestServer> {
  const { DATABASE_URL = '' } = environment
  const settings = { ...onLoopback, ...options.settings, DATABASE_URL, CLOUDSTREET_SECRET: services.secret }
  const { skewMs } = options
  return startServer(context, {
    environment: settings,
    ...(skewMs === undefined ? {} : { wallClock: () => Date.now() + skewMs }),
  })
}

async function deliverAll({ services }: TestServer): Promise<void> {
  while ((await fanOut(services)) > 0);
  await deliverDue(services)
}

const hashesOf = (envelopes: { flight: { hash: string | null } }[]) =>
  envelopes.map(({ flight }) => flight.hash)

suite('who hears of an event', () => {
  for (const offsetMs of [-DAY_MS, 0, DAY_MS]) {
    test(`is decided by the order of commits, with the registering clock ${offsetMs / 1000} s off`, async (context) => {
      const server = await startServer(context, { environment: onLoopback })
      const user = await createUser(server)
      const receiver = await startReceiver(context)
      await recordUploads(server, user, 3)
      server.advance(offsetMs)
      await createWebhook(server.services, { userId: user.id }, receiver.url)
      server.advance(-offsetMs)
      const later = await recordUploads(server, user, 3)
      await deliverAll(server)
      const heard = receiver.received.map(({ body }) => JSON.parse(body) as (typeof later)[number])
      assert.deepEqual(hashesOf(heard), hashesOf(later))
    })
  }

  test('each of several webhooks hears of what came after itself, also when others have gone meanwhile', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const { services } = server
    const user = await createUser(server)
    const counts: number[] = []
    const receivers = [
      await startReceiver(context),
      await startReceiver(context),
      await startReceiver(context),
    ]
    for (const receiver of receivers) {
      await createWebhook(services, { userId: user.id }, receiver.url)
      await recordUploads(server, user, 1)
    }
    await services.db.sql`delete from webhooks where url = ${receivers[2]?.url ?? ''}`
    const last = await startReceiver(context)
    await createWebhook(services, { userId: user.id }, last.url)
    await recordUploads(server, user, 1)
    await deliverAll(server)
    for (const { received } of [...receivers, last]) counts.push(received.length)
    assert.deepEqual(counts, [4, 3, 0, 1])
  })

  test(
    'an event whose commit comes late is heard by anyone who registered before it',
    { skip },
    async (context) => {
      const server = await startServer(context, { environment: onLoopback })
      const { services } = server
      const user = await createUser(server)
      const receiver = await startReceiver(context)
      let register: Promise<unknown> = Promise.resolve()
      await services.db.transaction(async (sql) => {
        // Written before the registration, and visible only after it.
        await sql`
        insert into events (id, type, user_id, audience, payload, occurred_at)
        values ('late', 'flight.uploaded', ${user.id}, '[]', '{}', ${services.now() - 60_000})`
        register = createWebhook(services, { userId: user.id }, receiver.url)
        await register
        await deliverAll(server)
        assert.equal(receiver.received.length, 0)
      })
      await deliverAll(server)
      assert.equal(receiver.received[0]?.headers['webhook-id'], 'late')
    },
  )
})

suite('the clocks of several nodes', { skip }, () => {
  test('a node 5 s behind and one 5 s ahead have the same time, and share windows to the millisecond', async (context) => {
    const first = await startServer(context, { environment: onLoopback })
    const limits = { RATE_LIMIT_REQUESTS: '10', RATE_LIMIT_WINDOW_SECONDS: '600' }
    const behind = await startNode(context, first, { skewMs: -5_000, settings: limits })
    const ahead = await startNode(context, first, { skewMs: 5_000, settings: limits })
    assert.ok(Math.abs(behind.services.now() - ahead.services.now()) < 1_000)
    assert.ok(Math.abs(behind.services.clock.skewMs() + 5_000) < 2_000)
    assert.match(
      await (await ahead.fetch('/metrics')).text(),
      /cloudstreet_clock_skew_seconds (4\.[5-9]\d*|5(\.[0-4]\d*)?)\n/,
    )

    const key = await createKey(first, await createUser(first), ['profile:read'])
    const resets = new Set<string | null>()
    for (const node of [ahead, behind, ahead, behind]) {
      const response = await node.fetch('/api/v1/profile', { headers: bearer(key) })
      resets.add(response.headers.get('x-ratelimit-reset'))
      await response.arrayBuffer()
    }
    assert.equal(resets.size, 1, [...resets].join(' '))
  })

  test('eight of eight uploads of a node that is behind become deliveries', async (context) => {
    const first = await startServer(context, { environment: onLoopback })
    const behind = await startNode(context, first, { skewMs: -5_000 })
    const user = await createUser(first)
    const receiver = await startReceiver(context)
    await createWebhook(first.services, { userId: user.id }, receiver.url)
    for (let count = 0; count < 8; count++) await recordUploads(behind, user, 1)
    await deliverAll(first)
    assert.equal(receiver.received.length, 8)
  })

  test('a clock that is 30 s off or more is refused at the start with a sentence', async (context) => {
    const { environment } = await startServer(context)
    for (const [skewMs, pattern] of [
      [DAY_MS, /86400\.\d s ahead of the database's\. Set the clock/],
      [-31_000, /31\.\d s behind the database's/],
    ] as const) {
      const start = buildServices(readConfig(environment), {
        log: createLog('silent'),
        wallClock: () => Date.now() + skewMs,
      })
      await assert.rejects(start, pattern)
    }
  })

  test('a clock 10 minutes off is red in the doctor, and well again when it is set', async (context) => {
    const { environment } = await startServer(context)
    const config = readConfig(environment)
    const askDoctor = async (skewMs: number) => {
      const open = () =>
        buildServices(config, { log: createLog('silent'), wallClock: () => Date.now() + skewMs })
      const patient = { countPending: async () => 0, open }
      const report = await runDoctor(patient, new Map([['json', ['true']]])).catch(
        (error: CommandFailure) => error.report,
      )
      return (report as OperatorChecks).checks
    }
    const start = (await askDoctor(600_000)).find(({ check }) => check === 'start')
    assert.equal(start?.state, 'act')
    assert.match(start.remedy ?? '', /600\.\d s ahead of the database's\. Set the clock/)
    assert.equal((await askDoctor(5000)).find(({ check }) => check === 'clock')?.state, 'look')
    assert.equal((await askDoctor(0)).find(({ check }) => check === 'clock')?.state, 'well')
  })

  test('a clock that goes wrong while the node runs makes it not ready, and changes no time', async (context) => {
    const first = await startServer(context)
    let skewMs = 0
    const server = await startServer(context, {
      environment: {
        DATABASE_URL: first.environment.DATABASE_URL ?? '',
        CLOUDSTREET_SECRET: first.services.secret,
      },
      wallClock: () => Date.now() + skewMs,
    })
    const clock = server.services.clock as DatabaseClock
    assert.equal((await server.fetch('/readyz')).status, 200)
    const before = server.services.now()
    skewMs = -DAY_MS
    await clock.measure()
    assert.ok(server.services.now() - before < 10_000 && server.services.now() >= before)
    const response = await server.fetch('/readyz')
    assert.equal(response.status, 503)
    assert.match(await response.text(), /86400\.\d s behind the database's/)
    skewMs = 0
    await clock.measure()
    assert.equal((await server.fetch('/readyz')).status, 200)
    const operator = await connectTo(context, first.environment.DATABASE_URL ?? '')
    const { rows } = await operator.query('select extract(epoch from clock_timestamp()) * 1000 as ms')
    assert.ok(Math.abs(Number(rows[0].ms) - server.services.now()) < 2_000)
  })
})
