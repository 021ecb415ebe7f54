// Small writes of many tasks in few transactions: a commit waits for the disk, and one wait serves all who are there.
import type { Database, Sql } from './database.ts'

type Work<Result> = (sql: Sql) => Promise<Result>

interface Waiting {
  key: string
  work: Work<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const LARGEST_GROUP = 50

/**
 * Runs the work in a transaction shared with others, in the order of the keys (rows locked in one order by all nodes
 * cannot deadlock). The work may run twice, so it must have no effect but through its `sql`.
 */
export type GroupCommit = <Result>(key: string, work: Work<Result>) => Promise<Result>

export function createGroupCommit(db: Database): GroupCommit {
  const waiting: Waiting[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    while (waiting.length > 0) await runGroup(db, waiting.splice(0, LARGEST_GROUP))
    isRunning = false
  }

  return <Result>(key: string, work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ key, work, resolve: resolve as (result: unknown) => void, reject })
      if (!isRunning) void runAll()
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
