// The tables of accounts: users, sessions, identities, verifications, profile_images.
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export interface User {
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
}

export async function findUser(sql: Sql, userId: string): Promise<User | undefined> {
  const [user] = await sql<User>`select * from users where id = ${userId}`
  return user
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  const [user] = await sql<User>`select * from users where email = ${normaliseEmail(email)}`
  return user
}

/** One spelling of an address: two accounts cannot differ in letter case alone. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

export async function isDisabled(sql: Sql, userId: string): Promise<boolean> {
  const [user] = await sql<{ disabled_at: number | null }>`select disabled_at from users where id = ${userId}`
  return user?.disabled_at !== null
}

export interface NewUser {
  email: string
  name: string | null
  /** Null: the user chooses a password by a link. */
  passwordHash: string | null
  isVerified: boolean
}

/** Undefined when the address has an account already: of any number of sign-ups at once, one makes it. */
export async function insertUser(sql: Sql, nowMs: number, user: NewUser): Promise<User | undefined> {
  const [row] = await sql<User>`
    insert into users (id, email, email_verified, name, created_at, updated_at)
    values (${createId(nowMs)}, ${normaliseEmail(user.email)}, ${user.isVerified}, ${user.name}, ${nowMs}, ${nowMs})
    on conflict (email) do nothing returning *`
  if (row && user.passwordHash !== null) await insertPassword(sql, nowMs, row.id, user.passwordHash)
  return row
}

async function insertPassword(sql: Sql, nowMs: number, userId: string, passwordHash: string): Promise<void> {
  await sql`
    insert into identities (id, user_id, provider_id, account_id, password, created_at, updated_at)
    values (${createId(nowMs)}, ${userId}, 'credential', ${userId}, ${passwordHash}, ${nowMs}, ${nowMs})`
}

export interface SessionRow {
  id: string
  user_id: string
  email: string
  name: string | null
  updated_at: number
}

export async function findSessionByToken(
  sql: Sql,
  nowMs: number,
  token: string,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow>`
    select s.id, s.user_id, s.updated_at, u.email, u.name
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > ${nowMs} and u.disabled_at is null`
  return row
}

export async function touchSession(sql: Sql, nowMs: number, sessionId: string): Promise<void> {
  await sql`update sessions set updated_at = ${nowMs} where id = ${sessionId}`
}

export interface OpenSession {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: number
  updated_at: number
}

export async function listSessions(sql: Sql, userId: string, nowMs: number): Promise<OpenSession[]> {
  return sql<OpenSession>`
    select id, ip_address, user_agent, created_at, updated_at from sessions
    where user_id = ${userId} and expires_at > ${nowMs} order by updated_at desc, id`
}

/** False when the user has no such session. */
export async function deleteSession(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const rows = await sql`delete from sessions where user_id = ${userId} and id = ${sessionId} returning id`
  return rows.length > 0
}

/** How many ended: all, or all but one. */
export async function deleteSessions(sql: Sql, userId: string, exceptId = ''): Promise<number> {
  const rows = await sql`delete from sessions where user_id = ${userId} and id <> ${exceptId} returning id`
  return rows.length
}

export async function markVerified(sql: Sql, nowMs: number, userId: string, email: string): Promise<void> {
  await sql`
    update users set email_verified = ${true}, updated_at = ${nowMs} where id = ${userId} and email = ${email}`
}

/** What a link to confirm an address says: whose it was, and whose it becomes. */
export interface AddressClaim {
  userId: string
  from: string
  to: string
}

/** One statement: the account still has the address the link was made for, and nobody else has the new one. */
export async function confirmAddress(
  sql: Sql,
  nowMs: number,
  { userId, from, to }: AddressClaim,
): Promise<User | undefined> {
  const [user] = await sql<User>`
    update users set email = ${to}, email_verified = ${true}, updated_at = ${nowMs}
    where id = ${userId} and email = ${from} and disabled_at is null
      and not exists (select 1 from users where email = ${to} and id <> ${userId})
    returning *`
  return user
}

/** Links to choose a password: better-auth keeps the user's id as their value. */
export async function deleteLinks(sql: Sql, userId: string): Promise<void> {
  await sql`delete from verifications where value = ${userId}`
}

/** Two changes to one address at the same moment: the second finds it taken. */
export function isTakenError(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // unique_violation of PostgreSQL, SQLITE_CONSTRAINT_UNIQUE
  return code === '23505' || errcode === 2067
}

export interface ProfileFields {
  name: string | null
  club: string | null
  civlId: number | null
  publicProfile: boolean
}

export async function updateProfile(
  sql: Sql,
  nowMs: number,
  userId: string,
  { name, club, civlId, publicProfile }: ProfileFields,
): Promise<User | undefined> {
  const [user] = await sql<User>`
    update users set name = ${name}, club = ${club}, civl_id = ${civlId}, public_profile = ${publicProfile},
      updated_at = ${nowMs}
    where id = ${userId} returning *`
  return user
}

/** Without confirmation, where there is no mail; false when somebody else has the address. */
export async function changeAddress(
  sql: Sql,
  nowMs: number,
  userId: string,
  email: string,
): Promise<boolean> {
  const rows = await sql`
    update users set email = ${email}, email_verified = ${false}, updated_at = ${nowMs}
    where id = ${userId} and not exists (select 1 from users where email = ${email}) returning id`
  return rows.length > 0
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

export async function removeImage(sql: Sql, nowMs: number, userId: string): Promise<void> {
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

/** For its deletion: whoever writes for the user has finished or waits. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql`select id from users where id = ${id} ${sql.forUpdate}`
}

export async function deleteUser(sql: Sql, userId: string): Promise<void> {
  await sql`delete from verifications where value = ${userId} or value like ${`{"userId":"${userId}"%`}`
  await sql`delete from users where id = ${userId}`
}

/** In order of age; those whose address has the part. */
export async function listUsers(sql: Sql, part: string): Promise<User[]> {
  const pattern = `%${normaliseEmail(part).replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<User>`select * from users where email like ${pattern} escape '\\' order by id`
}

export async function setDisabled(sql: Sql, userId: string, disabledAt: number | null): Promise<void> {
  await sql`update users set disabled_at = ${disabledAt} where id = ${userId}`
}

export async function pruneSessions(sql: Sql, nowMs: number): Promise<void> {
  await sql`delete from sessions where expires_at <= ${nowMs}`
}

export async function pruneVerifications(sql: Sql, nowMs: number): Promise<void> {
  await sql`delete from verifications where expires_at <= ${nowMs}`
}
