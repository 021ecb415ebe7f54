// The thread of migrating.ts: one task at a time, in the order in which they come.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamage } from './connection.ts'
import type { Outcome, Task } from './migrating.ts'

const SQLITE_BUSY = 5
const connection = new DatabaseSync(workerData as string, { timeout: 0 })
connection.exec('pragma synchronous = full')

parentPort?.on('message', (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(attempt(task))
})

function attempt({ text, values }: Task): Outcome {
  try {
    if (values) return { rows: connection.prepare(text).all(...values.map(toSqlite)) }
    connection.exec(text)
    return { rows: [] }
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    return { error: new Error(message), isBusy: (errcode & 0xff) === SQLITE_BUSY, isDamaged: isDamage(error) }
  }
}

function toSqlite(value: Task['values'] extends (infer Value)[] | undefined ? Value : never) {
  return typeof value === 'boolean' ? Number(value) : value
}
