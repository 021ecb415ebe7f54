// Small transactions of many tasks run as few large ones.
//
// Why: a commit waits for the disk, and one wait serves every task of the group. Unlike write-batches.ts, which
// batches single statements, a task here is several statements that belong together. Used by webhook deliveries, on
// both engines.
//
// States of each committer (one on SQLite, which has one writer; three on PostgreSQL, where a group waits for the
// network between two statements):
//
//   IDLE         Nothing waits. The first task -> GATHERING.
//   GATHERING    For 3 ms: tasks about to finish join. Then -> COMMITTING with at most 50 tasks.
//   COMMITTING   One transaction runs every task, in the order of their keys: nodes that lock rows in one order
//                cannot deadlock. Committed: every task is answered. Failed -> RETRYING.
//                Afterwards -> GATHERING while tasks wait, otherwise IDLE.
//   RETRYING     Each task in a separate transaction: one fault must not undo the others. Then as after COMMITTING.
//
// Timeline:
//
//   0 ms         A (key 7) arrives           IDLE -> GATHERING
//   2 ms         B (key 3) arrives           joins
//   3 ms                                     COMMITTING: begin, B, A, commit
//   4 ms         C (key 5) arrives           waits for the next group
//   6 ms         committed; A and B are answered; -> GATHERING
//   9 ms                                     COMMITTING: begin, C, commit
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../database.ts'

type Work<Result> = (sql: Sql) => Promise<Result>

interface Task {
  key: string
  work: Work<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const MAX_GROUP = 50
const GATHER_MS = 3
const MAX_COMMITTERS = { sqlite: 1, postgres: 3 } as const

/**
 * Runs the work in a transaction shared with others. It may run twice, so it must have no effect but through its
 * `sql`. The key says what it locks, such as the webhook's id.
 */
export type GroupCommit = <Result>(key: string, work: Work<Result>) => Promise<Result>

export function createGroupCommit(db: Database): GroupCommit {
  const tasks: Task[] = []
  let committers = 0

  const runCommitter = async () => {
    committers += 1
    while (tasks.length > 0) {
      await sleep(GATHER_MS)
      const group = tasks.splice(0, MAX_GROUP)
      if (group.length > 0) await runGroup(db, group)
    }
    committers -= 1
  }

  return <Result>(key: string, work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      tasks.push({ key, work, resolve: resolve as (result: unknown) => void, reject })
      if (committers < MAX_COMMITTERS[db.engine]) void runCommitter()
    })
}

async function runGroup(db: Database, group: Task[]): Promise<void> {
  group.sort((a, b) => (a.key < b.key ? -1 : 1))
  try {
    const results = await db.transaction(async (sql) => {
      const results: unknown[] = []
      for (const { work } of group) results.push(await work(sql))
      return results
    })
    for (const [index, { resolve }] of group.entries()) resolve(results[index])
  } catch {
    for (const { work, resolve, reject } of group) await db.transaction(work).then(resolve, reject)
  }
}
