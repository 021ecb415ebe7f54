// run: all
// The metrics for the operator's monitoring.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { byOperator } from '#server/access/security-log/store.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** By name and labels, as they are written. */
async function readMetrics(server: TestServer): Promise<Map<string, number>> {
  const text = await (await server.fetch('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith('cloudstreet_'))
  return new Map(lines.map((line) => [line.slice(12, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** Figures of the database are read once a second. */
async function waitUntilReadAnew(): Promise<void> {
  await new Promise((resolve) => void setTimeout(resolve, 1_050))
}

suite('the metrics', () => {
  test('tell how far events and deliveries are behind', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const pilot = await createPilot(server)
    await createWebhook(server.services, { userId: pilot.user.id }, 'http://127.0.0.1:9/', byOperator)
    await uploadNew(server, pilot, makeFlight(1))
    server.advance(90_000)
    const waiting = await readMetrics(server)
    assert.equal(waiting.get('work{work="events",state="waiting"}'), 1)
    assert.ok((waiting.get('work_oldest_seconds{work="events"}') ?? 0) >= 90)
    assert.equal(waiting.get('work{work="deliveries",state="waiting"}'), 0)

    assert.equal(await fanOut(server.services), 1)
    server.advance(60_000)
    await waitUntilReadAnew()
    const fannedOut = await readMetrics(server)
    assert.equal(fannedOut.get('work{work="events",state="waiting"}'), 0)
    assert.equal(fannedOut.get('work_oldest_seconds{work="events"}'), 0)
    assert.equal(fannedOut.get('work{work="deliveries",state="waiting"}'), 1)
    assert.ok((fannedOut.get('work_oldest_seconds{work="deliveries"}') ?? 0) >= 60)

    await server.services.db.sql`update deliveries set tries = 1`
    await waitUntilReadAnew()
    const retrying = await readMetrics(server)
    assert.equal(retrying.get('work{work="deliveries",state="waiting"}'), 1)
    assert.equal(retrying.get('work_oldest_seconds{work="deliveries"}'), 0)
    await server.services.db.sql`update deliveries set status = 'failed'`
    await waitUntilReadAnew()
    assert.equal((await readMetrics(server)).get('work{work="deliveries",state="failed"}'), 1)
  })

  test('tell of the database, the disk, the scorer and the jobs', async (context) => {
    const server = await startServer(context, { work: true })
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    const metrics = await readMetrics(server)
    assert.ok((metrics.get('disk_free_bytes') ?? 0) > 0)
    assert.equal(metrics.get('ready'), 1)
    assert.equal(metrics.get('scorer_waiting'), 0)
    assert.equal(metrics.get('scorer_queued_bytes'), 0)
    assert.equal(metrics.get('job_runs_total{job="emails",outcome="failed"}'), 0)
    assert.ok(Math.abs(metrics.get('clock_skew_seconds') ?? 99) < 30)
    if (!isPostgres) assert.ok((metrics.get('sqlite_wal_bytes') ?? 0) > 0)
    else {
      assert.ok((metrics.get('database_connections{pool="checks",state="idle"}') ?? -1) >= 0)
      await waitUntilReadAnew()
      const again = await readMetrics(server)
      for (const pool of ['shared', 'jobs', 'checks'])
        assert.equal(again.get(`database_waiting{pool="${pool}"}`), 0, `${pool}: only the scrape`)
    }
  })
})
