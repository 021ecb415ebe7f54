// Invitations: the link is stored as its hash.
import type { ClubInvitation } from '#contract/clubs/clubs.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Language } from '#language/preferences.ts'
import type { Page } from './store.ts'

interface Row extends Omit<ClubInvitation, 'endsAt' | 'dateCreated'> {
  expiresAt: number
  createdAt: number
}

const columns = fragment`
  id, email, max_uses as "maxUses", uses, expires_at as "expiresAt", created_at as "createdAt"`
const isOpen = (nowMs: number) => fragment`expires_at > ${nowMs} and uses < max_uses`

const toInvitation = ({ expiresAt, createdAt, ...row }: Row): ClubInvitation => ({
  ...row,
  endsAt: new Date(expiresAt).toISOString(),
  dateCreated: new Date(createdAt).toISOString(),
})

export interface NewInvitation {
  readonly clubId: string
  readonly hash: string
  readonly email: string | null
  readonly createdBy: string
  readonly expiresAt: number
  readonly maxUses: number
}

/** One to the same address that is still open ends: the last email is the one that works. */
export async function insertInvitation(
  sql: Sql,
  nowMs: number,
  { clubId, hash, email, createdBy, expiresAt, maxUses }: NewInvitation,
): Promise<ClubInvitation> {
  if (email !== null)
    await sql`
      update club_invitations set max_uses = 0 where club_id = ${clubId} and email = ${email} and uses = 0`
  const [row] = await sql<Row>`
    insert into club_invitations (id, club_id, hash, email, created_by, created_at, expires_at, max_uses)
    values (${createId(nowMs)}, ${clubId}, ${hash}, ${email}, ${createdBy}, ${nowMs}, ${expiresAt}, ${maxUses})
    returning ${columns}`
  return toInvitation(row!)
}

export async function listInvitations(
  sql: Sql,
  clubId: string,
  nowMs: number,
  { after, limit }: Page,
): Promise<ClubInvitation[]> {
  const isLater = after === undefined ? nothing : fragment`and id > ${after}`
  const rows = await sql<Row>`
    select ${columns} from club_invitations
    where club_id = ${clubId} and expires_at > ${nowMs} and max_uses > 0 ${isLater}
    order by id limit ${limit}`
  return rows.map(toInvitation)
}

export function countOpen(sql: Sql, clubId: string, nowMs: number): Promise<number> {
  return countRows(sql, fragment`club_invitations where club_id = ${clubId} and ${isOpen(nowMs)}`)
}

/** By one account, of all its clubs. */
export function countSent(sql: Sql, userId: string, sinceMs: number): Promise<number> {
  const sent = fragment`created_by = ${userId} and created_at > ${sinceMs} and email is not null`
  return countRows(sql, fragment`club_invitations where ${sent}`)
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
    where hash = ${hash} and ${isOpen(nowMs)}`
  return row
}

/** False when it has ended, or the others were faster. */
export async function useInvitation(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    update club_invitations set uses = uses + 1 where hash = ${hash} and ${isOpen(nowMs)} returning id`
  return rows.length > 0
}

interface Account {
  language: Language | null
  isVerified: boolean
}

export async function findAccount(
  sql: Sql,
  which: { id: string } | { email: string },
): Promise<Account | undefined> {
  const isIt = 'id' in which ? fragment`id = ${which.id}` : fragment`email = ${which.email}`
  const [row] = await sql<Account>`select language, email_verified as "isVerified" from users where ${isIt}`
  return row
}
