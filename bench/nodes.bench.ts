// Two nodes against one, on one PostgreSQL: what a request costs a node in CPU time must not depend on how many there
// are, a rate limit is exact over both, and a replica takes reads off the primary (servers/replica.ts). Also measured: what
// the database spends on a request, and what a stored flight takes there; bench/model.ts reckons with them.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { makeFlight } from '#test/support/flights.ts'
import { BUSIEST, seedPilots } from '#test/support/plans/seed.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { measureReplica } from './servers/replica.ts'
import { closeConnections, inParallel } from './support/load.ts'
import { askNode, createKey, type Node, startNode } from './support/nodes.ts'
import { watchPostgres } from './support/postgres-cpu.ts'

const ROUNDS = 5
const REQUESTS = 600
const WARM_UP = 2_000
const UPLOADS = 20
// A flight of some hours, 70 kB as a file.
const TASK_KM = 60
const CONNECTIONS = 8
const LIMIT = 200
const MAX_DIFFERENCE = 0.1
const MIN_SHARE = 0.8

const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
const postgres = await startPostgres({ fsync: true })
const environment = {
  DATABASE_URL: await createDatabase(postgres.url),
  DATA_DIR: folder,
  CLOUDSTREET_SECRET: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'error',
  RATE_LIMIT_REQUESTS: '1000000',
  RATE_LIMIT_UPLOADS: '1000000',
  RATE_LIMIT_WINDOW_SECONDS: '3600',
}
const db = await openDatabase(readConfig(environment))
await migrate(db, Date.now)
await seedPilots(db, { pilots: 50, flights: 4_000 })
// Its secret is none that a node could open.
await db.sql`delete from webhooks`
const readPostgresCpu = await watchPostgres(db.sql)
const key = await createKey(db.sql, BUSIEST)
const nodes = [await startNode(environment), await startNode(environment)]

async function readCpu({ child }: Node): Promise<number> {
  child.send({ ask: 'cpu' })
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }]
  return cpuMicroseconds
}

const ask = async (node: Node, path: string, body?: Uint8Array, secret = key) =>
  (await askNode(node, secret, path, body)).status

async function list(node: Node, count: number): Promise<void> {
  await inParallel(CONNECTIONS, count, async () => {
    const status = await ask(node, '/flights?pageSize=20')
    if (status !== 200) throw new Error(`the list was answered ${status}`)
  })
}

/** Microseconds of CPU a request at each of the nodes, which are asked at the same time. */
async function measure(asked: readonly Node[]): Promise<number[]> {
  const before = await Promise.all(asked.map(readCpu))
  await Promise.all(asked.map((node) => list(node, REQUESTS)))
  const now = await Promise.all(asked.map(readCpu))
  return now.map((cpu, index) => (cpu - before[index]!) / REQUESTS)
}

let seed = 1
async function measureUploads(): Promise<{ node: number; database: number }> {
  const files = Array.from({ length: UPLOADS }, () =>
    makeFlight(seed++, { date: '2026-05-17', taskKm: TASK_KM }),
  )
  const before = [await readCpu(nodes[0]!), readPostgresCpu()] as const
  for (const file of files) {
    const status = await ask(nodes[0]!, '/flights/upload', file)
    if (status !== 201) throw new Error(`an upload was answered ${status}`)
  }
  const now = [await readCpu(nodes[0]!), readPostgresCpu()] as const
  return { node: (now[0] - before[0]) / UPLOADS, database: (now[1] - before[1]) / UPLOADS }
}

/** How many of many requests at both nodes at once are let through. */
async function countAllowed(): Promise<number> {
  const secret = await createKey(db.sql, BUSIEST)
  await db.sql`update credentials set user_id = 'pilot-2' where user_id = ${BUSIEST} and name = 'bench'
    and id = (select max(id) from credentials)`
  let allowed = 0
  await inParallel(CONNECTIONS, LIMIT * 2, async (index) => {
    if ((await ask(limited[index % 2]!, '/profile', undefined, secret)) === 200) allowed++
  })
  return allowed
}

/** The size of a flight without its file, with all indexes. */
async function measureBytes(): Promise<number> {
  const [row] = await db.sql<{ bytes: number }>`
    select cast(pg_total_relation_size('flights') + pg_total_relation_size('takeoff_pilots') as bigint)
      / (select count(*) from flights) as bytes`
  return row?.bytes ?? Number.NaN
}

async function measureFileBytes(): Promise<number> {
  const [row] = await db.sql<{ bytes: number }>`
    select cast(avg(octet_length(compressed)) as bigint) as bytes from flight_files`
  return row?.bytes ?? Number.NaN
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

for (const node of nodes) await list(node, WARM_UP)
const alone: number[] = []
const together: number[] = []
const database: number[] = []
// In turns: a busy moment of the machine hits both.
for (let round = 0; round < ROUNDS; round++) {
  for (const node of nodes) alone.push(...(await measure([node])))
  const before = readPostgresCpu()
  together.push(...(await measure(nodes)))
  database.push((readPostgresCpu() - before) / (2 * REQUESTS))
}
await measureUploads()
const upload = await measureUploads()
const bytesPerFlight = await measureBytes()
const bytesPerFile = await measureFileBytes()
environment.RATE_LIMIT_REQUESTS = String(LIMIT)
const limited = [await startNode(environment), await startNode(environment)]
const allowed = await countAllowed()
for (const { child } of [...nodes, ...limited]) child.disconnect()
await db.close()
await postgres.stop()
const replica = await measureReplica()
closeConnections()
rmSync(folder, { recursive: true, force: true })

const ofReads = 1 - (replica.with - replica.admission) / (replica.without - replica.admission)
const difference = median(together) / median(alone) - 1
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
console.table({
  'a list, one node': { 'µs CPU': Math.round(median(alone)) },
  'a list, each of two nodes': { 'µs CPU': Math.round(median(together)) },
  'a list, the database': { 'µs CPU': Math.round(median(database)) },
  'reads, the primary': { 'µs CPU': Math.round(replica.without) },
  'reads, the primary of a replica': { 'µs CPU': Math.round(replica.with) },
  'of these to let a request in': { 'µs CPU': Math.round(replica.admission) },
  'an upload, the node': { 'µs CPU': Math.round(upload.node) },
  'an upload, the database': { 'µs CPU': Math.round(upload.database) },
})
console.log(
  `two nodes cost ${(difference * 100).toFixed(1)} % more a request than one; the limit is ${MAX_DIFFERENCE * 100} %: ${verdict(Math.abs(difference) <= MAX_DIFFERENCE)}`,
)
console.log(`a limit of ${LIMIT} let ${allowed} through over two nodes: ${verdict(allowed === LIMIT)}`)
console.log(
  `with a replica reads cost the primary ${percent(1 - replica.with / replica.without)} less, and ${percent(ofReads)} less without ` +
    `what it takes to let a request in; the limit is ${percent(MIN_SHARE)}: ${verdict(ofReads >= MIN_SHARE)}; ` +
    `the replica answered ${percent(replica.answered)}`,
)
console.log(
  `a flight takes ${bytesPerFlight} bytes in the database without its file, and that ${bytesPerFile}`,
)
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
const measured = {
  listNodeMicroseconds: median(alone),
  listNodeOfTwoMicroseconds: median(together),
  listDatabaseMicroseconds: median(database),
  uploadNodeMicroseconds: upload.node,
  uploadDatabaseMicroseconds: upload.database,
  bytesPerFlight,
  bytesPerFile,
  allowed,
  replica,
}
writeFileSync(join(results, 'nodes.json'), JSON.stringify(measured, null, 2))
