// Numbered, forward-only migrations: each in a transaction of its own, one node at a time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

export interface MigrationReport {
  applied: string[]
  total: number
}

export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, applied_at bigint not null)'

/** A database that this program cannot use; its message is for the operator. */
export class MigrationError extends Error {}

export function listMigrations(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

/** A line that begins with `-- postgres:` runs there and is a comment on SQLite. */
export function readMigration(engine: Database['engine'], name: string, folder = FOLDER): string {
  const text = readFileSync(join(folder, name), 'utf8')
  return engine === 'postgres' ? text.replaceAll(/^-- postgres: /gm, '') : text
}

export async function migrate(db: Database, now: () => number, folder = FOLDER): Promise<MigrationReport> {
  const known = listMigrations(folder)
  const applied: string[] = []
  let isDone = false
  while (!isDone) {
    await db.migration(async (sql, runScript) => {
      await runScript(MIGRATIONS_TABLE)
      const done = await sql<{ name: string }>`select name from migrations order by name`
      const next = nextMigration(
        known,
        done.map((row) => row.name),
      )
      isDone = next === undefined
      if (next === undefined) return
      await runScript(readMigration(db.engine, next, folder))
      await sql`insert into migrations (name, applied_at) values (${next}, ${now()})`
      applied.push(next)
    })
  }
  return { applied, total: known.length }
}

function nextMigration(known: string[], done: string[]): string | undefined {
  const unknown = done.find((name) => !known.includes(name))
  if (unknown) {
    throw new MigrationError(
      `The database is newer than this program: it has the migration ${unknown}, which this version does not know. ` +
        'Start the newer version again, or restore a backup made with this one.',
    )
  }
  return known.find((name) => !done.includes(name))
}
