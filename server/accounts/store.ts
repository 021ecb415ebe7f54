// The tables of accounts: users, sessions, profile_images. (Links: one-time.ts.)
import type { Clock, Language, Units } from '#language/preferences.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import { type Fragment, fragment, type Sql } from '#server/platform/database/database.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import { createId } from '#server/platform/ids.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { deletePendingSignIns } from './one-time.ts'

/** How somebody reads pages and emails; null where it was never chosen. */
export interface StoredChoices {
  language: Language | null
  units: Units | null
  clock: Clock | null
}

export interface User extends StoredChoices {
  id: string
  email: string
  email_verified: boolean
  name: string | null
  image: string | null
  public_profile: boolean
  club: string | null
  civl_id: number | null
  created_at: number
  updated_at: number
  disabled_at: number | null
  /** Since when what can act for the account is to be reviewed. */
  review_due_at: number | null
}

const userColumns: Fragment = fragment`
  id, email, email_verified, name, image, public_profile, club, civl_id, language, units, clock, created_at, updated_at, disabled_at, review_due_at`

export async function findUser(sql: Sql, userId: string): Promise<User | undefined> {
  const [user] = await sql<User>`select ${userColumns} from users where id = ${userId}`
  return user
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  const [user] = await sql<User>`select ${userColumns} from users where email = ${normaliseEmail(email)}`
  return user
}

export interface NewUser {
  email: string
  name: string | null
  /** Null when the user will choose a password through a link. */
  passwordHash: string | null
  isVerified: boolean
  /** The language of the pages on which the account was made; null when its user was not there. */
  language: Language | null
}

/** Undefined when the email has an account already: of any number of sign-ups at once, one creates it. */
export async function insertUser(
  sql: Sql,
  nowMs: number,
  user: NewUser,
  id = createId(nowMs),
): Promise<User | undefined> {
  const [row] = await sql<User>`
    insert into users (id, email, email_verified, name, language, password_hash, created_at, updated_at)
    values (${id}, ${normaliseEmail(user.email)}, ${user.isVerified}, ${user.name}, ${user.language},
      ${user.passwordHash}, ${nowMs}, ${nowMs})
    on conflict (email) do nothing returning ${userColumns}`
  return row
}

export interface SessionRow extends StoredChoices {
  id: string
  user_id: string
  email: string
  name: string | null
  updated_at: number
  proved_at: number
  proved_by: string | null
  review_due_at: number | null
}

/** However often it is used, a session ends this long after the sign-in. */
export const MAX_SESSION_MS = 90 * DAY_MS

const isLive = (nowMs: number): Fragment =>
  fragment`s.expires_at > ${nowMs} and s.created_at > ${nowMs - MAX_SESSION_MS}`

export async function findSessionByToken(
  sql: Sql,
  nowMs: number,
  token: string,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow>`
    select s.id, s.user_id, s.updated_at, coalesce(s.proved_at, s.created_at) as proved_at, s.proved_by,
      u.email, u.name, u.review_due_at, u.language, u.units, u.clock
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and ${isLive(nowMs)} and u.disabled_at is null`
  return row
}

export interface NewSession {
  token: string
  userId: string
  ipAddress: string
  userAgent: string | null
  expiresAt: number
  /** The proof that the user signed in with. */
  provedBy: string
}

export async function insertSession(sql: Sql, nowMs: number, session: NewSession): Promise<void> {
  await sql`
    insert into sessions
      (id, token, user_id, ip_address, user_agent, created_at, updated_at, expires_at, proved_by)
    values (${createId(nowMs)}, ${session.token}, ${session.userId}, ${session.ipAddress}, ${session.userAgent},
      ${nowMs}, ${nowMs}, ${session.expiresAt}, ${session.provedBy})`
}

export async function touchSession(sql: Sql, nowMs: number, sessionId: string): Promise<void> {
  await sql`update sessions set updated_at = ${nowMs} where id = ${sessionId}`
}

/** Not for a session that would end later than `ifBefore` anyway. */
export async function renewSession(
  sql: Sql,
  token: string,
  { expiresAt, ifBefore }: { expiresAt: number; ifBefore: number },
): Promise<boolean> {
  const rows = await sql`
    update sessions set expires_at = ${expiresAt} where token = ${token} and expires_at <= ${ifBefore} returning id`
  return rows.length > 0
}

export async function markProved(sql: Sql, nowMs: number, sessionId: string, by: string): Promise<void> {
  await sql`update sessions set proved_at = ${nowMs}, proved_by = ${by} where id = ${sessionId}`
}

export interface ActiveSession {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: number
  updated_at: number
}

export async function listSessions(sql: Sql, userId: string, nowMs: number): Promise<ActiveSession[]> {
  return sql<ActiveSession>`
    select s.id, s.ip_address, s.user_agent, s.created_at, s.updated_at from sessions s
    where s.user_id = ${userId} and ${isLive(nowMs)} order by s.updated_at desc, s.id`
}

/** For a transaction that began after the request did: a recovery in between has ended the session. */
export async function isSessionLive(sql: Sql, sessionId: string): Promise<boolean> {
  const [row] = await sql`select 1 as one from sessions where id = ${sessionId}`
  return row !== undefined
}

/** False when the user has no such session. */
export async function deleteSession(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const rows = await sql`delete from sessions where user_id = ${userId} and id = ${sessionId} returning id`
  return rows.length > 0
}

/** Deletes all sessions, or all but one, and every sign-in that waits for its second factor; returns how many sessions. */
export async function deleteSessions(sql: Sql, userId: string, exceptId = ''): Promise<number> {
  await deletePendingSignIns(sql, userId)
  const rows = await sql`delete from sessions where user_id = ${userId} and id <> ${exceptId} returning id`
  return rows.length
}

/** For an account that somebody else has made: the language of the page on which its user first comes in. */
export async function setFirstLanguage(sql: Sql, userId: string, language: Language): Promise<void> {
  await sql`update users set language = ${language} where id = ${userId} and language is null`
}

/** Only while the user still has this email. */
export async function markEmailVerified(
  sql: Sql,
  nowMs: number,
  userId: string,
  email: string,
): Promise<void> {
  await sql`
    update users set email_verified = ${true}, updated_at = ${nowMs} where id = ${userId} and email = ${email}`
}

/** One statement: the account still has the email the link was created for, and no other has the new one. */
export async function confirmEmail(
  sql: Sql,
  nowMs: number,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<User | undefined> {
  const [user] = await sql<User>`
    update users set email = ${to}, email_verified = ${true}, updated_at = ${nowMs}
    where id = ${userId} and email = ${from} and disabled_at is null
      and not exists (select 1 from users where email = ${to} and id <> ${userId})
    returning ${userColumns}`
  return user
}

export async function findPasswordHash(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${userId}`
  return row?.password_hash ?? undefined
}

/** With null no password signs in until another is chosen through a link. */
export async function setPasswordHash(sql: Sql, userId: string, passwordHash: string | null): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`
}

/** The next sign-in leads to a review of what else can act for the account. Gives since when: one that was due stays due. */
export async function setReviewDue(sql: Sql, userId: string, sinceMs: number): Promise<number> {
  const [row] = await sql<{ review_due_at: number }>`
    update users set review_due_at =
      case when review_due_at is null or review_due_at > ${sinceMs} then ${sinceMs} else review_due_at end
    where id = ${userId} returning review_due_at`
  return row?.review_due_at ?? sinceMs
}

export async function endReview(sql: Sql, userId: string): Promise<void> {
  await sql`update users set review_due_at = null where id = ${userId}`
}

export async function hideProfile(sql: Sql, nowMs: number, userId: string): Promise<void> {
  await sql`update users set public_profile = ${false}, updated_at = ${nowMs} where id = ${userId}`
}

export interface ProfileFields extends StoredChoices {
  name: string | null
  club: string | null
  civlId: number | null
  publicProfile: boolean
}

export async function updateProfile(
  sql: Sql,
  nowMs: number,
  userId: string,
  { name, club, civlId, publicProfile, language, units, clock }: ProfileFields,
): Promise<User | undefined> {
  const [user] = await sql<User>`
    update users set name = ${name}, club = ${club}, civl_id = ${civlId}, public_profile = ${publicProfile},
      language = ${language}, units = ${units}, clock = ${clock}, updated_at = ${nowMs}
    where id = ${userId} returning ${userColumns}`
  return user
}

/** Without confirmation, where there is no mail server; false when somebody else has the email. */
export async function updateEmail(sql: Sql, nowMs: number, userId: string, email: string): Promise<boolean> {
  const rows = await sql`
    update users set email = ${email}, email_verified = ${false}, updated_at = ${nowMs}
    where id = ${userId} and not exists (select 1 from users where email = ${email}) returning id`
  return rows.length > 0
}

/** Anyone who uses the link reads the mail of this address, so it is confirmed. */
export async function restoreEmail(sql: Sql, nowMs: number, userId: string, email: string): Promise<void> {
  await sql`
    update users set email = ${email}, email_verified = ${true}, updated_at = ${nowMs} where id = ${userId}`
}

/** The password was changed: the same session under another token. A copy of the old cookie is worth nothing any more. */
export async function replaceSessionToken(
  sql: Sql,
  nowMs: number,
  sessionId: string,
  { token, expiresAt }: { token: string; expiresAt: number },
): Promise<void> {
  await sql`
    update sessions set token = ${token}, updated_at = ${nowMs}, proved_at = ${nowMs}, proved_by = 'password',
      expires_at = ${expiresAt}
    where id = ${sessionId}`
}

export async function insertImage(
  sql: Sql,
  nowMs: number,
  userId: string,
  { hash, bytes }: { hash: string; bytes: Uint8Array },
): Promise<void> {
  await sql`
    insert into profile_images (user_id, hash, bytes, created_at) values (${userId}, ${hash}, ${bytes}, ${nowMs})
    on conflict (user_id) do update set hash = excluded.hash, bytes = excluded.bytes, created_at = excluded.created_at`
  await sql`
    update users set image = ${`/images/${hash}.webp`}, updated_at = ${nowMs} where id = ${userId}`
}

export async function deleteImage(sql: Sql, nowMs: number, userId: string): Promise<void> {
  await sql`delete from profile_images where user_id = ${userId}`
  await sql`update users set image = null, updated_at = ${nowMs} where id = ${userId}`
}

export async function findImage(sql: Sql, hash: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{
    bytes: Uint8Array
  }>`select bytes from profile_images where hash = ${hash} limit 1`
  return row?.bytes
}

export async function findUserImage(sql: Sql, userId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ bytes: Uint8Array }>`select bytes from profile_images where user_id = ${userId}`
  return row?.bytes
}

/** Before a deletion or recovery: transactions that write for the user have ended or wait for this one. */
export async function lockUser(sql: Sql, userId: string): Promise<User | undefined> {
  const [user] = await sql<User>`select ${userColumns} from users where id = ${userId} ${sql.forUpdate}`
  return user
}

export async function deleteUser(sql: Sql, userId: string): Promise<void> {
  await sql`delete from users where id = ${userId}`
}

/** No sign-in succeeds any more and no credential works; false when it was marked before. */
export async function markErased(sql: Sql, nowMs: number, userId: string): Promise<boolean> {
  const rows = await sql`
    update users set erased_at = ${nowMs}, disabled_at = ${nowMs}
    where id = ${userId} and erased_at is null returning id`
  return rows.length > 0
}

/** Accounts that were marked and are not deleted yet, the oldest first. */
export function listErased(sql: Sql, limit: number): Promise<{ id: string; email: string }[]> {
  return sql<{ id: string; email: string }>`
    select id, email from users where erased_at is not null order by erased_at limit ${limit}`
}

export async function countErased(sql: Sql): Promise<Backlog> {
  const [row] = await sql<{ waiting: number; oldestAt: number | null }>`
    select count(*) as waiting, min(erased_at) as "oldestAt" from users where erased_at is not null`
  return row ?? { waiting: 0 }
}

/** Newest first; those whose email contains the part. */
export async function listUsers(sql: Sql, part: string, max: number): Promise<User[]> {
  const pattern = `%${normaliseEmail(part).replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<User>`select ${userColumns} from users where email like ${pattern} escape '\\' order by id desc limit ${max}`
}

/** False when the account is being deleted. */
export async function setDisabled(sql: Sql, userId: string, disabledAt: number | null): Promise<boolean> {
  const rows = await sql`
    update users set disabled_at = ${disabledAt} where id = ${userId} and erased_at is null returning id`
  return rows.length > 0
}
