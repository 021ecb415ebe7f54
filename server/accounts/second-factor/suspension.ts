// Suspends the factors that a recovery distrusts: rows of passkeys, totp_factors and recovery_codes.
import type { Sql } from '#server/platform/database/database.ts'

/** Suspends factors made after `sinceMs`; gives their names. An app that was never confirmed is forgotten. */
export async function suspendFactors(
  sql: Sql,
  nowMs: number,
  userId: string,
  sinceMs: number,
): Promise<string[]> {
  await sql`delete from totp_factors where user_id = ${userId} and confirmed_at is null`
  const apps = await sql`
    update totp_factors set suspended_at = ${nowMs}
    where user_id = ${userId} and confirmed_at > ${sinceMs} and suspended_at is null returning user_id`
  const passkeys = await sql<{ name: string }>`
    update passkeys set suspended_at = ${nowMs}
    where user_id = ${userId} and created_at > ${sinceMs} and suspended_at is null returning name`
  const codes = await sql`
    update recovery_codes set suspended_at = ${nowMs}
    where user_id = ${userId} and created_at > ${sinceMs} and suspended_at is null returning hash`
  return [
    ...(apps.length > 0 ? ['authenticator app'] : []),
    ...passkeys.map(({ name }) => `passkey ${name}`),
    ...(codes.length > 0 ? ['recovery codes'] : []),
  ]
}

export async function restorePasskey(sql: Sql, userId: string, id: string): Promise<void> {
  await sql`update passkeys set suspended_at = null where id = ${id} and user_id = ${userId}`
}

export async function restoreApp(sql: Sql, userId: string): Promise<void> {
  await sql`update totp_factors set suspended_at = null where user_id = ${userId}`
}

export async function restoreRecoveryCodes(sql: Sql, userId: string): Promise<void> {
  await sql`update recovery_codes set suspended_at = null where user_id = ${userId}`
}
