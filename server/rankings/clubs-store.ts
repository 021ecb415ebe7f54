// Reads clubs: roles in them, and a pilot's main club by time.
import type { Sql } from '#server/platform/database/database.ts'

export type ClubRole = 'owner' | 'admin' | 'reviewer' | 'member'

export interface Stay {
  clubId: string
  since: number
  until: number | null
}

export function listMains(sql: Sql, userId: string): Promise<Stay[]> {
  return sql<Stay>`
    select club_id as "clubId", main_since as since, main_until as until from club_members
    where user_id = ${userId} and main_since is not null order by main_since`
}

/**
 * At noon of the day, UTC, or at the upload if that was earlier: stays are never written over, so a flight keeps its club
 * whatever is joined after the upload.
 */
export function toClub(
  stays: readonly Stay[],
  { date, uploadedAt }: { date: string; uploadedAt: number },
): string | null {
  const atMs = Math.min(Date.parse(`${date}T12:00:00.000Z`), uploadedAt)
  return (
    stays.findLast(({ since, until }) => since <= atMs && (until === null || until > atMs))?.clubId ?? null
  )
}

export async function findRole(sql: Sql, userId: string, clubId: string): Promise<ClubRole | undefined> {
  const [row] = await sql<{ role: ClubRole }>`
    select role from club_members where club_id = ${clubId} and user_id = ${userId} and state = 'member'`
  return row?.role
}

export async function isPublicClub(sql: Sql, clubId: string): Promise<boolean> {
  const rows = await sql`select id from clubs where id = ${clubId} and visible_to = 'public'`
  return rows.length > 0
}
