// The outcome of the last check of the data.
import type { Sql } from '#server/platform/database/database.ts'
import type { IntegrityFinding } from './finding.ts'

const NAME = 'data_checked'

export interface LastCheck {
  /** Milliseconds since 1970. */
  at: number
  findings: readonly IntegrityFinding[]
  /** The flight after which the next sample of files begins. */
  lastId: string
}

export async function noteCheck(sql: Sql, check: LastCheck): Promise<void> {
  await sql`
    insert into installation (name, value) values (${NAME}, ${JSON.stringify(check)})
    on conflict (name) do update set value = excluded.value`
}

export async function findLastCheck(sql: Sql): Promise<LastCheck | undefined> {
  const [row] = await sql<{ value: string }>`select value from installation where name = ${NAME}`
  return row && (JSON.parse(row.value) as LastCheck)
}

/** The first check is not due at the very start, when a node has other things to do. */
export async function planFirst(sql: Sql, dueAt: number): Promise<void> {
  await sql`insert into turns (id, due_at) values (${TURN}, ${dueAt}) on conflict (id) do nothing`
}

/** The row of `turns`: one node at a time. */
export const TURN = 'check'
