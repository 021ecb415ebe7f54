// Secrets that work once and for a limited time: links in emails, sign-ins that wait for a second factor, challenges of
// passkeys. The table has only hashes.
import { randomBytes } from 'node:crypto'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'

/** For how long a change of email can be undone. */
export const UNDO_EMAIL_CHANGE_MS = 7 * DAY_MS

/** A code is guessed no more often than this; then the password has to be entered again. */
const MAX_ATTEMPTS = 5
const CHALLENGE_MS = 5 * MINUTE_MS

export const lifetimesMs = {
  'reset-password': HOUR_MS,
  'verify-email': DAY_MS,
  // From the request: the new address can be confirmed for a day. The confirmation moves the end.
  'keep-email': DAY_MS + UNDO_EMAIL_CHANGE_MS,
  'undo-factor': 7 * DAY_MS,
  // The password was right.
  'pending-sign-in': 10 * MINUTE_MS,
  'passkey-register': CHALLENGE_MS,
  'passkey-sign-in': CHALLENGE_MS,
  'passkey-second-factor': CHALLENGE_MS,
  'passkey-confirm': CHALLENGE_MS,
} as const

type Purpose = keyof typeof lifetimesMs

export interface OneTime {
  /** Empty where the answer is to tell who it is. */
  userId: string
  value: string
  createdAt: number
}

interface Wanted {
  userId: string
  /** Handed back when it is used. */
  value?: string
  /** Made by the caller, where that has a form of its own. */
  secret?: string
}

export async function createOneTime(
  sql: Sql,
  nowMs: number,
  purpose: Purpose,
  { userId, value = '', secret = randomBytes(32).toString('base64url') }: Wanted,
): Promise<{ secret: string; usefulUntil: number }> {
  const usefulUntil = nowMs + lifetimesMs[purpose]
  await sql`
    insert into one_time_secrets (hash, purpose, user_id, value, created_at, expires_at)
    values (${hashSecret(secret)}, ${purpose}, ${userId || null}, ${value}, ${nowMs}, ${usefulUntil})`
  return { secret, usefulUntil }
}

/** For an email. */
export async function createLink(
  sql: Sql,
  nowMs: number,
  purpose: Purpose,
  userId: string,
  value = '',
): Promise<{ path: string; usefulUntil: number }> {
  const { secret, usefulUntil } = await createOneTime(sql, nowMs, purpose, { userId, value })
  return { path: `/${purpose}?token=${secret}`, usefulUntil }
}

const isLive = (nowMs: number, purpose: Purpose, secret: string) =>
  fragment`hash = ${hashSecret(secret)} and purpose = ${purpose} and expires_at > ${nowMs}`
const columns = fragment`coalesce(user_id, '') as "userId", value, created_at as "createdAt"`

/** One that can be used now, without using it; undefined when it is unknown, used or expired. */
export async function findOneTime(
  sql: Sql,
  nowMs: number,
  purpose: Purpose,
  secret: string,
): Promise<OneTime | undefined> {
  const [row] = await sql<OneTime>`
    select ${columns} from one_time_secrets where ${isLive(nowMs, purpose, secret)}`
  return row
}

/** Uses it up: of any number of requests with it at once, one gets it. */
export async function consumeOneTime(
  sql: Sql,
  nowMs: number,
  purpose: Purpose,
  secret: string,
): Promise<OneTime | undefined> {
  const [row] = await sql<OneTime>`
    delete from one_time_secrets where ${isLive(nowMs, purpose, secret)} returning ${columns}`
  return row
}

/** Counted before a guess is checked: however many arrive at once, no more are tried. Gives how many are left after this one. */
export async function takeAttempt(
  sql: Sql,
  nowMs: number,
  purpose: Purpose,
  secret: string,
): Promise<number | undefined> {
  const [row] = await sql<{ attempts: number }>`
    update one_time_secrets set attempts = attempts + 1
    where ${isLive(nowMs, purpose, secret)} and attempts < ${MAX_ATTEMPTS} returning attempts`
  return row && MAX_ATTEMPTS - row.attempts
}

export async function deletePendingSignIns(sql: Sql, userId: string): Promise<void> {
  await sql`delete from one_time_secrets where user_id = ${userId} and purpose = 'pending-sign-in'`
}

/**
 * After whatever a link asked for earlier must not undo. Those that take an account back stay: a thief would end them by
 * changing its password.
 */
export async function endPendingLinks(sql: Sql, userId: string): Promise<void> {
  await sql`delete from one_time_secrets where user_id = ${userId} and purpose in ('reset-password', 'verify-email')`
}

/**
 * After the email has been given back. Older links stay: of several changes in a row the first address, which is the
 * owner's, decides, and not the one that a thief has changed to.
 */
export async function endRecoveryLinksSince(sql: Sql, { userId, createdAt }: OneTime): Promise<void> {
  await sql`
    delete from one_time_secrets
    where user_id = ${userId} and purpose in ('keep-email', 'undo-factor') and created_at >= ${createdAt}`
}

/** The email has changed now: from now on it can be given back for seven days. */
export async function restartKeepLinks(
  sql: Sql,
  nowMs: number,
  userId: string,
  oldEmail: string,
): Promise<void> {
  await sql`
    update one_time_secrets set expires_at = ${nowMs + UNDO_EMAIL_CHANGE_MS}
    where user_id = ${userId} and purpose = 'keep-email' and value = ${oldEmail}`
}

/** True while an account can still be given this email back: no one else gets it, or it could not be. */
export async function isEmailReserved(
  sql: Sql,
  nowMs: number,
  email: string,
  exceptUserId = '',
): Promise<boolean> {
  const [row] = await sql`
    select 1 as one from one_time_secrets
    where purpose = 'keep-email' and value = ${email} and expires_at > ${nowMs} and user_id <> ${exceptUserId}
    limit 1`
  return row !== undefined
}
