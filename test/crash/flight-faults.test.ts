// run: all
// on: sqlite, postgres
// Faults of the world around an upload: a clean 5xx, nothing half stored, recovery without a restart.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, upload } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { answersItsRoutes, bareEnvironment, SERVER } from '#test/support/process.ts'
import { createEnvironment, startServer, type TestServer } from '#test/support/server.ts'
import { startTcpProxy } from '#test/support/faults/tcp-proxy.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const root = join(import.meta.dirname, '../..')
const isPostgres = process.env.TEST_ENGINE === 'postgres'
const inProcess = !isPostgres && 'an embedded database is in the process'
const KIB = 1024

interface Tally {
  stored: Set<string>
  refused: Map<number, number>
}

/** Uploads one flight and notes what was answered; a refusal must be a clean 503. */
async function tryUpload(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pilot,
  bytes: Uint8Array,
  tally: Tally,
): Promise<number> {
  const response = await upload(server, pilot, bytes)
  const body = (await response.json()) as {
    data?: { hash: string }
    error?: string
    error_description?: string
  }
  if (body.data) tally.stored.add(body.data.hash)
  else {
    assert.equal(body.error, 'temporarily_unavailable', JSON.stringify(body))
    assert.doesNotMatch(body.error_description ?? '', /sqlite|postgres|disk|ECONN/i)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    tally.refused.set(response.status, (tally.refused.get(response.status) ?? 0) + 1)
  }
  return response.status
}

async function requireExactly(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pilot,
  stored: Set<string>,
): Promise<void> {
  const { data, pagination } = await list(server, pilot, '?pageSize=100')
  assert.equal(pagination.totalCount, data.length)
  for (const hash of stored)
    assert.ok(
      data.some((flight) => flight.hash === hash),
      'an acknowledged flight is there',
    )
  for (const flight of data) {
    const file = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: pilot.headers })
    assert.equal(file.status, 200, 'no flight without its file')
    await file.arrayBuffer()
  }
}

test(
  'a full disk is 503, loses nothing, and heals without a restart',
  { skip: isPostgres && 'a full disk of PostgreSQL is filled in small-server', timeout: 200_000 },
  async (context) => {
    const { environment, remove } = await createEnvironment()
    context.after(remove)
    const port = await findFreePort()
    Object.assign(environment, unlimited, { PORT: String(port) })
    const services = await buildServices(readConfig(environment), { log: createLog('silent') })
    const pilot = await createPilot({ services } as TestServer)
    await services.close()
    // No file may grow beyond 1 MiB: as on a full disk, a write fails in the middle.
    const script = 'trap "" XFSZ; ulimit -S -f 1024; exec "$0" "$@"'
    const child = spawn('bash', ['-c', script, process.execPath, join(root, SERVER)], {
      cwd: root,
      env: { ...bareEnvironment, ...environment },
      stdio: 'ignore',
    })
    context.after(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    })
    const url = `http://localhost:${port}`
    const server = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) }
    await waitUntil('it answers', () => answersItsRoutes(url))

    const tally: Tally = { stored: new Set(), refused: new Map() }
    let seed = 1
    while (!tally.refused.has(503) && seed < 200)
      await tryUpload(server, pilot, makeFlight(seed++, { rateSeconds: 1 }), tally)
    assert.ok(tally.refused.has(503), 'the disk is full')
    for (let more = 0; more < 5; more++)
      await tryUpload(server, pilot, makeFlight(seed++, { rateSeconds: 1 }), tally)
    assert.ok((await server.fetch('/healthz')).ok)
    await requireExactly(server, pilot, tally.stored)

    const grown = spawnSync('prlimit', [`--pid=${child.pid}`, `--fsize=${1024 * KIB * KIB}:`])
    assert.equal(grown.status, 0, String(grown.stderr))
    let status = 503
    for (let attempt = 0; attempt < 50 && status === 503; attempt++) {
      status = await tryUpload(server, pilot, makeFlight(seed, { rateSeconds: 1 }), tally)
    }
    assert.equal(status, 201)
    for (let more = 1; more <= 5; more++)
      assert.equal(await tryUpload(server, pilot, makeFlight(seed + more), tally), 201)
    await requireExactly(server, pilot, tally.stored)
  },
)

test(
  'while the database is gone the answer is 503; it heals without a restart',
  { skip: inProcess, timeout: 200_000 },
  async (context) => {
    const { environment, remove } = await createEnvironment()
    context.after(remove)
    const address = new URL(environment.DATABASE_URL ?? '')
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) })
    context.after(() => proxy.close())
    address.port = String(proxy.port)
    const server = await startServer(context, { environment: { ...unlimited, DATABASE_URL: address.href } })
    const pilot = await createPilot(server)
    const tally: Tally = { stored: new Set(), refused: new Map() }
    let seed = 1
    let isOver = false
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) await tryUpload(server, pilot, makeFlight(seed++), tally)
    })
    const countRefused = () => tally.refused.get(503) ?? 0
    for (let round = 0; round < 5; round++) {
      const [stored, refused] = [tally.stored.size, countRefused()]
      await waitUntil('uploads succeed', () => tally.stored.size > stored)
      proxy.cut()
      await waitUntil('uploads meet the fault', () => countRefused() > refused)
      proxy.fix()
    }
    isOver = true
    await Promise.all(clients)
    assert.equal(await tryUpload(server, pilot, makeFlight(seed++), tally), 201)
    await requireWithin(server, pilot, tally.stored)
  },
)

test(
  'a connection that ends with the message that opens it is a 503, and not the end of the node',
  { skip: inProcess },
  async (context) => {
    const { environment, remove } = await createEnvironment()
    context.after(remove)
    const address = new URL(environment.DATABASE_URL ?? '')
    let isEnding = false
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) }, (answer) =>
      isEnding && answer.subarray(-READY.length).equals(READY) ? Buffer.concat([answer, ENDED]) : answer,
    )
    context.after(() => proxy.close())
    address.port = String(proxy.port)
    const server = await startServer(context, { environment: { ...unlimited, DATABASE_URL: address.href } })
    const pilot = await createPilot(server)
    const read = async () => (await server.fetch('/api/v1/flights', { headers: pilot.headers })).status
    assert.equal(await read(), 200)
    isEnding = true
    proxy.cut()
    proxy.fix()
    const refused = await Promise.all(Array.from({ length: 8 }, read))
    assert.ok(refused.includes(503), refused.join(', '))
    isEnding = false
    await waitUntil('reads are answered again', async () => (await read()) === 200)
  },
)

/** The messages of PostgreSQL: ready for a query, and that an administrator has ended the connection. */
const READY = Buffer.from('Z\0\0\0\u0005I', 'latin1')
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const ENDED = Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), Buffer.from(fields, 'latin1')])

/** A commit whose acknowledgement was cut off may hold; whatever is there is whole. */
async function requireWithin(server: TestServer, pilot: Pilot, stored: Set<string>): Promise<void> {
  const { sql } = server.services.db
  const rows = await sql<{ hash: string; length: number | null }>`
    select f.hash, s.byte_length as length from flights f left join flight_files s on s.flight_id = f.id
    where f.owner_id = ${pilot.user.id}`
  const hashes = new Set(rows.map((row) => row.hash))
  for (const hash of stored) assert.ok(hashes.has(hash), 'an acknowledged flight is there')
  for (const row of rows) assert.ok(row.length, 'no flight without its file')
  const events = await sql`
    select id from events where user_id = ${pilot.user.id} and type = 'flight.uploaded'`
  assert.equal(events.length, rows.length)
  await requireRightCounts(sql)
}
