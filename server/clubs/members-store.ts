// Stays in clubs, main clubs, and requests to join.
import type { ClubMember, ClubRequest, ClubRole } from '#contract/clubs/clubs.ts'
import { type Named, showName, type ShownAs } from '#server/access/names/shown-name.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export interface Choices {
  readonly shownAs: ShownAs
  readonly isListed: boolean
}

const chosen = fragment`
  left join users u on u.id = m.user_id left join sharing_settings s on s.user_id = m.user_id`
const following = (after: string | undefined) =>
  after === undefined ? nothing : fragment`and m.id > ${after}`

interface Page {
  readonly after?: string | undefined
  readonly limit: number
}

/** In the order in which they joined. */
export async function listMembers(
  sql: Sql,
  userId: string,
  clubId: string,
  { after, limit, isForAll }: Page & { isForAll: boolean },
): Promise<ClubMember[]> {
  const isShown = isForAll ? fragment`and m.is_listed = ${true}` : nothing
  const rows = await sql<Named & { id: string; role: ClubRole; joinedAt: number; isYou: boolean | number }>`
    select m.id, m.role, m.joined_at as "joinedAt", m.shown_as as "shownAs", u.name, s.handle,
      m.user_id = ${userId} as "isYou"
    from club_members m ${chosen}
    where m.club_id = ${clubId} and m.left_at is null ${isShown} ${following(after)}
    order by m.id limit ${limit}`
  return rows.map((row) => ({
    id: row.id,
    name: showName(row),
    role: row.role,
    since: new Date(row.joinedAt).toISOString(),
    isYou: Boolean(row.isYou),
  }))
}

export interface Stay {
  id: string
  userId: string
  role: ClubRole
}

export async function findStay(sql: Sql, clubId: string, id: string): Promise<Stay | undefined> {
  const [row] = await sql<Stay>`
    select id, user_id as "userId", role from club_members
    where club_id = ${clubId} and id = ${id} and left_at is null`
  return row
}

export async function countStays(
  sql: Sql,
  which: { clubId: string; role?: ClubRole } | { userId: string },
): Promise<number> {
  const of =
    'userId' in which
      ? fragment`user_id = ${which.userId}`
      : fragment`club_id = ${which.clubId} ${which.role === undefined ? nothing : fragment`and role = ${which.role}`}`
  const [row] = await sql<{ stays: number }>`
    select count(*) as stays from club_members where ${of} and left_at is null`
  return row?.stays ?? 0
}

interface NewStay extends Choices {
  readonly clubId: string
  readonly userId: string
  readonly role: ClubRole
  readonly approvedBy: string | null
}

/** The first club of a pilot is the main one. Throws a unique violation where the stay lasts already. */
export async function beginStay(sql: Sql, nowMs: number, stay: NewStay): Promise<void> {
  await sql`
    insert into club_members (id, club_id, user_id, role, shown_as, is_listed, joined_at, approved_by)
    values (${createId(nowMs)}, ${stay.clubId}, ${stay.userId}, ${stay.role}, ${stay.shownAs}, ${stay.isListed},
      ${nowMs}, ${stay.approvedBy})`
  await sql`delete from club_requests where club_id = ${stay.clubId} and user_id = ${stay.userId}`
  await beginMain(sql, nowMs, stay)
}

export async function endStay(
  sql: Sql,
  nowMs: number,
  { id, userId, clubId }: { id: string; userId: string; clubId: string },
): Promise<void> {
  await sql`update club_members set left_at = ${nowMs} where id = ${id} and left_at is null`
  await endMain(sql, nowMs, userId, clubId)
}

/** Unless there is one. */
export async function beginMain(
  sql: Sql,
  nowMs: number,
  { userId, clubId }: { userId: string; clubId: string },
): Promise<void> {
  await sql`
    insert into club_mains (id, user_id, club_id, since_at)
    values (${createId(nowMs)}, ${userId}, ${clubId}, ${nowMs}) on conflict do nothing`
}

/** Of this club, or whichever it is. */
export async function endMain(sql: Sql, nowMs: number, userId: string, clubId?: string): Promise<void> {
  const ofClub = clubId === undefined ? nothing : fragment`and club_id = ${clubId}`
  await sql`
    update club_mains set until_at = ${nowMs} where user_id = ${userId} and until_at is null ${ofClub}`
}

export async function setRole(sql: Sql, id: string, role: ClubRole): Promise<void> {
  await sql`update club_members set role = ${role} where id = ${id}`
}

export async function setChoices(sql: Sql, id: string, { shownAs, isListed }: Choices): Promise<void> {
  await sql`update club_members set shown_as = ${shownAs}, is_listed = ${isListed} where id = ${id}`
}

export interface HeldStay extends Stay {
  clubId: string
  name: string
}

/** In the order of their clubs, for those who hold one after the other. */
export async function listStays(sql: Sql, userId: string): Promise<HeldStay[]> {
  return sql<HeldStay>`
    select m.id, m.user_id as "userId", m.role, m.club_id as "clubId", c.name
    from club_members m join clubs c on c.id = m.club_id
    where m.user_id = ${userId} and m.left_at is null order by m.club_id`
}

/** The admin who has been a member for the longest. */
export async function findHeir(sql: Sql, clubId: string): Promise<Stay | undefined> {
  const [row] = await sql<Stay>`
    select id, user_id as "userId", role from club_members
    where club_id = ${clubId} and role = 'admin' and left_at is null order by joined_at, id limit 1`
  return row
}

/** False when there is one already. */
export async function insertRequest(
  sql: Sql,
  nowMs: number,
  { clubId, userId, shownAs, isListed }: Choices & { clubId: string; userId: string },
): Promise<boolean> {
  const rows = await sql`
    insert into club_requests (id, club_id, user_id, shown_as, is_listed, created_at)
    values (${createId(nowMs)}, ${clubId}, ${userId}, ${shownAs}, ${isListed}, ${nowMs})
    on conflict do nothing returning id`
  return rows.length > 0
}

export async function countRequests(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ requests: number }>`
    select count(*) as requests from club_requests where user_id = ${userId}`
  return row?.requests ?? 0
}

export async function listRequests(sql: Sql, clubId: string, { after, limit }: Page): Promise<ClubRequest[]> {
  const rows = await sql<Named & { id: string; createdAt: number }>`
    select m.id, m.created_at as "createdAt", m.shown_as as "shownAs", u.name, s.handle
    from club_requests m ${chosen}
    where m.club_id = ${clubId} ${following(after)} order by m.id limit ${limit}`
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

export async function deleteRequest(sql: Sql, clubId: string, userId: string): Promise<boolean> {
  const rows = await sql`
    delete from club_requests where club_id = ${clubId} and user_id = ${userId} returning id`
  return rows.length > 0
}

/** The main club at a time, for what is counted for a club by date. */
export async function findMainClub(sql: Sql, userId: string, atMs: number): Promise<string | undefined> {
  const [row] = await sql<{ clubId: string }>`
    select club_id as "clubId" from club_mains
    where user_id = ${userId} and since_at <= ${atMs} and (until_at is null or until_at > ${atMs})
    order by since_at desc limit 1`
  return row?.clubId
}
