// Forward-only migrations, one node at a time. A database that is in use stays usable: see files.ts for the kinds.
//
//   at the start    schema and indexes, in the order of their names; /healthz answers meanwhile
//   then, serving   rows, in batches, by a job (fill.ts)
import type { Log } from '../../log.ts'
import type { Database, MigrationSession } from '../database.ts'
import type { Sql } from '../sql.ts'
import { fillBatch, isApplied } from './fill.ts'
import { type Migration, MigrationError, readMigrations, toScript } from './files.ts'
import { buildIndexes } from './indexes.ts'
import { countTouched } from './touched.ts'

export interface MigrationReport {
  applied: string[]
  /** Their rows are being filled by a job while the service serves. */
  filling: string[]
  total: number
}

export interface MigrateOptions {
  folder?: string
  log?: Log
  /** Before the first migration of a database that is in use. */
  onBegin?: (() => Promise<void>) | undefined
  /** Also those whose rows a job would fill, to their end. */
  isComplete?: boolean
  /** What each took. */
  onApplied?: (name: string, milliseconds: number) => void
}

export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, applied_at bigint not null)'

export async function migrate(
  db: Database,
  now: () => number,
  options: MigrateOptions = {},
): Promise<MigrationReport> {
  const known = readMigrations(db.engine, options.folder)
  const before = await findApplied(db)
  const run: Run = { db, now, known, isNew: before === undefined, ...options }
  const applied: string[] = []
  if (before && findNext(run, before) === undefined) return report(known, before, applied)
  if (before) await options.onBegin?.()
  return db.migrating(
    async (session) => {
      await session.transaction((_sql, runScript) => runScript(MIGRATIONS_TABLE))
      for (;;) {
        const done = await listApplied(session.sql)
        const next = findNext(run, done)
        if (!next) return report(known, done, applied)
        if (await applyAndLog(run, session, next)) applied.push(next.name)
      }
    },
    ({ seconds, why }) => options.log?.warn({ seconds }, why),
  )
}

/** One script as a migration of its own, for what is no part of the schema. */
export function runAsMigration(
  db: Database,
  work: (sql: Sql, runScript: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  return db.migrating(({ transaction }) => transaction(work))
}

interface Run extends MigrateOptions {
  db: Database
  now: () => number
  known: readonly Migration[]
  /** Without any table so far: nobody else uses it, and there are no rows. */
  isNew: boolean
}

function report(known: readonly Migration[], done: readonly string[], applied: string[]): MigrationReport {
  const filling = known.filter(({ kind, name }) => kind === 'rows' && !done.includes(name))
  return { applied, filling: filling.map(({ name }) => name), total: known.length }
}

/** Undefined for a database that was never migrated. */
export async function findApplied(db: Database): Promise<string[] | undefined> {
  const [table] = await (db.engine === 'sqlite'
    ? db.sql`select 1 as is_there from sqlite_schema where name = 'migrations'`
    : db.sql`select 1 as is_there where to_regclass('migrations') is not null`)
  return table ? listApplied(db.sql) : undefined
}

export async function listApplied(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from migrations order by name`
  return rows.map(({ name }) => name)
}

/** Rows are left to the job, unless what follows needs them. */
function findNext(run: Run, done: readonly string[]): Migration | undefined {
  requireKnown(run.known, done)
  const pending = run.known.filter(({ name }) => !done.includes(name))
  const next = pending.find(({ kind }) => run.isNew || run.isComplete || kind !== 'rows')
  return pending.find(({ name }) => name === next?.needs) ?? next
}

export function requireKnown(known: readonly Migration[], applied: readonly string[]): void {
  const unknown = applied.find((name) => !known.some((migration) => migration.name === name))
  if (unknown === undefined) return
  throw new MigrationError(
    `The database is newer than this program: it has the migration ${unknown}, which this version does not know. ` +
      'Start the newer version again, or restore a backup made with this one.',
  )
}

/** False when another process was first. */
async function applyAndLog(run: Run, session: MigrationSession, migration: Migration): Promise<boolean> {
  const { name, kind } = migration
  const tables = run.isNew ? {} : await countTouched(session.sql, run.db.engine, migration)
  const log = run.isNew ? undefined : run.log
  log?.info({ migration: name, kind, rows: tables }, 'a migration begins')
  const startedAt = performance.now()
  const isFirst = await apply(run, session, migration)
  const milliseconds = Math.round(performance.now() - startedAt)
  run.onApplied?.(name, milliseconds)
  log?.info({ migration: name, kind, rows: tables, ms: milliseconds }, 'a migration has ended')
  return isFirst
}

async function apply(run: Run, session: MigrationSession, migration: Migration): Promise<boolean> {
  const needed = run.known.find(({ name }) => name === migration.needs)
  const toFill = migration.kind === 'rows' ? migration : needed
  while (toFill && !run.isNew && !(await fillBatch(session.transaction, run.now, toFill)).isDone);
  if (!run.isNew && migration.kind === 'rows') return true
  const isConcurrent = !run.isNew && migration.kind === 'indexes' && session.runOutside !== undefined
  if (isConcurrent) await buildIndexes(session, migration)
  return session.transaction(async (sql, runScript) => {
    if (await isApplied(sql, migration.name)) return false
    if (!isConcurrent) await runScript(toScript(migration))
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${run.now()})`
    return true
  })
}
