// Forward-only migrations, one node at a time, at the start, in the order of their names; /healthz answers meanwhile. A
// database that is in use stays usable: see files.ts for the kinds.
import type { Log } from '../../log.ts'
import type { Database, MigrationSession } from '../database.ts'
import { Fragment, type Sql } from '../sql.ts'
import { adoptNames, FIRST_RELEASE } from './baseline.ts'
import { type Migration, MigrationError, readMigrations, toScript } from './files.ts'
import { buildIndexes } from './indexes.ts'
import { dropRowTriggers, WITHOUT_ROW_TRIGGERS } from './row-triggers.ts'

export interface MigrationReport {
  applied: string[]
  total: number
}

export interface MigrateOptions {
  folder?: string
  log?: Log
  /** Before the first migration of a database that is in use. */
  onBegin?: (() => Promise<void>) | undefined
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
  if (before && findNext(run, before) === undefined) return { applied, total: known.length }
  if (before) await options.onBegin?.()
  return db.migrating(
    async (session) => {
      await session.transaction(async (sql, runScript) => {
        await runScript(MIGRATIONS_TABLE)
        await adoptSchema(run, sql)
      })
      for (;;) {
        const done = await listApplied(session.sql)
        const next = findNext(run, done)
        if (!next) return { applied, total: known.length }
        if (await applyAndLog(run, session, next)) applied.push(next.name)
      }
    },
    ({ seconds, why }) => options.log?.warn({ seconds }, why),
  )
}

/** Runs one script like a migration, for work outside of the schema. */
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
  /** Without any table so far: there are no other users and no rows. */
  isNew: boolean
}

/** A database of release 1.1.0 has the schema of the first migration, by other names. */
async function adoptSchema({ known, now }: Run, sql: Sql): Promise<void> {
  const before = await listApplied(sql)
  const names = adoptNames(known, before)
  const adopted = known.find(({ name }) => names.includes(name) && !before.includes(name))
  if (!adopted) return
  const [left] = adopted.requires ? await sql<{ count: number }>`${new Fragment([adopted.requires], [])}` : []
  if (left && left.count > 0) throw unfinished(left.count)
  for (const name of before) if (!names.includes(name)) await sql`delete from migrations where name = ${name}`
  await sql`insert into migrations (name, applied_at) values (${adopted.name}, ${now()})`
}

const unfinished = (rows: number) =>
  new MigrationError(
    `This database has ${rows} flights that ${FIRST_RELEASE} has yet to complete. Start that release once more, wait ten minutes, stop it, and start this release again.`,
  )

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

function findNext({ known }: Run, done: readonly string[]): Migration | undefined {
  requireKnown(known, done)
  const names = adoptNames(known, done)
  return known.find(({ name }) => !names.includes(name))
}

export function requireKnown(known: readonly Migration[], applied: readonly string[]): void {
  const unknown = adoptNames(known, applied).find(
    (name) => !known.some((migration) => migration.name === name),
  )
  if (unknown === undefined) return
  throw new MigrationError(
    `The database is newer than this program: it has the migration ${unknown}, which this version does not know. ` +
      'Start the newer version again, or restore a backup made with this one.',
  )
}

async function isApplied(sql: Sql, name: string): Promise<boolean> {
  return (await sql`select name from migrations where name = ${name}`).length > 0
}

/** False when another process was first. */
async function applyAndLog(run: Run, session: MigrationSession, migration: Migration): Promise<boolean> {
  const { name, kind } = migration
  const log = run.isNew ? undefined : run.log
  log?.info({ migration: name, kind }, 'a migration begins')
  const startedAt = performance.now()
  const isFirst = await apply(run, session, migration)
  const milliseconds = Math.round(performance.now() - startedAt)
  log?.info({ migration: name, kind, ms: milliseconds }, 'a migration has ended')
  return isFirst
}

async function apply(run: Run, session: MigrationSession, migration: Migration): Promise<boolean> {
  const isConcurrent = !run.isNew && migration.kind === 'indexes' && session.runOutside !== undefined
  if (isConcurrent) await buildIndexes(session, migration)
  return session.transaction(async (sql, runScript) => {
    if (await isApplied(sql, migration.name)) return false
    if (migration.name === WITHOUT_ROW_TRIGGERS && run.db.engine === 'sqlite')
      await dropRowTriggers(sql, runScript)
    if (!isConcurrent) await runScript(toScript(migration))
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${run.now()})`
    return true
  })
}
