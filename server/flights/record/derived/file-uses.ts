// How many flights and photos have a file that is outside the database: those that none has are swept (files/).
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'

/** In the transaction in which a flight or a photo gets it, which is undone when the file is not known. */
export async function countUse(sql: Sql, nowMs: number, hash: string): Promise<void> {
  const rows = await sql`
    update outside_files set flights = flights + 1, touched_at = ${nowMs} where hash = ${hash} returning hash`
  if (rows.length === 0) throw new Error(`the file ${hash} was swept before what it belongs to was stored`)
}

/** In the transaction in which a flight or a photo loses it; the row of the file is held: it is not moved meanwhile. */
export async function discountUse(sql: Sql, nowMs: number, hash: string): Promise<void> {
  await sql`update outside_files set flights = flights - 1, touched_at = ${nowMs} where hash = ${hash}`
}

/** Before all flights of an owner are deleted. In the order of hashes: two deletions do not wait for each other. */
export async function releaseAllFiles(sql: Sql, nowMs: number, ownerId: string): Promise<void> {
  const rows = await sql<{ hash: string }>`
    select f.hash from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} and s.is_outside = ${true} order by f.hash ${sql.forUpdate}`
  for (const { hash } of rows) await discountUse(sql, nowMs, hash)
  const photos = await sql<{ hash: string }>`
    select s.hash from photo_files s join flights f on f.id = s.flight_id
    where f.owner_id = ${ownerId} and s.is_outside = ${true} order by s.hash ${sql.forUpdate}`
  for (const { hash } of photos) await discountUse(sql, nowMs, hash)
}

/** Before these flights are deleted. */
export async function releasePhotosOf(sql: Sql, nowMs: number, flightIds: readonly string[]): Promise<void> {
  const photos = await sql<{ hash: string }>`
    select s.hash from photo_files s
    where s.flight_id in (${paddedList(flightIds)}) and s.is_outside = ${true} order by s.hash ${sql.forUpdate}`
  for (const { hash } of photos) await discountUse(sql, nowMs, hash)
}
