// The effect that a start would have on the database, without having it.
import type { Database } from '../database.ts'
import { adoptNames } from './baseline.ts'
import { type MigrationKind, readMigrations } from './files.ts'
import { findApplied, requireKnown } from './migrate.ts'

const runs: Record<MigrationKind, string> = {
  schema: 'at the start, before the node serves, in one short transaction',
  indexes: 'at the start, before the node serves, while other nodes read and write',
  alone: 'at the start, before the node serves, after all nodes of the release before were stopped',
}

export interface PlannedMigration {
  name: string
  kind: MigrationKind
  runs: string
}

export async function planMigrations(db: Database): Promise<PlannedMigration[]> {
  const known = readMigrations(db.engine)
  const applied = adoptNames(known, (await findApplied(db)) ?? [])
  requireKnown(known, applied)
  return known
    .filter(({ name }) => !applied.includes(name))
    .map(({ name, kind }) => ({ name, kind, runs: runs[kind] }))
}
