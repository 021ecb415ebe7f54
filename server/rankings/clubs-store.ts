// Reads clubs: who belongs to them, and who manages them.
import type { ClubRole } from '#contract/clubs/clubs.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'

/** Since when the user has been a member; undefined for one who is none. */
export async function findJoined(sql: Sql, userId: string, clubId: string): Promise<number | undefined> {
  const [row] = await sql<{ since: number }>`
    select since_at as since from club_members
    where user_id = ${userId} and club_id = ${clubId} and state = 'member'`
  return row?.since
}

export async function listRoles(
  sql: Sql,
  userId: string,
  clubIds: readonly string[],
): Promise<Map<string, ClubRole>> {
  const rows = await sql<{ clubId: string; role: ClubRole }>`
    select club_id as "clubId", role from club_members
    where user_id = ${userId} and state = 'member' and club_id in (${paddedList(clubIds)})`
  return new Map(rows.map(({ clubId, role }) => [clubId, role]))
}

export const findRole = async (sql: Sql, userId: string, clubId: string) =>
  (await listRoles(sql, userId, [clubId])).get(clubId)

/** Undefined for one that not everybody may know of. */
export async function findPublicClub(
  sql: Sql,
  clubId: string,
): Promise<{ name: string; description: string | null } | undefined> {
  const [club] = await sql<{ name: string; description: string | null }>`
    select name, description from clubs where id = ${clubId} and visible_to = 'public'`
  return club
}

export const isPublicClub = async (sql: Sql, clubId: string) =>
  (await findPublicClub(sql, clubId)) !== undefined

/** Of these, those that everyone may know of. */
export async function listPublicClubs(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: string }>`
    select id from clubs where id in (${paddedList(ids)}) and visible_to = 'public'`
  return new Set(rows.map(({ id }) => id))
}

/** Changes with every club that is shown or hidden. */
export async function findClubsVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: number | null }>`
    select max(updated_at) as version from clubs`
  return String(row?.version)
}

/** New seasons of a club wait for each other. */
export async function holdClub(sql: Sql, clubId: string): Promise<void> {
  await sql`select id from clubs where id = ${clubId} ${sql.forUpdate}`
}

export async function listClubManagers(sql: Sql, clubId: string): Promise<{ id: string }[]> {
  return sql<{ id: string }>`
    select user_id as id from club_members
    where club_id = ${clubId} and role in ('owner', 'admin') and state = 'member' and user_id is not null`
}

/** Conditions on a season `s` and on an entry `e`. */
export const isOfMember = (userId: string): Fragment => fragment`exists (
  select 1 from club_members m where m.club_id = s.club_id and m.user_id = ${userId} and m.state = 'member')`
export const isOfPublicClub = fragment`exists (
  select 1 from clubs c where c.id = s.club_id and c.visible_to = 'public')`
export const isMemberOf = (clubId: string, which: Fragment): Fragment => fragment`exists (
  select 1 from club_members m
  where m.club_id = ${clubId} and m.user_id = e.user_id and m.state = 'member' ${which})`
