// Triggers that noted changed rows were made by the program, one set per table: no migration can name them on SQLite.
import type { Sql } from '../sql.ts'

export const WITHOUT_ROW_TRIGGERS = '0046-no-row-changes.sql'

export async function dropRowTriggers(sql: Sql, runScript: (text: string) => Promise<void>): Promise<void> {
  const triggers = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'trigger' and name like 'row\\_changes\\_%' escape '\\'`
  for (const { name } of triggers) await runScript(`drop trigger "${name}"`)
}
