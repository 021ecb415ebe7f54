// How many bytes the files of a pilot have: of flights as they were uploaded, of photos in their large size, and what is
// remembered of the files of watched folders. Kept with the pilot's last number, whose lock every change holds: a figure that is
// not as of that number is no longer right, and is counted again.
import { type Database, fragment, type Sql } from '#server/platform/database/database.ts'

/** In the transaction of a change, after the flight's row and its file's. */
export async function addStoredBytes(sql: Sql, ownerId: string, bytes: number): Promise<void> {
  const rows = await sql`
    update flight_counters set stored_bytes = stored_bytes + ${bytes}
    where owner_id = ${ownerId} and stored_as_of = last_change returning owner_id`
  if (rows.length === 0) await recountBytes(sql, ownerId)
}

/** In the transaction of a change, where the figure is right. */
export async function findStoredBytes(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql<{ bytes: number }>`
    select stored_bytes as bytes from flight_counters where owner_id = ${ownerId}`
  return row?.bytes ?? 0
}

export async function readStoredBytes(db: Database, ownerId: string): Promise<number> {
  const [row] = await db.sql<{ bytes: number | null }>`
    select case when stored_as_of = last_change then stored_bytes end as bytes
    from flight_counters where owner_id = ${ownerId}`
  if (row?.bytes !== null) return row?.bytes ?? 0
  return db.transaction(async (sql) => {
    // First the lock, then a separate statement: one that has waited for a lock sees the rows as they were before.
    await sql`select owner_id from flight_counters where owner_id = ${ownerId} ${sql.forUpdate}`
    return recountBytes(sql, ownerId)
  })
}

/** What a file of a watched folder counts as, to be known again. */
const SOURCE_FILE_BYTES = 1000

/** The bytes of an owner's files, added up. */
export const addUpBytes = (ownerId: string) => fragment`(
      select coalesce(sum(s.byte_length), 0) from flights f join flight_files s on s.flight_id = f.id
      where f.owner_id = ${ownerId}) + (
      select coalesce(sum(s.byte_length), 0) from flights f join photo_files s on s.flight_id = f.id
      where f.owner_id = ${ownerId}) + ${SOURCE_FILE_BYTES} * (
      select count(*) from source_files s join destinations d on d.id = s.destination_id
      where d.user_id = ${ownerId})`

/** While the counter is held. */
export async function recountBytes(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql<{ bytes: number }>`
    update flight_counters set stored_as_of = last_change, stored_bytes = ${addUpBytes(ownerId)}
    where owner_id = ${ownerId} returning stored_bytes as bytes`
  return row?.bytes ?? 0
}
