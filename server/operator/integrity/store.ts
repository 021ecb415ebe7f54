// The outcome of the last check of the data.
import type { Sql } from '#server/platform/database/database.ts'
import { findFact, noteFact } from '#server/platform/installation.ts'
import type { IntegrityFinding } from './finding.ts'

const NAME = 'data_checked'

export interface LastCheck {
  /** Milliseconds since 1970. */
  at: number
  findings: readonly IntegrityFinding[]
  /** The flight after which the next sample of files begins. */
  lastId: string
}

export const noteCheck = (sql: Sql, check: LastCheck): Promise<void> =>
  noteFact(sql, NAME, JSON.stringify(check))

export async function findLastCheck(sql: Sql): Promise<LastCheck | undefined> {
  const value = await findFact(sql, NAME)
  return value === undefined ? undefined : (JSON.parse(value) as LastCheck)
}

/** The first check is not due at the very start, when a node has other things to do. */
export async function planFirst(sql: Sql, dueAt: number): Promise<void> {
  await sql`insert into turns (id, due_at) values (${TURN}, ${dueAt}) on conflict (id) do nothing`
}

/** The row of `turns`: one node at a time. */
export const TURN = 'check'
