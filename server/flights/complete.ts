// Completes flights that an earlier release has stored: before the update, or on another node since. Their launch point
// is read from the metadata, and one without a number gets the next. Then searches find it, and it may hold records.
import type { Sql } from '#server/platform/database/database.ts'
import { firstNumber, holdCounter } from './change-numbers.ts'
import { countedColumn } from './counts/days-store.ts'
import { readHeights } from './metadata.ts'
import type { Remarks } from './own/remarks.ts'
import { claimRecords, type Contender } from './records/records-store.ts'
import { writeSearchText } from './search/search-text.ts'

interface Incomplete {
  id: string
  owner_id: string
  metadata: string
  change_number: number
  latitude: number
  longitude: number
}

/** In a transaction; true when there may be more. */
export async function completeFlights(sql: Sql, limit = 200): Promise<boolean> {
  const rows = await sql<Incomplete>`
    select f.id, f.owner_id, f.metadata, f.change_number, t.latitude, t.longitude
    from flights f join takeoffs t on t.id = f.takeoff_id
    where f.launch_latitude is null order by f.owner_id, f.id limit ${limit}`
  for (const row of rows) {
    const { launch } = JSON.parse(row.metadata) as { launch?: { lat: number; lng: number } }
    const number = row.change_number === 0 ? (await firstNumber(sql, row.owner_id)).number : row.change_number
    await sql`
      update flights set launch_latitude = ${launch?.lat ?? row.latitude},
        launch_longitude = ${launch?.lng ?? row.longitude}, change_number = ${number}
      where id = ${row.id} and change_number = ${row.change_number}`
  }
  return rows.length === limit
}

/** Those that no search finds yet; as above. */
export async function completeSearchTexts(sql: Sql, limit = 200): Promise<boolean> {
  const rows = await sql<Remarks & { id: string; metadata: string }>`
    select id, title, notes, metadata from flights where search_text is null order by id limit ${limit} ${sql.forUpdate}`
  for (const row of rows)
    await sql`update flights set search_text = ${writeSearchText(row, row.metadata)} where id = ${row.id}`
  return rows.length === limit
}

/** Those that no record knows yet; as above. */
export async function completeRecords(sql: Sql, limit = 200): Promise<boolean> {
  const rows = await sql<{ id: string; owner_id: string }>`
    select id, owner_id from flights where highest_m is null order by owner_id, id limit ${limit}`
  for (const { id, owner_id: ownerId } of rows) {
    await holdCounter(sql, ownerId)
    const [flight] = await sql<Contender & { metadata: string; is_counted: number }>`
      select id, flight_date, distance_km, score, duration_seconds, metadata, ${countedColumn} from flights
      where id = ${id} and highest_m is null`
    if (!flight) continue
    const { altitude } = JSON.parse(flight.metadata) as { altitude?: object }
    const { highestM, bestClimbMs } = readHeights(altitude)
    await sql`
      update flights set highest_m = ${highestM}, best_climb_ms = ${bestClimbMs} where id = ${id}`
    if (flight.is_counted)
      await claimRecords(sql, ownerId, { ...flight, highest_m: highestM, best_climb_ms: bestClimbMs })
  }
  return rows.length === limit
}
