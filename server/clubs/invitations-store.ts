// Invitations: the link is stored as its hash.
import type { ClubInvitation } from '#contract/clubs/clubs.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
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
  id, email, max_uses as "maxUses", uses, expires_at as "expiresAt", since_at as "createdAt"`
const isOpen = (nowMs: number) => fragment`expires_at > ${nowMs} and uses < max_uses`

const toInvitation = ({ expiresAt, createdAt, ...row }: Row): ClubInvitation => ({
  ...row,
  endsAt: new Date(expiresAt).toISOString(),
  dateCreated: new Date(createdAt).toISOString(),
})

interface NewInvitation extends Pick<ClubInvitation, 'email' | 'maxUses'> {
  readonly clubId: string
  readonly hash: string
  readonly createdBy: string
  readonly expiresAt: number
}

export async function insertInvitation(
  sql: Sql,
  nowMs: number,
  { clubId, hash, email, createdBy, expiresAt, maxUses }: NewInvitation,
): Promise<ClubInvitation> {
  const [row] = await sql<Row>`
    insert into club_members
      (id, club_id, state, role, shown_as, is_listed, since_at, approved_by, hash, email, expires_at, max_uses, uses)
    values (${createId(nowMs)}, ${clubId}, 'invited', 'member', 'initial', ${false}, ${nowMs}, ${createdBy}, ${hash},
      ${email}, ${expiresAt}, ${maxUses}, 0)
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
    select ${columns} from club_members
    where club_id = ${clubId} and state = 'invited' and expires_at > ${nowMs} and max_uses > 0 ${isLater}
    order by id limit ${limit}`
  return rows.map(toInvitation)
}

export function countOpen(sql: Sql, clubId: string, nowMs: number): Promise<number> {
  return countRows(
    sql,
    fragment`club_members where club_id = ${clubId} and state = 'invited' and ${isOpen(nowMs)}`,
  )
}

/** Emails of one account, for all its clubs, or of one club. */
export function countSent(sql: Sql, by: { userId: string } | { clubId: string }, sinceMs: number) {
  const whose =
    'userId' in by
      ? fragment`approved_by = ${by.userId}`
      : fragment`club_id = ${by.clubId} and state = 'invited'`
  return countRows(sql, fragment`club_members where ${whose} and since_at > ${sinceMs} and email is not null`)
}

interface SentInvitation {
  readonly email: string
  readonly clubId: string
  readonly sentAt: number
}

/** Of all clubs: addresses are counted by one node at a time. */
export async function listSent(
  sql: Sql,
  addresses: readonly string[],
  sinceMs: number,
): Promise<SentInvitation[]> {
  await sql`select name from installation ${sql.forUpdate}`
  return sql<SentInvitation>`
    select email, club_id as "clubId", since_at as "sentAt" from club_members
    where email in (${paddedList(addresses)}) and since_at > ${sinceMs}`
}

/** The row stays until its time is over: what was sent within a day is counted by it. */
export async function endInvitation(sql: Sql, clubId: string, id: string): Promise<boolean> {
  const rows = await sql`
    update club_members set max_uses = 0
    where club_id = ${clubId} and id = ${id} and state = 'invited' and max_uses > 0 returning id`
  return rows.length > 0
}

/** Of one maker, all that were made from then on. */
export async function endInvitationsOf(
  sql: Sql,
  { clubId, userId, from = 0 }: { clubId: string; userId: string; from?: number },
): Promise<void> {
  await sql`
    update club_members set max_uses = 0
    where club_id = ${clubId} and state = 'invited' and approved_by = ${userId} and since_at >= ${from}`
}

export interface OpenInvitation {
  clubId: string
  createdBy: string | null
  expiresAt: number
}

export async function findOpen(sql: Sql, nowMs: number, hash: string): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation>`
    select club_id as "clubId", approved_by as "createdBy", expires_at as "expiresAt" from club_members
    where hash = ${hash} and ${isOpen(nowMs)}`
  return row
}

/** False when it has ended, or the others were faster. */
export async function useInvitation(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    update club_members set uses = uses + 1 where hash = ${hash} and ${isOpen(nowMs)} returning id`
  return rows.length > 0
}

/** By the email that an owner has sent to this pilot's own address after the removal. */
export async function isInvitedBack(sql: Sql, userId: string, hash: string): Promise<boolean> {
  const rows = await sql`
    select i.id from club_members i join users u on u.email = i.email
    join club_members o on o.club_id = i.club_id and o.user_id = i.approved_by and o.state = 'member' and o.role = 'owner'
    join club_members r on r.club_id = i.club_id and r.user_id = u.id and r.state = 'removed' and r.since_at < i.since_at
    where i.hash = ${hash} and u.id = ${userId}`
  return rows.length > 0
}

interface Account {
  email: string
  language: Language | null
  isVerified: boolean
}

export async function findAccount(
  sql: Sql,
  which: { id: string } | { email: string },
): Promise<Account | undefined> {
  const isIt = 'id' in which ? fragment`id = ${which.id}` : fragment`email = ${which.email}`
  const [row] =
    await sql<Account>`select email, language, email_verified as "isVerified" from users where ${isIt}`
  return row
}
