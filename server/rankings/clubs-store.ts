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
    select club_id as "clubId", since_at as since, until_at as until from club_mains
    where user_id = ${userId} order by since_at`
}

/** At noon of the day, UTC. Stays are never written over, so a day of the past keeps its club. */
export function toClub(stays: readonly Stay[], day: string): string | null {
  const atMs = Date.parse(`${day}T12:00:00.000Z`)
  return (
    stays.findLast(({ since, until }) => since <= atMs && (until === null || until > atMs))?.clubId ?? null
  )
}

export async function findRole(sql: Sql, userId: string, clubId: string): Promise<ClubRole | undefined> {
  const [row] = await sql<{ role: ClubRole }>`
    select role from club_members where club_id = ${clubId} and user_id = ${userId} and left_at is null`
  return row?.role
}

export async function isPublicClub(sql: Sql, clubId: string): Promise<boolean> {
  const rows = await sql`select id from clubs where id = ${clubId} and visible_to = 'public'`
  return rows.length > 0
}
