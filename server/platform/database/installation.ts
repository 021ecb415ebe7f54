// Facts about the installation itself, one row each.
import type { Sql } from './database.ts'

export async function findFact(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }>`select value from installation where name = ${name}`
  return row?.value
}

/** False, and nothing changes, when it is no longer as it was; without a new value it is forgotten. */
export async function replaceFact(sql: Sql, name: string, was: string, value?: string): Promise<boolean> {
  const rows =
    value === undefined
      ? await sql`delete from installation where name = ${name} and value = ${was} returning name`
      : await sql`
          update installation set value = ${value} where name = ${name} and value = ${was} returning name`
  return rows.length > 0
}

/** One more than before, and more than any other transaction has got. */
export async function countFact(sql: Sql, name: string): Promise<number> {
  const [row] = await sql<{ value: string }>`
    insert into installation (name, value) values (${name}, '1')
    on conflict (name) do update set value = cast(cast(installation.value as bigint) + 1 as text) returning value`
  return Number(row!.value)
}

export async function noteFact(sql: Sql, name: string, value: string): Promise<void> {
  await sql`
    insert into installation (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`
}
