// Migrations on a database that others use. A change of the schema needs a table for itself: while it waits for a long
// read to end, everybody else waits behind it. So it waits briefly, gives up, lets the others pass, and tries again.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { HOUR_MS, SECOND_MS } from '../../time.ts'
import type { Database, MigrationSession, MigrationWait } from '../database.ts'
import { MigrationError } from '../migrations/files.ts'
import type { Sql } from '../sql.ts'
import { breaksConnection, isLockTimeout } from './faults.ts'
import type { Lend } from './pools.ts'

/** The advisory lock that every node takes before it migrates the database. */
const LOCK = 722_551_304
const LOCK_POLL_MS = 500
/** Far less than anyone waits for a lock by default (2 s). */
const MAX_LOCK_WAIT_MS = 500
/** While an index is built, no other statement waits behind it; it waits for all older transactions to end. */
const MAX_OUTSIDE_WAIT_MS = 10 * 60 * SECOND_MS
const RETRY_MS = SECOND_MS
const MAX_WAIT_MS = HOUR_MS
const MAX_MIGRATION_MS = 24 * HOUR_MS
const DEADLOCK = '40P01'

type OnWait = (wait: MigrationWait) => void

export function createMigrating(
  lend: Lend,
  createSql: (client: pg.PoolClient, timeoutMs: number) => Sql,
): Database['migrating'] {
  return (work, onWait = () => undefined) =>
    lend(async (client) => {
      const run = async (text: string) => {
        await client.query({ text, query_timeout: MAX_MIGRATION_MS } as pg.QueryConfig)
      }
      await run('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
      const sql = createSql(client, MAX_MIGRATION_MS)
      try {
        await takeLock(sql, onWait)
        return await work(createSession(sql, run, onWait))
      } finally {
        // The connection goes back to the others as it came. One that is broken keeps neither locks nor settings.
        await run('select pg_advisory_unlock_all(); reset all').catch(() => undefined)
      }
    })
}

/** Asked for again and again: to wait in a statement would hold up the one that builds an index, until both are stuck. */
async function takeLock(sql: Sql, onWait: OnWait): Promise<void> {
  const why = 'another node is migrating the database'
  await repeat(why, onWait, LOCK_POLL_MS, async () => {
    const [row] = await sql<{ is_taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as is_taken`
    return row?.is_taken ? { result: undefined } : undefined
  })
}

function createSession(sql: Sql, run: (text: string) => Promise<void>, onWait: OnWait): MigrationSession {
  const patiently = <Result>(maxLockWaitMs: number, work: () => Promise<Result>) => {
    const why = 'a migration waits for a table that others use; no request waits for it'
    return repeat(why, onWait, RETRY_MS, async () => {
      await run(`set lock_timeout = ${maxLockWaitMs}`)
      try {
        return { result: await work() }
      } catch (error) {
        if (!isLockTimeout(error) && (error as { code?: string }).code !== DEADLOCK) throw error
        return undefined
      }
    })
  }
  return {
    sql,
    transaction: (work) =>
      patiently(MAX_LOCK_WAIT_MS, async () => {
        await run('begin')
        try {
          const result = await work(sql, run)
          await run('commit')
          return result
        } catch (error) {
          if (!breaksConnection(error)) await run('rollback').catch(() => undefined)
          throw error
        }
      }),
    runOutside: (work) => patiently(MAX_OUTSIDE_WAIT_MS, () => work(run)),
  }
}

/** Until it gives a result, for an hour at most. */
async function repeat<Result>(
  why: string,
  onWait: OnWait,
  pauseMs: number,
  attempt: () => Promise<{ result: Result } | undefined>,
): Promise<Result> {
  const startedAt = performance.now()
  for (let nextNoteMs = 0; ;) {
    const outcome = await attempt()
    if (outcome) return outcome.result
    const waitedMs = performance.now() - startedAt
    if (waitedMs > MAX_WAIT_MS) throw new MigrationError(`Given up after an hour: ${why}.`)
    if (waitedMs >= nextNoteMs) {
      onWait({ why, seconds: Math.round(waitedMs / SECOND_MS) })
      nextNoteMs = Math.max(5 * SECOND_MS, waitedMs * 2)
    }
    await sleep(pauseMs)
  }
}
