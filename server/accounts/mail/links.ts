// One-time links sent by mail: the table `links`. They expire, and only their hashes are stored.
import { randomBytes } from 'node:crypto'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'

/** For how long a change of email can be undone. */
export const UNDO_EMAIL_CHANGE_MS = 7 * DAY_MS

const lifetimesMs = {
  'reset-password': HOUR_MS,
  'verify-email': DAY_MS,
  // From the request: the new address can be confirmed for a day. The confirmation moves the end.
  'keep-email': DAY_MS + UNDO_EMAIL_CHANGE_MS,
  'undo-factor': 7 * DAY_MS,
} as const

export type LinkPurpose = keyof typeof lifetimesMs

export interface Link {
  userId: string
  value: string
  createdAt: number
}

/** `value` is handed back when the link is used. */
export async function createLink(
  sql: Sql,
  nowMs: number,
  purpose: LinkPurpose,
  userId: string,
  value = '',
): Promise<{ path: string; usefulUntil: number }> {
  const token = randomBytes(32).toString('base64url')
  const usefulUntil = nowMs + lifetimesMs[purpose]
  await sql`
    insert into links (hash, purpose, user_id, value, created_at, expires_at)
    values (${hashSecret(token)}, ${purpose}, ${userId}, ${value}, ${nowMs}, ${usefulUntil})`
  return { path: `/${purpose}?token=${token}`, usefulUntil }
}

interface Row {
  user_id: string
  value: string
  created_at: number
}

const toLink = (row: Row): Link => ({ userId: row.user_id, value: row.value, createdAt: row.created_at })

/** A link that can be used now, without using it; undefined when it is unknown, used or expired. */
export async function findLink(
  sql: Sql,
  nowMs: number,
  purpose: LinkPurpose,
  token: string,
): Promise<Link | undefined> {
  const [row] = await sql<Row>`
    select user_id, value, created_at from links
    where hash = ${hashSecret(token)} and purpose = ${purpose} and expires_at > ${nowMs}`
  return row && toLink(row)
}

/** Uses the link up: of any number of requests with it at once, one gets it. */
export async function consumeLink(
  sql: Sql,
  nowMs: number,
  purpose: LinkPurpose,
  token: string,
): Promise<Link | undefined> {
  const [row] = await sql<Row>`
    delete from links where hash = ${hashSecret(token)} and purpose = ${purpose} and expires_at > ${nowMs}
    returning user_id, value, created_at`
  return row && toLink(row)
}

/**
 * After whatever a link asked for earlier must not undo. Those that take an account back stay: a thief would end them by
 * changing its password.
 */
export async function endPendingLinks(sql: Sql, userId: string): Promise<void> {
  await sql`delete from links where user_id = ${userId} and purpose not in ('keep-email', 'undo-factor')`
}

/**
 * After the email has been given back. Older links stay: of several changes in a row the first address, which is the
 * owner's, decides, and not the one that a thief has changed to.
 */
export async function endRecoveryLinksSince(sql: Sql, { userId, createdAt }: Link): Promise<void> {
  await sql`
    delete from links
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
    update links set expires_at = ${nowMs + UNDO_EMAIL_CHANGE_MS}
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
    select 1 as one from links
    where purpose = 'keep-email' and value = ${email} and expires_at > ${nowMs} and user_id <> ${exceptUserId}
    limit 1`
  return row !== undefined
}
