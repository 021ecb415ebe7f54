// The effect that a start would have on the database, without having it.
import type { Database } from '../database.ts'
import { adoptNames } from './baseline.ts'
import { type MigrationKind, readMigrations } from './files.ts'
import { findApplied, requireKnown } from './migrate.ts'
import { countTouched, listTouched } from './touched.ts'

const runs: Record<MigrationKind, string> = {
  schema: 'at the start, before the node serves, in one short transaction',
  indexes: 'at the start, before the node serves, while other nodes read and write',
  alone: 'at the start, before the node serves, after all nodes of the release before were stopped',
}

export interface PlannedMigration {
  name: string
  kind: MigrationKind
  runs: string
  /** Rows of the tables that it changes. */
  rows: Record<string, number>
}

export interface MigrationPlan {
  applied: string[]
  pending: PlannedMigration[]
  /** All tables that the pending ones name, whether they are there or not. */
  tables: string[]
}

export async function planMigrations(db: Database, folder?: string): Promise<MigrationPlan> {
  const known = readMigrations(db.engine, folder)
  const applied = adoptNames(known, (await findApplied(db)) ?? [])
  requireKnown(known, applied)
  const pending = known.filter(({ name }) => !applied.includes(name))
  const planned: PlannedMigration[] = []
  for (const migration of pending) {
    const { name, kind } = migration
    planned.push({ name, kind, runs: runs[kind], rows: await countTouched(db.sql, db.engine, migration) })
  }
  return { applied, pending: planned, tables: [...new Set(pending.flatMap(listTouched))] }
}
