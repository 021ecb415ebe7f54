// When a backup was last verified, and which.
import type { Sql } from '#server/platform/database/database.ts'

const NAME = 'backup_verified'

export interface VerifiedBackup {
  backup: string
  /** Milliseconds since 1970. */
  at: number
}

export async function noteVerified(sql: Sql, verified: VerifiedBackup): Promise<void> {
  await sql`
    insert into installation (name, value) values (${NAME}, ${JSON.stringify(verified)})
    on conflict (name) do update set value = excluded.value`
}

export async function findVerified(sql: Sql): Promise<VerifiedBackup | undefined> {
  const [row] = await sql<{ value: string }>`select value from installation where name = ${NAME}`
  return row && (JSON.parse(row.value) as VerifiedBackup)
}
