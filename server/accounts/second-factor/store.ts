// The tables of second factors: totp_factors, recovery_codes. (Passkeys: passkey-store.ts.)
import type { Proved } from '#server/access/proof.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { deletePasskeys } from './passkey-store.ts'
import { resealTotpSecret } from './totp.ts'

export interface TotpFactor {
  sealed_secret: Uint8Array
  created_at: number
  confirmed_at: number | null
  last_used_at: number | null
  made_by: string | null
  suspended_at: number | null
}

export async function findTotpFactor(sql: Sql, userId: string): Promise<TotpFactor | undefined> {
  const [row] = await sql<TotpFactor>`
    select sealed_secret, created_at, confirmed_at, last_used_at, made_by, suspended_at
    from totp_factors where user_id = ${userId}`
  return row
}

/** Replaces one that was never confirmed; false when the user has one that was. */
export async function insertTotpFactor(
  sql: Sql,
  nowMs: number,
  userId: string,
  sealed: Uint8Array,
  _proved: Proved,
): Promise<boolean> {
  await sql`delete from totp_factors where user_id = ${userId} and confirmed_at is null`
  const rows = await sql`
    insert into totp_factors (user_id, sealed_secret, created_at) values (${userId}, ${sealed}, ${nowMs})
    on conflict (user_id) do nothing returning user_id`
  return rows.length > 0
}

export async function confirmTotpFactor(
  sql: Sql,
  nowMs: number,
  userId: string,
  step: number,
  { means }: Proved,
): Promise<void> {
  await sql`
    update totp_factors set confirmed_at = ${nowMs}, last_step = ${step}, made_by = ${means ?? null}
    where user_id = ${userId} and confirmed_at is null`
}

/** False when a code of this step or a later one was used before: of two at once, one is taken. */
export async function useTotpStep(sql: Sql, nowMs: number, userId: string, step: number): Promise<boolean> {
  const rows = await sql`
    update totp_factors set last_step = ${step}, last_used_at = ${nowMs}
    where user_id = ${userId} and confirmed_at is not null and suspended_at is null and last_step < ${step}
    returning user_id`
  return rows.length > 0
}

/** False when the user has none. */
export async function deleteTotpFactor(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql<{ confirmed_at: number | null }>`
    delete from totp_factors where user_id = ${userId} returning confirmed_at`
  return rows.some((row) => row.confirmed_at !== null)
}

/** For a new secret of the installation; gives how many were resealed. */
export async function resealTotpFactors(sql: Sql, secrets: Secrets): Promise<number> {
  const rows = await sql<{ user_id: string; sealed_secret: Uint8Array }>`
    select user_id, sealed_secret from totp_factors`
  let count = 0
  for (const row of rows) {
    const sealed = resealTotpSecret(secrets, row.user_id, row.sealed_secret)
    if (!sealed) continue
    await sql`update totp_factors set sealed_secret = ${sealed} where user_id = ${row.user_id}`
    count++
  }
  return count
}

/** True when a password alone does not let the user in. */
export async function hasSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 as one from totp_factors
    where user_id = ${userId} and confirmed_at is not null and suspended_at is null
    union all select 1 as one from passkeys where user_id = ${userId} and suspended_at is null limit 1`
  return row !== undefined
}

/** All of them, recovery codes included; gives the names of those that counted. */
export async function deleteSecondFactors(sql: Sql, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(sql, userId)
  const passkeys = (await deletePasskeys(sql, userId)).map((name) => `passkey ${name}`)
  return (await deleteTotpFactor(sql, userId)) ? ['authenticator app', ...passkeys] : passkeys
}

/** Instead of those from before. */
export async function replaceRecoveryCodes(
  sql: Sql,
  nowMs: number,
  userId: string,
  hashes: readonly string[],
  _proved: Proved,
): Promise<void> {
  await deleteRecoveryCodes(sql, userId)
  for (const hash of hashes) {
    await sql`insert into recovery_codes (user_id, hash, created_at) values (${userId}, ${hash}, ${nowMs})`
  }
}

/** False when there is no such code, or it has been used. */
export async function useRecoveryCode(sql: Sql, userId: string, hash: string): Promise<boolean> {
  const rows = await sql`
    delete from recovery_codes where user_id = ${userId} and hash = ${hash} and suspended_at is null
    returning hash`
  return rows.length > 0
}

export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from recovery_codes where user_id = ${userId} and suspended_at is null`
  return row?.count ?? 0
}

export interface RecoveryCodes {
  count: number
  madeAt: number
  isSuspended: boolean
}

/** Suspended ones, too; those of a user are made together. */
export async function findRecoveryCodes(sql: Sql, userId: string): Promise<RecoveryCodes | undefined> {
  const [row] = await sql<{ count: number; made_at: number | null; suspended_at: number | null }>`
    select count(*) as count, max(created_at) as made_at, max(suspended_at) as suspended_at
    from recovery_codes where user_id = ${userId}`
  if (!row || row.made_at === null) return undefined
  return { count: row.count, madeAt: row.made_at, isSuspended: row.suspended_at !== null }
}

export async function deleteRecoveryCodes(sql: Sql, userId: string): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`
}
