// run: sweeps; starts database servers, poolers or another release, which takes minutes on a busy machine
// A PostgreSQL with little room: few connections, a small disk, a role whose password changes.
import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { fill, makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { connectTo, lastRefusalMs, requireClean, slowestMs, watch } from '#test/support/faults/watch.ts'
import { createPilot, list, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { startPostgres } from '#test/support/postgres.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const skip =
  process.env.TEST_ENGINE === 'postgres' ? false : 'the embedded database has neither roles nor connections'
const MAX_CONNECTIONS = 20
const RESERVED_FOR_SUPERUSER = 3
const LEFT_FOR_OPERATOR = 2
const NODES = 3
const DISK_MB = 150

suite('a PostgreSQL with little room', { skip }, async () => {
  if (skip !== false) return
  const disk = makeSmallDisk(DISK_MB)
  const postgres = await startPostgres({
    settings: { max_connections: String(MAX_CONNECTIONS), shared_buffers: '16MB', max_wal_size: '64MB' },
    access: ['host all cloudstreet 127.0.0.1/32 scram-sha-256'],
    ...(disk ? { parent: disk.folder } : {}),
  })
  after(async () => {
    await postgres.stop()
    disk?.remove()
  })

  /** An empty database that belongs to an ordinary role, as an operator makes it. */
  async function createOwnDatabase(context: TestContext, name: string) {
    const operator = await connectTo(context, postgres.url)
    await operator.query(`drop role if exists cloudstreet`).catch(() => undefined)
    await operator.query(`create role cloudstreet login password 'first'`).catch(() => undefined)
    await operator.query(`create database ${name} owner cloudstreet`)
    const url = new URL(postgres.url)
    Object.assign(url, { username: 'cloudstreet', password: 'first', pathname: `/${name}` })
    return { operator, url: url.href }
  }

  /** Three nodes that are asked for more than they have connections; gives the most that were open at once. */
  async function runNodes(
    context: TestContext,
    name: string,
    settings: Record<string, string>,
    operatorRole: 'cloudstreet' | 'postgres',
  ) {
    const { operator, url } = await createOwnDatabase(context, name)
    const secret = { CLOUDSTREET_SECRET: 'one for all nodes'.repeat(2) }
    const environment = { ...unlimited, ...secret, ...settings, DATABASE_URL: url }
    const nodes: TestServer[] = []
    for (let node = 0; node < NODES; node++)
      nodes.push(await startServer(context, { work: true, environment }))
    const pilot = await createPilot(nodes[0]!)
    const watches = nodes.flatMap((node) => [
      watch(node, '/api/v1/profile', pilot.headers, 15),
      watch(node, '/readyz'),
    ])
    let most = 0
    // Until each has been asked several times, however slow the machine is.
    for (let round = 0; round < 10 || watches.some(({ seen }) => seen.length <= 5); round++) {
      await sleep(150)
      const { rows } = await operator.query(
        `select count(*) from pg_stat_activity where usename = 'cloudstreet'`,
      )
      most = Math.max(most, Number(rows[0].count))
    }
    const operatorMs = await connectAsOperator(operatorRole === 'postgres' ? postgres.url : url)
    await Promise.all(watches.map((each) => each.stop()))
    const slowest = Math.max(...watches.map(({ seen }) => slowestMs(seen)))
    context.diagnostic(
      `at most ${most} connections of ${MAX_CONNECTIONS}; slowest answer ${Math.round(slowest)} ms; the operator got in after ${Math.round(operatorMs)} ms`,
    )
    for (const { seen } of watches) {
      assert.equal(lastRefusalMs(seen), 0, 'no request is refused because the server is full')
    }
    await Promise.all(nodes.map((node) => node.close()))
    return most
  }

  /** As the operator's commands do; how long it took. */
  async function connectAsOperator(url: string): Promise<number> {
    const startedAt = performance.now()
    const db = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_STATEMENT_TIMEOUT_MS: '120000' }))
    try {
      await db.sql`select 1 as one`
    } finally {
      await db.close()
    }
    return performance.now() - startedAt
  }

  test('three nodes of the size that the rule gives leave room for the operator', async (context) => {
    const size = Math.floor((MAX_CONNECTIONS - RESERVED_FOR_SUPERUSER - LEFT_FOR_OPERATOR) / NODES)
    const most = await runNodes(context, 'sized', { DATABASE_POOL_SIZE: String(size) }, 'cloudstreet')
    assert.equal(most, NODES * size, 'all of them are used, jobs and checks included, and no more')
  })

  test('three nodes that are sized too large make do with what there is, and refuse no one', async (context) => {
    const most = await runNodes(context, 'crowded', { DATABASE_STATEMENT_TIMEOUT_MS: '120000' }, 'postgres')
    assert.ok(most <= MAX_CONNECTIONS - RESERVED_FOR_SUPERUSER)
  })

  test('a password that was changed is 503 until it is the right one again', async (context) => {
    const { operator, url } = await createOwnDatabase(context, 'password')
    const server = await startServer(context, { environment: { ...unlimited, DATABASE_URL: url } })
    const pilot = await createPilot(server)
    await operator.query(`alter role cloudstreet password 'second'`)
    const kept = await server.fetch('/api/v1/profile', { headers: pilot.headers })
    assert.equal(kept.status, 200, 'connections there are stay')
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'password'`)
    await sleep(100)
    const refused = await server.fetch('/api/v1/profile', { headers: pilot.headers })
    requireClean(refused, await refused.text())
    assert.equal((await server.fetch('/readyz')).status, 503)

    await operator.query(`alter role cloudstreet password 'first'`)
    assert.equal((await server.fetch('/api/v1/profile', { headers: pilot.headers })).status, 200)
    assert.equal((await server.fetch('/readyz')).status, 200)
  })

  test('a full disk is 503 for an upload, loses nothing, and heals when there is room', async (context) => {
    if (disk === undefined) return context.skip('this user cannot make a small disk')
    const { url } = await createOwnDatabase(context, 'disk')
    const server = await startServer(context, { environment: { ...unlimited, DATABASE_URL: url } })
    const pilot = await createPilot(server)
    const stored = new Set<string>()
    let seed = 1
    const tryUpload = async () => {
      const response = await upload(server, pilot, makeFlight(seed++, { rateSeconds: 1 }))
      const text = await response.text()
      if (response.status === 201) stored.add((JSON.parse(text) as { data: { hash: string } }).data.hash)
      else requireClean(response, text)
      return response.status
    }
    assert.equal(await tryUpload(), 201)
    const filler = join(disk.folder, 'filler')
    fill(filler)
    let refused = 0
    for (let attempt = 0; attempt < 60 && refused < 3; attempt++)
      if ((await tryUpload()) === 503) refused += 1
    assert.equal(refused, 3, 'the disk was full')
    assert.equal((await server.fetch('/api/v1/flights', { headers: pilot.headers })).status, 200)
    assert.equal((await server.fetch('/readyz')).status, 503, 'a node that cannot write is not ready')

    truncateSync(filler)
    assert.equal(await tryUpload(), 201)
    assert.equal((await server.fetch('/readyz')).status, 200)
    const { data } = await list(server, pilot, '?pageSize=100')
    assert.deepEqual(new Set(data.map(({ hash }) => hash)), stored)
    for (const { id } of data) {
      const file = await server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
      assert.equal(file.status, 200)
      await file.arrayBuffer()
    }
  })
})
