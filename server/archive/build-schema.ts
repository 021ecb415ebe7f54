// An empty database gets exactly the tables that the rows to come were written from.
import { adoptNames } from '#server/platform/database/migrations/baseline.ts'
import { readMigrations, toScript } from '#server/platform/database/migrations/files.ts'
import { MIGRATIONS_TABLE } from '#server/platform/database/migrations/migrate.ts'
import { quote } from './tables/rows.ts'
import { MOVES_TABLE, readTables, type Table } from './tables/schema.ts'
import type { Session } from './tables/session.ts'

/** Rows that a migration itself has put into tables are removed: the rows to come include them. */
export async function buildSchema(session: Session, migrations: readonly string[]): Promise<Table[]> {
  const known = readMigrations(session.engine)
  const names = adoptNames(known, migrations)
  const unknown = names.find((wanted) => !known.some(({ name }) => name === wanted))
  if (unknown)
    throw new Error(
      `The data was written by a newer version of Cloudstreet: it has the migration ${unknown}, which this one does not know.`,
    )
  await session.runScript(MIGRATIONS_TABLE)
  for (const migration of known)
    if (names.includes(migration.name)) await session.runScript(toScript(migration))
  const tables = await readTables(session)
  for (const { name } of tables.toReversed()) await session.run(`delete from ${quote(name)}`)
  return tables
}

export async function dropTables(session: Session): Promise<void> {
  const names = (await readTables(session)).map(({ name }) => name)
  for (const name of [...names.toReversed(), MOVES_TABLE])
    await session.run(`drop table if exists ${quote(name)}${session.engine === 'postgres' ? ' cascade' : ''}`)
}
