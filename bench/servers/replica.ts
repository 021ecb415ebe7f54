// The cost of reads to the primary, with and without a replica that answers them. A part of the bench `nodes`.
//
// Credentials and rate limits stay with the primary whatever a request reads: a key that was revoked must be refused at
// once, and a limit is exact. Their cost is measured by requests that read nothing else.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { makeFlight } from '#test/support/flights.ts'
import { BUSIEST, seedPilots } from '#test/support/plans/seed.ts'
import { createDatabase, startPostgres, startStandby } from '#test/support/postgres.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { call, inParallel } from '../support/load.ts'
import { askNode, createKey, type Node, startNode } from '../support/nodes.ts'
import { watchBackends } from '../support/postgres-cpu.ts'

const ROUNDS = 3
const REQUESTS = 300
const WARM_UP = 120
const CONNECTIONS = 8
const FLIGHTS = 10
// A flight of some hours, 70 kB as a file.
const TASK_KM = 60

export interface ReplicaShare {
  /** Microseconds of the primary's CPU a read; `admission` for a request that reads nothing. */
  without: number
  with: number
  admission: number
  /** The share of the second node's reads that the replica has answered: 0 to 1. */
  answered: number
}

export async function measureReplica(): Promise<ReplicaShare> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
  const primary = await startPostgres({ fsync: true })
  const standby = await startStandby(primary, { fsync: true })
  const environment = {
    DATABASE_URL: await createDatabase(primary.url),
    DATA_DIR: folder,
    CLOUDSTREET_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    RATE_LIMIT_REQUESTS: '1000000',
    RATE_LIMIT_UPLOADS: '1000000',
  }
  const replica = new URL(standby.url)
  replica.pathname = new URL(environment.DATABASE_URL).pathname
  const db = await openDatabase(readConfig(environment))
  await migrate(db, Date.now)
  await seedPilots(db, { pilots: 50, flights: 4_000 })
  await db.sql`delete from webhooks`
  const measureBackends = await watchBackends(db.sql)
  const key = await createKey(db.sql, BUSIEST)
  const plain = await startNode(environment)
  const following = await startNode({ ...environment, DATABASE_REPLICAS: replica.href })
  const paths = listPaths(await uploadFlights(plain, key))

  const ask = (node: Node, asked: readonly string[], count: number) =>
    inParallel(CONNECTIONS, count, async (index) => {
      const path = asked[index % asked.length] ?? ''
      const { status } = await askNode(node, key, path)
      if (status !== 200 && path !== NOTHING) throw new Error(`${path} was answered ${status}`)
    })
  // An unused connection is closed, and a new one is slow at first.
  const measure = async (node: Node, asked: readonly string[]) => {
    await ask(node, asked, WARM_UP)
    return (await measureBackends(() => ask(node, asked, REQUESTS))) / REQUESTS
  }
  await waitUntil('the replica answers', async () => {
    await ask(following, paths, 1)
    return (await countAnswered(following)) > 0
  })
  const rounds: Omit<ReplicaShare, 'answered'>[] = []
  const answeredBefore = await countAnswered(following)
  // In turns: a busy moment of the machine hits all.
  for (let round = 0; round < ROUNDS; round++) {
    const without = await measure(plain, paths)
    rounds.push({
      without,
      with: await measure(following, paths),
      admission: await measure(plain, [NOTHING]),
    })
  }
  const answered = ((await countAnswered(following)) - answeredBefore) / (ROUNDS * (WARM_UP + REQUESTS))
  for (const { child } of [plain, following]) child.disconnect()
  await db.close()
  await standby.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
  const median = (pick: keyof (typeof rounds)[number]) =>
    rounds.map((round) => round[pick]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  return { without: median('without'), with: median('with'), admission: median('admission'), answered }

  async function countAnswered(node: Node): Promise<number> {
    const { body } = await call({ url: new URL(`http://127.0.0.1:${node.port}/metrics`) })
    const [, count = '0'] =
      /^cloudstreet_database_replica_reads_total\{.*by="replica".*\} (\d+)/m.exec(String(body)) ?? []
    return Number(count)
  }
}

/** An id that no flight has. */
const NOTHING = '/flights/none'

async function uploadFlights(node: Node, key: string): Promise<string[]> {
  const ids: string[] = []
  for (let seed = 1; seed <= FLIGHTS; seed++) {
    const { body } = await askNode(
      node,
      key,
      '/flights/upload',
      makeFlight(seed, { date: '2026-05-17', taskKm: TASK_KM }),
    )
    ids.push((JSON.parse(String(body)) as { data: { id: string } }).data.id)
  }
  return ids
}

/** As a copy or a page asks: lists by page and cursor, changes, and of each flight the detail, the file and the track. */
function listPaths(ids: readonly string[]): string[] {
  return ids.flatMap((id, index) => [
    `/flights?pageSize=20&page=${1 + index}`,
    '/flights?limit=20',
    '/flights/changes?limit=20',
    `/flights/${id}`,
    `/flights/${id}/igc`,
    `/flights/${id}/track`,
  ])
}
