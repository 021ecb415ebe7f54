// Invitations: the link is stored as its hash.
import type { ClubInvitation } from '#contract/clubs/clubs.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import type { Language } from '#language/preferences.ts'

interface Row {
  id: string
  email: string | null
  maxUses: number
  uses: number
  expiresAt: number
  createdAt: number
}

const toInvitation = ({ expiresAt, createdAt, ...row }: Row): ClubInvitation => ({
  ...row,
  endsAt: new Date(expiresAt).toISOString(),
  dateCreated: new Date(createdAt).toISOString(),
})

export interface NewInvitation {
  readonly id: string
  readonly clubId: string
  readonly hash: string
  readonly email: string | null
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly maxUses: number
}

/** One to the same address that is still open ends: the last email is the one that works. */
export async function insertInvitation(sql: Sql, made: NewInvitation): Promise<void> {
  if (made.email !== null)
    await sql`
      update club_invitations set max_uses = 0
      where club_id = ${made.clubId} and email = ${made.email} and uses = 0`
  await sql`
    insert into club_invitations (id, club_id, hash, email, created_by, created_at, expires_at, max_uses)
    values (${made.id}, ${made.clubId}, ${made.hash}, ${made.email}, ${made.createdBy}, ${made.createdAt},
      ${made.expiresAt}, ${made.maxUses})`
}

export async function listInvitations(
  sql: Sql,
  clubId: string,
  nowMs: number,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ClubInvitation[]> {
  const isLater = after === undefined ? nothing : fragment`and id > ${after}`
  const rows = await sql<Row>`
    select id, email, max_uses as "maxUses", uses, expires_at as "expiresAt", created_at as "createdAt"
    from club_invitations where club_id = ${clubId} and expires_at > ${nowMs} and max_uses > 0 ${isLater}
    order by id limit ${limit}`
  return rows.map(toInvitation)
}

export async function countInvitations(sql: Sql, clubId: string, nowMs: number): Promise<number> {
  const [row] = await sql<{ invitations: number }>`
    select count(*) as invitations from club_invitations
    where club_id = ${clubId} and expires_at > ${nowMs} and uses < max_uses`
  return row?.invitations ?? 0
}

/** By one account, of all its clubs. */
export async function countSent(sql: Sql, userId: string, sinceMs: number): Promise<number> {
  const [row] = await sql<{ sent: number }>`
    select count(*) as sent from club_invitations
    where created_by = ${userId} and created_at > ${sinceMs} and email is not null`
  return row?.sent ?? 0
}

/** The row stays until its time is over: what was sent within a day is counted by it. */
export async function endInvitation(sql: Sql, clubId: string, id: string): Promise<boolean> {
  const rows = await sql`
    update club_invitations set max_uses = 0
    where club_id = ${clubId} and id = ${id} and max_uses > 0 returning id`
  return rows.length > 0
}

export interface OpenInvitation {
  clubId: string
  createdBy: string | null
  expiresAt: number
}

export async function findOpen(sql: Sql, nowMs: number, hash: string): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation>`
    select club_id as "clubId", created_by as "createdBy", expires_at as "expiresAt" from club_invitations
    where hash = ${hash} and expires_at > ${nowMs} and uses < max_uses`
  return row
}

/** False when it has ended, or the others were faster. */
export async function useInvitation(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    update club_invitations set uses = uses + 1
    where hash = ${hash} and expires_at > ${nowMs} and uses < max_uses returning id`
  return rows.length > 0
}

export interface Inviter {
  language: Language | null
  isVerified: boolean
}

export async function findInviter(sql: Sql, userId: string): Promise<Inviter | undefined> {
  const [row] = await sql<Inviter>`
    select language, email_verified as "isVerified" from users where id = ${userId}`
  return row
}

/** The language of the account with the address, for the email alone. */
export async function findLanguage(sql: Sql, email: string): Promise<Language | null> {
  const [row] = await sql<{ language: Language | null }>`select language from users where email = ${email}`
  return row?.language ?? null
}
