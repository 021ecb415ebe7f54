// Migrations of the embedded database run in a thread: SQLite works on the thread that asks, and the service has to
// answer health checks however long an index takes.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createMutex } from '../../concurrency/mutex.ts'
import {
  type Database,
  DatabaseDamagedError,
  DatabaseUnavailableError,
  type MigrationSession,
} from '../database.ts'
import { createSql, type Parameter } from '../sql.ts'

const BUSY_RETRY_MS = 50
const MAX_BUSY_MS = 60_000

/** With values a statement and its rows, without them a script. */
export interface Task {
  text: string
  values?: Parameter[]
}

export type Outcome = { rows: unknown[] } | { error: Error; isBusy: boolean; isDamaged: boolean }

export function createMigrating(location: string): Database['migrating'] {
  const mutex = createMutex()
  return (work) =>
    mutex.runExclusive(async () => {
      const thread = new Worker(new URL('./migration-thread.ts', import.meta.url), {
        workerData: location,
      })
      try {
        return await work(createSession(thread, location))
      } finally {
        await thread.terminate()
      }
    })
}

function createSession(thread: Worker, location: string): MigrationSession {
  const ask = async (task: Task): Promise<unknown[]> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(task)
    const outcome = await nextOutcome(thread)
    if ('rows' in outcome) return outcome.rows
    if (outcome.isDamaged) throw new DatabaseDamagedError(location, outcome.error)
    throw outcome.isBusy ? new DatabaseUnavailableError(outcome.error.message) : outcome.error
  }
  const sql = createSql('sqlite', (text, values) => ask({ text, values }))
  const runScript = async (text: string) => {
    await ask({ text })
  }
  return {
    sql,
    transaction: async (work) => {
      await begin(runScript)
      try {
        const result = await work(sql, runScript)
        await runScript('commit')
        return result
      } catch (error) {
        // SQLite has rolled back by itself after some faults.
        await runScript('rollback').catch(() => undefined)
        throw error
      }
    },
  }
}

/** Under `node --watch` a thread also sends messages of Node's own, about what it imports. */
async function nextOutcome(thread: Worker): Promise<Outcome> {
  for (;;) {
    const [message] = (await once(thread, 'message')) as [Outcome | object]
    if ('rows' in message || 'error' in message) return message
  }
}

/** Another process may be writing. */
async function begin(runScript: (text: string) => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + MAX_BUSY_MS
  for (;;) {
    try {
      return await runScript('begin immediate')
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || performance.now() > giveUpAt) throw error
      await sleep(BUSY_RETRY_MS)
    }
  }
}
