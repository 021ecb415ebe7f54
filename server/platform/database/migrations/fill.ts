// Rows of a table that is in use, filled batch by batch: each in a transaction of its own, so that nobody waits for long.
// However often it is interrupted, it goes on with what is left; of several nodes one is at it. Once no row is left the
// migration counts as applied; a node of the release before may go on writing rows without the column, so the job comes
// back, and so does a migration that needs the rows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../jobs.ts'
import type { Log } from '../../log.ts'
import { MINUTE_MS, SECOND_MS } from '../../time.ts'
import type { Database } from '../database.ts'
import { Fragment, type Sql } from '../sql.ts'
import { listStatements, type Migration, readMigrations } from './files.ts'

const BATCH_SIZE = 1_000
const POLL_MS = 10 * SECOND_MS
const AGAIN_MS = 10 * MINUTE_MS

type InTransaction = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

export interface Filled {
  /** In this batch; 0 also while another node is at it. */
  rows: number
  /** In all batches, when this was the one that found nothing left. */
  total?: number
  isDone: boolean
}

export async function fillBatch(
  inTransaction: InTransaction,
  now: () => number,
  migration: Migration,
): Promise<Filled> {
  const key = `filled by ${migration.name}`
  return inTransaction(async (sql) => {
    if (await isApplied(sql, migration.name)) {
      const { length: rows } = await sql`${toBatch(migration)}`
      return { rows, isDone: rows === 0 }
    }
    await sql`insert into installation (name, value) values (${key}, '0') on conflict (name) do nothing`
    const [progress] = await sql<{ value: string }>`
      select value from installation where name = ${key} ${sql.skipLocked}`
    if (!progress) return { rows: 0, isDone: false }
    const { length: rows } = await sql`${toBatch(migration)}`
    // Another node has filled the last row since this one asked.
    if (await isApplied(sql, migration.name)) {
      await sql`delete from installation where name = ${key}`
      return { rows, isDone: rows === 0 }
    }
    const total = Number(progress.value) + rows
    await sql`update installation set value = ${String(total)} where name = ${key}`
    if (rows > 0) return { rows, isDone: false }
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${now()})`
    await sql`delete from installation where name = ${key}`
    return { rows, total, isDone: true }
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
  const againAt = new Map<Migration, number>()
  const run = async (signal: AbortSignal) => {
    for (const migration of migrations) {
      const startedAt = performance.now()
      if (startedAt < (againAt.get(migration) ?? 0)) continue
      const { rows, total, isDone } = await fillBatch((work) => db.transaction(work), now, migration)
      if (isDone) againAt.set(migration, startedAt + AGAIN_MS)
      if (total) log.info({ migration: migration.name, rows: total }, 'all rows of a migration are filled')
      if (rows === 0) continue
      // Half of the time is for others.
      await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => undefined)
      return true
    }
    return false
  }
  return migrations.length === 0 ? [] : [{ name: 'fill rows of migrations', everyMs: POLL_MS, run }]
}
