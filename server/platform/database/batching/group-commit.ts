// Small writes of many tasks in few transactions: a commit waits for the disk, and one wait serves all who are there.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../database.ts'

type Work<Result> = (sql: Sql) => Promise<Result>

interface Waiting {
  key: string
  work: Work<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const LARGEST_GROUP = 50
// Whoever is about to finish joins: SQLite's commit holds the thread, so that nobody could join during it.
const GATHER_MS = 3
// SQLite has one writer; on PostgreSQL a group waits for the network between two statements.
const GROUPS_AT_ONCE = { sqlite: 1, postgres: 3 } as const

/**
 * Runs the work in a transaction shared with others, in the order of the keys (rows locked in one order by all nodes
 * cannot deadlock). The work may run twice, so it must have no effect but through its `sql`.
 */
export type GroupCommit = <Result>(key: string, work: Work<Result>) => Promise<Result>

export function createGroupCommit(db: Database): GroupCommit {
  const waiting: Waiting[] = []
  let running = 0

  const runAll = async () => {
    running += 1
    while (waiting.length > 0) {
      await sleep(GATHER_MS)
      const group = waiting.splice(0, LARGEST_GROUP)
      if (group.length > 0) await runGroup(db, group)
    }
    running -= 1
  }

  return <Result>(key: string, work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ key, work, resolve: resolve as (result: unknown) => void, reject })
      if (running < GROUPS_AT_ONCE[db.engine]) void runAll()
    })
}

async function runGroup(db: Database, group: Waiting[]): Promise<void> {
  group.sort((a, b) => (a.key < b.key ? -1 : 1))
  try {
    const results = await db.transaction(async (sql) => {
      const results: unknown[] = []
      for (const { work } of group) results.push(await work(sql))
      return results
    })
    for (const [index, { resolve }] of group.entries()) resolve(results[index])
  } catch {
    // One fault must not undo the others: each for itself, and only the faulty one fails.
    for (const { work, resolve, reject } of group) await db.transaction(work).then(resolve, reject)
  }
}
