// When a backup was last verified, and which.
import type { Sql } from '#server/platform/database/database.ts'
import { findFact, noteFact } from '#server/platform/database/installation.ts'

const NAME = 'backup_verified'

export interface VerifiedBackup {
  backup: string
  /** Milliseconds since 1970. */
  at: number
}

export const noteVerified = (sql: Sql, verified: VerifiedBackup): Promise<void> =>
  noteFact(sql, NAME, JSON.stringify(verified))

export async function findVerified(sql: Sql): Promise<VerifiedBackup | undefined> {
  const value = await findFact(sql, NAME)
  return value === undefined ? undefined : (JSON.parse(value) as VerifiedBackup)
}
