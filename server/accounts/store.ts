// The tables of accounts: users, sessions, identities, verifications, profile_images.
import type { Sql } from '#server/platform/database.ts'
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
  passwordHash: string
  isVerified: boolean
}

/** Undefined when the address has an account already: of any number of sign-ups at once, one makes it. */
export async function insertUser(sql: Sql, nowMs: number, user: NewUser): Promise<User | undefined> {
  const [row] = await sql<User>`
    insert into users (id, email, email_verified, name, created_at, updated_at)
    values (${createId(nowMs)}, ${normaliseEmail(user.email)}, ${user.isVerified}, ${user.name}, ${nowMs}, ${nowMs})
    on conflict (email) do nothing returning *`
  if (row) await insertPassword(sql, nowMs, row.id, user.passwordHash)
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
}

export async function findSessionByToken(
  sql: Sql,
  nowMs: number,
  token: string,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow>`
    select s.id, s.user_id, u.email, u.name
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > ${nowMs} and u.disabled_at is null`
  return row
}
