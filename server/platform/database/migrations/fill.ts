// Rows of a table that is in use, filled batch by batch: each in a transaction of its own, so that nobody waits for long.
// However often it is interrupted, it goes on with what is left; of several nodes one is at it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../jobs.ts'
import type { Log } from '../../log.ts'
import { SECOND_MS } from '../../time.ts'
import type { Database } from '../database.ts'
import { Fragment, type Sql } from '../sql.ts'
import { listStatements, type Migration, readMigrations } from './files.ts'

const BATCH_SIZE = 1_000
const POLL_MS = 10 * SECOND_MS

type InTransaction = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

/** Fills a batch; how many rows, and whether another node is at it or it is done. */
export async function fillBatch(
  inTransaction: InTransaction,
  now: () => number,
  migration: Migration,
): Promise<{ rows: number; isDone: boolean }> {
  const key = `filled by ${migration.name}`
  return inTransaction(async (sql) => {
    if (await isApplied(sql, migration.name)) return { rows: 0, isDone: true }
    await sql`insert into installation (name, value) values (${key}, '0') on conflict (name) do nothing`
    const [progress] = await sql<{ value: string }>`
      select value from installation where name = ${key} ${sql.skipLocked}`
    if (!progress) return { rows: 0, isDone: false }
    const filled = await sql`${toBatch(migration)}`
    const total = Number(progress.value) + filled.length
    await sql`update installation set value = ${String(total)} where name = ${key}`
    if (filled.length > 0) return { rows: total, isDone: false }
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${now()})`
    await sql`delete from installation where name = ${key}`
    return { rows: total, isDone: true }
  })
}

export async function isApplied(sql: Sql, name: string): Promise<boolean> {
  return (await sql`select name from migrations where name = ${name}`).length > 0
}

/** The one statement of the file, for so many rows; it tells how many it has changed. */
function toBatch({ text }: Migration): Fragment {
  const [statement = ''] = listStatements(text)
  return new Fragment([`${statement.replaceAll(':batch', String(BATCH_SIZE))} returning 1 as filled`], [])
}

/** How many rows are left to fill. */
export function toCount({ text }: Migration): Fragment {
  const [statement = ''] = listStatements(text)
  const end = statement.indexOf('limit :batch')
  let depth = 0
  let start = end
  // Back to the parenthesis around the select with the limit, or to the select of an insert.
  while (start > 0 && depth >= 0) {
    start--
    if (statement[start] === ')') depth++
    if (statement[start] === '(') depth--
  }
  const inner = statement.slice(start, end)
  return new Fragment(
    [`select count(*) as count from (${inner.slice(inner.search(/\bselect\b/i))}) as left_over`],
    [],
  )
}

export function listFillJobs(
  { db, now, log }: { db: Database; now: () => number; log: Log },
  folder?: string,
): Job[] {
  const migrations = readMigrations(db.engine, folder).filter(({ kind }) => kind === 'rows')
  const waiting = new Set(migrations)
  const run = async (signal: AbortSignal) => {
    for (const migration of waiting) {
      const startedAt = performance.now()
      const { rows, isDone } = await fillBatch((work) => db.transaction(work), now, migration)
      if (isDone) waiting.delete(migration)
      if (isDone && rows > 0)
        log.info({ migration: migration.name, rows }, 'all rows of a migration are filled')
      if (isDone || rows === 0) continue
      // Half of the time is for others.
      await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => undefined)
      return true
    }
    return false
  }
  return migrations.length === 0 ? [] : [{ name: 'fill rows of migrations', everyMs: POLL_MS, run }]
}
