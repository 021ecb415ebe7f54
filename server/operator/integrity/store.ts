// The outcome of the last check of the data.
import type { Sql } from '#server/platform/database/database.ts'
import { findFact, noteFact } from '#server/platform/database/installation.ts'
import type { IntegrityFinding } from './finding.ts'

const NAME = 'data_checked'

export interface LastCheck {
  /** Milliseconds since 1970. */
  at: number
  findings: readonly IntegrityFinding[]
}

export const noteCheck = (sql: Sql, check: LastCheck): Promise<void> =>
  noteFact(sql, NAME, JSON.stringify(check))

export async function findLastCheck(sql: Sql): Promise<LastCheck | undefined> {
  const value = await findFact(sql, NAME)
  return value === undefined ? undefined : (JSON.parse(value) as LastCheck)
}
