// run: all
// on: sqlite, postgres
// Several nodes on one PostgreSQL: one budget, and no refusal because the counters are away.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCounters } from '#server/access/limits/counters.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'
import { startTcpProxy } from '#test/support/faults/tcp-proxy.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const skip = process.env.TEST_ENGINE === 'postgres' ? false : 'counters are shared on PostgreSQL only'
const BUDGET = 400

async function countFaults(server: TestServer): Promise<number> {
  const text = await (await server.fetch('/metrics')).text()
  return Number(/cloudstreet_rate_limit_store_faults_total (\d+)/.exec(text)?.[1] ?? 0)
}

suite('rate limits over several nodes', { skip }, async () => {
  test('two server processes share one budget within 2 %', async (context) => {
    const server = await shareServer()
    const key = await createKey(server, await createUser(server), ['profile:read'])
    const urls: string[] = []
    for (let node = 0; node < 2; node++) {
      const port = String(await findFreePort())
      const limits = { RATE_LIMIT_REQUESTS: String(BUDGET), RATE_LIMIT_WINDOW_SECONDS: '600' }
      const child = startProcess(SERVER, ['--no-work'], {
        ...server.environment,
        ...limits,
        PORT: port,
      })
      context.after(() => child.kill('SIGTERM'))
      urls.push(`http://localhost:${port}`)
      await waitForAnswer(`http://localhost:${port}`, child)
    }
    const served = [0, 0]
    const call = async (node: number) => {
      const response = await fetch(`${urls[node]}/api/v1/profile`, { headers: bearer(key) })
      await response.arrayBuffer()
      assert.ok(response.status === 200 || response.status === 429, String(response.status))
      if (response.status === 200) served[node] = (served[node] ?? 0) + 1
    }
    // Each node alone would serve the whole budget.
    const worker = async (node: number) => {
      for (let count = 0; count < BUDGET / 8; count++) await call(node)
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => worker(index % 2)))
    const total = (served[0] ?? 0) + (served[1] ?? 0)
    context.diagnostic(`budget ${BUDGET}, served ${served.join(' + ')} = ${total}`)
    assert.ok(Math.abs(total - BUDGET) <= BUDGET * 0.02, String(total))
    assert.ok(Math.min(...served) > BUDGET / 10)
  })

  test('without the table of counters requests are served and a metric tells it', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '2' } })
    const key = await createKey(server, await createUser(server), ['profile:read'])
    await server.services.db.sql`alter table rate_counters rename to counters_away`
    for (let count = 0; count < 5; count++) {
      const response = await server.fetch('/api/v1/profile', { headers: bearer(key) })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('x-ratelimit-limit'), '2')
    }
    assert.equal(await countFaults(server), 5)
  })

  test('a process that stood still for a while has not lost its counters', async () => {
    const { services } = await shareServer()
    const count = createCounters(services, 'still:')
    const quota = { windowMs: 600_000, requests: 9, uploads: 0 }
    await count('a', quota, 0)
    const second = count('a', quota, 0)
    // The statement is under way; its answer arrives while it cannot be taken.
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    const until = Date.now() + 1_300
    while (Date.now() < until);
    assert.equal((await second)?.requests, 2)
  })

  test('with the database away what needs none is served at once, and counted again when it is back', async (context) => {
    const { environment } = await shareServer()
    const database = new URL(environment.DATABASE_URL ?? '')
    const proxy = await startTcpProxy({ host: database.hostname, port: Number(database.port) })
    context.after(() => proxy.close())
    database.port = String(proxy.port)
    const on = { ...environment, DATABASE_URL: database.href }
    const server = await startServer(context, { on, environment: { RATE_LIMIT_REQUESTS: '3' } })
    proxy.cut()
    const startedAt = Date.now()
    for (let count = 0; count < 5; count++) assert.equal((await server.fetch('/api/v1')).status, 200)
    assert.ok(Date.now() - startedAt < 30_000)
    assert.ok((await countFaults(server)) >= 5)
    proxy.fix()
    await waitUntil('requests are counted', async () => (await server.fetch('/api/v1')).status === 429)
  })
})
