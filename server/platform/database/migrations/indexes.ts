// Indexes of a table in use, on PostgreSQL. One whose building was interrupted is there, invalid and kept up to date for
// nothing: it is dropped and rebuilt. Killed with its node, the server goes on building, under the migration's lock;
// the next node waits for that and finds the index whole.
import type { MigrationSession } from '../database.ts'
import { listStatements, type Migration } from './files.ts'

export async function buildIndexes(session: MigrationSession, { text }: Migration): Promise<void> {
  for (const statement of listStatements(text)) {
    const index = /^create (?:unique )?index concurrently (\w+)/i.exec(statement)?.[1]
    await session.runOutside?.(async (run) => {
      const isValid = index === undefined ? undefined : await findValidity(session, index)
      if (isValid) return
      if (isValid === false) await run(`drop index concurrently if exists ${index}`)
      await run(statement)
    })
  }
}

/** Undefined: there is no such index. */
async function findValidity({ sql }: MigrationSession, index: string): Promise<boolean | undefined> {
  const [found] = await sql<{ is_valid: boolean }>`
    select i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and c.relnamespace = current_schema()::regnamespace`
  return found?.is_valid
}
