// The numbered files of server/migrations, and what each declares about itself in its first lines:
//
//   -- kind: schema    one short transaction; nodes of the release before serve meanwhile
//   -- kind: indexes   statements with `concurrently`, each by itself; PostgreSQL builds them while others write
//   -- kind: alone     one transaction that nodes of the release before cannot live with: they are stopped first
//   -- requires: …     of the first one: a count that must be 0 in a database that has its schema already
//
// docs/develop/migrations.md says when to use which; scripts/structure/migrations.ts holds new files to it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')

export const migrationKinds = ['schema', 'indexes', 'alone'] as const
export type MigrationKind = (typeof migrationKinds)[number]

export interface Migration {
  readonly name: string
  readonly kind: MigrationKind
  readonly requires: string | undefined
  readonly text: string
}

/** A database that this program cannot use; its message is for the operator. */
export class MigrationError extends Error {}

export function listMigrations(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

export function readMigrations(engine: Database['engine'], folder = FOLDER): Migration[] {
  return listMigrations(folder).map((name) => readMigration(engine, name, folder))
}

export function readMigration(engine: Database['engine'], name: string, folder = FOLDER): Migration {
  const text = readFileSync(join(folder, name), 'utf8')
  // A line that begins with `-- postgres:` runs there and is a comment on SQLite.
  const own = engine === 'postgres' ? text.replaceAll(/^-- postgres: /gm, '') : text
  return { name, kind: readKind(name, text), requires: /^-- requires: (.+)$/m.exec(text)?.[1], text: own }
}

export function readKind(name: string, text: string): MigrationKind {
  const declared = /^-- kind: (\S+)\n/.exec(text)?.[1]
  const kind = migrationKinds.find((known) => known === declared)
  if (kind) return kind
  throw new Error(`${name} must begin with "-- kind: " and one of: ${migrationKinds.join(', ')}`)
}

/** The migration as one transaction: on SQLite, or on a database without other readers and writers. */
export function toScript({ kind, text }: Migration): string {
  return kind === 'indexes' ? text.replaceAll(/ concurrently\b/gi, '') : text
}

/** Without comments. No migration that is run by its statements has a semicolon inside one. */
export function listStatements(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
