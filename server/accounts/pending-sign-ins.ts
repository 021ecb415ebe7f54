// The table of sign-ins whose password was right and whose second factor is still to come.
import { randomBytes } from 'node:crypto'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { MINUTE_MS } from '#server/platform/time.ts'

export const PENDING_MS = 10 * MINUTE_MS
/** A code is guessed no more often than this; then the password has to be entered again. */
const MAX_ATTEMPTS = 5

export interface PendingSignIn {
  userId: string
  returnTo: string
}

/** The token for the browser's cookie. */
export async function insertPendingSignIn(
  sql: Sql,
  nowMs: number,
  { userId, returnTo }: PendingSignIn,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into pending_sign_ins (hash, user_id, return_to, expires_at)
    values (${hashSecret(token)}, ${userId}, ${returnTo}, ${nowMs + PENDING_MS})`
  return token
}

interface Row {
  user_id: string
  return_to: string
}

const toPending = (row: Row): PendingSignIn => ({ userId: row.user_id, returnTo: row.return_to })

export async function findPendingSignIn(
  sql: Sql,
  nowMs: number,
  token: string,
): Promise<PendingSignIn | undefined> {
  const [row] = await sql<Row>`
    select user_id, return_to from pending_sign_ins
    where hash = ${hashSecret(token)} and expires_at > ${nowMs}`
  return row && toPending(row)
}

/**
 * Counted before a code is checked: however many arrive at once, no more are tried. Gives how many are left after this
 * one; undefined when there was none.
 */
export async function takeAttempt(sql: Sql, token: string): Promise<number | undefined> {
  const [row] = await sql<{ attempts: number }>`
    update pending_sign_ins set attempts = attempts + 1
    where hash = ${hashSecret(token)} and attempts < ${MAX_ATTEMPTS} returning attempts`
  return row && MAX_ATTEMPTS - row.attempts
}

export async function deletePendingSignIn(sql: Sql, token: string): Promise<void> {
  await sql`delete from pending_sign_ins where hash = ${hashSecret(token)}`
}

export async function deletePendingSignIns(sql: Sql, userId: string): Promise<void> {
  await sql`delete from pending_sign_ins where user_id = ${userId}`
}
