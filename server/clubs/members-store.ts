// Stays in clubs, main clubs, and requests to join.
import type { ClubMember, ClubRequest, ClubRole } from '#contract/clubs/clubs.ts'
import { type Named, showName, type ShownAs } from '#server/access/names/shown-name.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Page, SeenClub } from './store.ts'

/** How the pilot is shown in the club. */
export interface Choices {
  readonly shownAs: ShownAs
  readonly isListed: boolean
}

interface PilotOfClub {
  readonly userId: string
  readonly clubId: string
}

/** Columns of those who belong to a club or ask to, with what their names are made of. */
const named = fragment`m.id, m.shown_as as "shownAs", u.name, s.handle`
const names = fragment`
  left join users u on u.id = m.user_id left join sharing_settings s on s.user_id = m.user_id`
const pageOf = ({ after, limit }: Page) =>
  fragment`${after === undefined ? nothing : fragment`and m.id > ${after}`} order by m.id limit ${limit}`

/** In the order in which they joined; to users outside the club, those who are listed. */
export async function listMembers(sql: Sql, { club, memberId }: SeenClub, page: Page): Promise<ClubMember[]> {
  const isShown = memberId === undefined ? fragment`and m.is_listed = ${true}` : nothing
  const rows = await sql<Named & { id: string; role: ClubRole; joinedAt: number }>`
    select ${named}, m.role, m.joined_at as "joinedAt" from club_members m ${names}
    where m.club_id = ${club.id} and m.left_at is null ${isShown} ${pageOf(page)}`
  return rows.map((row) => ({
    id: row.id,
    name: showName(row),
    role: row.role,
    since: new Date(row.joinedAt).toISOString(),
    isYou: row.id === memberId,
  }))
}

export interface Stay extends PilotOfClub {
  readonly id: string
  readonly role: ClubRole
  readonly clubName: string
}

/** Those that last. */
export function listStays(sql: Sql, which: Fragment): Promise<Stay[]> {
  return sql<Stay>`
    select m.id, m.user_id as "userId", m.club_id as "clubId", m.role, c.name as "clubName"
    from club_members m join clubs c on c.id = m.club_id where m.left_at is null and ${which}`
}

export function countStays(sql: Sql, which: Fragment): Promise<number> {
  return countRows(sql, fragment`club_members where left_at is null and ${which}`)
}

interface NewStay extends Choices, PilotOfClub {
  readonly role: ClubRole
  readonly approvedBy: string | null
}

/** The first club of a pilot is the main one. Throws a unique violation where the stay lasts already. */
export async function beginStay(sql: Sql, nowMs: number, stay: NewStay): Promise<void> {
  await sql`
    insert into club_members (id, club_id, user_id, role, shown_as, is_listed, joined_at, approved_by)
    values (${createId(nowMs)}, ${stay.clubId}, ${stay.userId}, ${stay.role}, ${stay.shownAs}, ${stay.isListed},
      ${nowMs}, ${stay.approvedBy})`
  await deleteRequest(sql, stay)
  await beginMain(sql, nowMs, stay)
}

export async function endStay(sql: Sql, nowMs: number, stay: PilotOfClub): Promise<void> {
  const { userId, clubId } = stay
  await sql`
    update club_members set left_at = ${nowMs}
    where club_id = ${clubId} and user_id = ${userId} and left_at is null`
  await endMain(sql, nowMs, userId, fragment`and club_id = ${clubId}`)
}

/** Unless there is one. */
export async function beginMain(sql: Sql, nowMs: number, { userId, clubId }: PilotOfClub): Promise<void> {
  await sql`
    insert into club_mains (id, user_id, club_id, since_at)
    values (${createId(nowMs)}, ${userId}, ${clubId}, ${nowMs}) on conflict do nothing`
}

export async function endMain(sql: Sql, nowMs: number, userId: string, which = nothing): Promise<void> {
  await sql`
    update club_mains set until_at = ${nowMs} where user_id = ${userId} and until_at is null ${which}`
}

export async function setRole(sql: Sql, id: string, role: ClubRole): Promise<void> {
  await sql`update club_members set role = ${role} where id = ${id}`
}

export async function setChoices(sql: Sql, id: string, { shownAs, isListed }: Choices): Promise<void> {
  await sql`update club_members set shown_as = ${shownAs}, is_listed = ${isListed} where id = ${id}`
}

/** Unless there is one already. */
export async function insertRequest(sql: Sql, nowMs: number, asked: Choices & PilotOfClub): Promise<void> {
  await sql`
    insert into club_requests (id, club_id, user_id, shown_as, is_listed, created_at)
    values (${createId(nowMs)}, ${asked.clubId}, ${asked.userId}, ${asked.shownAs}, ${asked.isListed}, ${nowMs})
    on conflict do nothing`
}

export async function listRequests(sql: Sql, clubId: string, page: Page): Promise<ClubRequest[]> {
  const rows = await sql<Named & { id: string; createdAt: number }>`
    select ${named}, m.created_at as "createdAt" from club_requests m ${names}
    where m.club_id = ${clubId} ${pageOf(page)}`
  return rows.map((row) => ({
    id: row.id,
    name: showName(row),
    dateCreated: new Date(row.createdAt).toISOString(),
  }))
}

export async function findRequest(
  sql: Sql,
  clubId: string,
  id: string,
): Promise<(Choices & { userId: string }) | undefined> {
  const [row] = await sql<Choices & { userId: string }>`
    select user_id as "userId", shown_as as "shownAs", is_listed as "isListed" from club_requests
    where club_id = ${clubId} and id = ${id}`
  return row
}

export async function deleteRequest(sql: Sql, { clubId, userId }: PilotOfClub): Promise<boolean> {
  const rows = await sql`
    delete from club_requests where club_id = ${clubId} and user_id = ${userId} returning id`
  return rows.length > 0
}
