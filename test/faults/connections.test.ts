// run: sweeps; has bounds in seconds of the clock, which a machine without a free core exceeds
// Faults of PostgreSQL that hang instead of failing: every wait has an end, and the node recovers by itself.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectTo,
  lastRefusalMs,
  requireClean,
  slowestMs,
  startDatabaseProxy,
  watch,
} from '#test/support/faults/watch.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'

const skip = process.env.TEST_ENGINE === 'postgres' ? false : 'the embedded database has no connections'
const isFull = process.env.SWEEPS === '1'
const LOCKED_MS = isFull ? 20_000 : 4_500
// Short ones, for a short test; those of production with --sweeps.
const timeouts = isFull
  ? { statementMs: 10_000, environment: { DATABASE_STATEMENT_TIMEOUT_MS: '10000' } }
  : { statementMs: 1_000, environment: { DATABASE_STATEMENT_TIMEOUT_MS: '1000' } }
const READ_MARGIN_MS = 1_000
const MAX_CHECK_MS = 1_000
const CONNECT_TIMEOUT_MS = 1_000
const LOCK_TIMEOUT_MS = 2_000
/** In waits for a lock: half of the limit for a statement, of which that is a fifth. */
const WAIT_FOR_CONNECTION = 2.5
// The machine of a test does other things, too.
const TOLERANCE_MS = 1_500

suite('connections that hang', { skip }, () => {
  test('swallowed by a failover they are all replaced after one time-out', async (context) => {
    const { environment, remove } = await createEnvironment()
    context.after(remove)
    const { proxy, url } = await startDatabaseProxy(context, environment.DATABASE_URL ?? '')
    const server = await startServer(context, {
      work: true,
      environment: { ...unlimited, ...timeouts.environment, DATABASE_URL: url },
    })
    const pilot = await createPilot(server)
    const warmUp = watch(server, '/api/v1/profile', pilot.headers, 12)
    await sleep(500)
    await warmUp.stop()
    assert.equal((await server.fetch('/readyz')).status, 200)
    assert.equal(lastRefusalMs(warmUp.seen), 0)

    proxy.swallow()
    const profile = watch(server, '/api/v1/profile', pilot.headers, 4)
    const ready = watch(server, '/readyz')
    const bound = timeouts.statementMs + READ_MARGIN_MS + TOLERANCE_MS
    await sleep(bound + TOLERANCE_MS)
    await Promise.all([profile.stop(), ready.stop()])
    context.diagnostic(
      `the last refusal came ${Math.round(lastRefusalMs(profile.seen))} ms after the fault, of /readyz ${Math.round(lastRefusalMs(ready.seen))} ms`,
    )
    assert.ok(lastRefusalMs(profile.seen) > 0, 'the fault was met')
    assert.ok(lastRefusalMs(profile.seen) < bound, String(lastRefusalMs(profile.seen)))
    assert.ok(lastRefusalMs(ready.seen) < bound, String(lastRefusalMs(ready.seen)))
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 201)
  })

  test('a database that takes connections and says nothing is 503 in time, and is back when it speaks', async (context) => {
    const { environment, remove } = await createEnvironment()
    context.after(remove)
    const { proxy, url } = await startDatabaseProxy(context, environment.DATABASE_URL ?? '')
    const server = await startServer(context, {
      environment: {
        ...unlimited,
        ...timeouts.environment,
        DATABASE_URL: url,
        DATABASE_STATEMENT_TIMEOUT_MS: String(2 * CONNECT_TIMEOUT_MS),
      },
    })
    const pilot = await createPilot(server)
    assert.equal((await server.fetch('/readyz')).status, 200)
    proxy.mute()
    const profile = watch(server, '/api/v1/profile', pilot.headers, 20)
    const ready = watch(server, '/readyz')
    await sleep(timeouts.statementMs + READ_MARGIN_MS + CONNECT_TIMEOUT_MS)
    proxy.fix()
    const answered = profile.seen.length
    await sleep(CONNECT_TIMEOUT_MS + TOLERANCE_MS)
    await Promise.all([profile.stop(), ready.stop()])
    context.diagnostic(
      `slowest: profile ${Math.round(slowestMs(profile.seen))} ms, /readyz ${Math.round(slowestMs(ready.seen))} ms`,
    )
    assert.ok(profile.seen.slice(0, answered).every(({ status }) => status === 503))
    assert.ok(slowestMs(profile.seen) < timeouts.statementMs + READ_MARGIN_MS + TOLERANCE_MS)
    assert.ok(slowestMs(ready.seen) < MAX_CHECK_MS + READ_MARGIN_MS + TOLERANCE_MS)
    assert.equal(profile.seen.at(-1)?.status, 200)
    assert.equal(ready.seen.at(-1)?.status, 200)
  })

  test('a locked table makes what needs it 503 in time; the rest is slower meanwhile, and served', async (context) => {
    const environment = { ...unlimited, DATABASE_STATEMENT_TIMEOUT_MS: String(5 * LOCK_TIMEOUT_MS) }
    const server = await startServer(context, { environment })
    const pilot = await createPilot(server)
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 201)
    const operator = await connectTo(context, server.environment.DATABASE_URL ?? '')
    await operator.query('begin')
    await operator.query('lock table flights in access exclusive mode')
    const flights = watch(server, '/api/v1/flights', pilot.headers, 20)
    await sleep(100)
    const profile = watch(server, '/api/v1/profile', pilot.headers, 2)
    const ready = watch(server, '/readyz')
    await sleep(LOCKED_MS)
    await operator.query('rollback')
    const unlocked = flights.seen.length
    await sleep(LOCK_TIMEOUT_MS)
    await Promise.all([flights.stop(), profile.stop(), ready.stop()])

    context.diagnostic(
      `slowest while locked: flights ${Math.round(slowestMs(flights.seen))} ms, profile ${Math.round(slowestMs(profile.seen))} ms, ` +
        `/readyz ${Math.round(slowestMs(ready.seen))} ms`,
    )
    assert.equal(lastRefusalMs(profile.seen), 0, 'the profile needs no flights')
    // Its connections are taken by those who wait for the lock.
    assert.ok(slowestMs(profile.seen) < WAIT_FOR_CONNECTION * LOCK_TIMEOUT_MS + TOLERANCE_MS)
    assert.equal(lastRefusalMs(ready.seen), 0)
    assert.ok(slowestMs(ready.seen) < TOLERANCE_MS, '/readyz has its own connection')
    assert.ok(flights.seen.slice(0, unlocked).every(({ status }) => status === 503))
    assert.ok(slowestMs(flights.seen) < 2 * LOCK_TIMEOUT_MS + TOLERANCE_MS)
    assert.equal(flights.seen.at(-1)?.status, 200, 'it recovers by itself')
  })

  test('a locked row holds up those who need that row, and no one else with the same statement', async (context) => {
    const server = await startServer(context, { environment: { DATABASE_STATEMENT_TIMEOUT_MS: '1500' } })
    const { sql } = server.services.db
    await sql`create table things (id text primary key, count integer)`
    await sql`insert into things values ('a', 0), ('b', 0)`
    const operator = await connectTo(context, server.environment.DATABASE_URL ?? '')
    await operator.query('begin')
    await operator.query(`select id from things where id = 'a' for update`)
    const count = (id: string) => sql`update things set count = count + 1 where id = ${id} returning count`
    await assert.rejects(count('a'), { name: 'DatabaseLockedError' })
    const again = assert.rejects(count('a'), /lock timeout/)
    // By two connections: either may be first.
    const counted = (await Promise.all([count('b'), count('b')])).flat() as { count: number }[]
    assert.deepEqual(counted.map((row) => row.count).toSorted(), [1, 2])
    await again
    await operator.query('rollback')
    assert.deepEqual(await count('a'), [{ count: 1 }])
  })

  test('while requests have taken every connection, jobs and /readyz have theirs', async (context) => {
    const server = await startServer(context, {
      environment: { ...unlimited, DATABASE_POOL_SIZE: '4' },
      addRoutes: (app, { db }) => {
        app.get(
          '/slow',
          { schema: { hide: true }, config: { doors: { public: 'none' } } },
          async () => db.sql`select 1 as one from pg_sleep(1)`,
        )
      },
    })
    const jobs = server.services.db.forJobs()
    const crowd = watch(server, '/slow', {}, 8)
    await sleep(300)
    const ready = watch(server, '/readyz')
    let slowestJobMs = 0
    for (let run = 0; run < 10; run++) {
      const startedAt = performance.now()
      await jobs.sql`select 1 as one`
      await jobs.transaction((sql) => sql`select 1 as one`)
      slowestJobMs = Math.max(slowestJobMs, performance.now() - startedAt)
    }
    await sleep(500)
    await Promise.all([crowd.stop(), ready.stop()])
    assert.ok(slowestMs(crowd.seen) > 2_000, 'requests waited for each other')
    assert.ok(Math.max(slowestJobMs, slowestMs(ready.seen)) < slowestMs(crowd.seen), 'nothing else did')
    assert.equal(lastRefusalMs(ready.seen), 0)
  })

  test('a statement that takes too long is ended and answered 503', async (context) => {
    const server = await startServer(context, {
      environment: { DATABASE_STATEMENT_TIMEOUT_MS: '300' },
      addRoutes: (app, { db }) => {
        app.get(
          '/slow',
          { schema: { hide: true }, config: { doors: { public: 'none' } } },
          async () => db.sql`select 1 as one from pg_sleep(120)`,
        )
      },
    })
    const startedAt = performance.now()
    const response = await server.fetch('/slow')
    requireClean(response, await response.text())
    assert.ok(performance.now() - startedAt < 60_000)
  })

  test('a transaction in which nothing happens is ended by the server, and its end refused', async (context) => {
    const { services } = await startServer(context, { environment: { DATABASE_STATEMENT_TIMEOUT_MS: '600' } })
    const { db } = services
    await db.sql`create table things (id text primary key)`
    const idle = db.transaction(async (sql) => {
      await sql`insert into things values ('a')`
      await sleep(900)
    })
    await assert.rejects(idle, { name: 'DatabaseUnavailableError' })
    assert.deepEqual(await db.sql`select id from things`, [])
  })

  test('a read-only database is 503 for a write and not for a read, and no connection stays read-only', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const pilot = await createPilot(server)
    const operator = await connectTo(context, process.env.TEST_DATABASE_URL ?? '')
    const name = new URL(server.environment.DATABASE_URL ?? '').pathname.slice(1)
    const endSessions = () =>
      operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)

    await operator.query(`alter database ${name} set default_transaction_read_only = on`)
    await endSessions()
    await sleep(100)
    const refused = await upload(server, pilot, makeFlight(1))
    requireClean(refused, await refused.text())
    assert.equal((await server.fetch('/api/v1/flights', { headers: pilot.headers })).status, 200)

    await operator.query(`alter database ${name} reset default_transaction_read_only`)
    const healedAfter = performance.now()
    let status = 0
    for (let attempt = 0; attempt < 20 && status !== 201; attempt++) {
      status = (await upload(server, pilot, makeFlight(1))).status
    }
    context.diagnostic(
      `written ${Math.round(performance.now() - healedAfter)} ms after the database could be`,
    )
    assert.equal(status, 201)
  })
})
