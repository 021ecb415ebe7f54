// Facts about the installation itself, one row each.
import type { Sql } from './database/database.ts'

export async function findFact(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }>`select value from installation where name = ${name}`
  return row?.value
}

export async function noteFact(sql: Sql, name: string, value: string): Promise<void> {
  await sql`
    insert into installation (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`
}
