// The flights that a name is for, and the names that pilots suggest.
import { distanceKm } from '#igc/geodesy.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { NEARBY_M } from '../takeoffs/own-store.ts'

export interface LaunchedFlight {
  id: string
  takeoff_id: string
  takeoff_name: string
  country: string
  /** The service's name for a place that the pilot has named. */
  plain_name: string | null
  latitude: number
  longitude: number
}

export async function findLaunch(sql: Sql, ownerId: string, id: string): Promise<LaunchedFlight | undefined> {
  const [row] = await sql<LaunchedFlight>`
    select f.id, f.takeoff_id, t.name as takeoff_name, t.country, t.plain_name,
      coalesce(f.launch_latitude, t.latitude) as latitude, coalesce(f.launch_longitude, t.longitude) as longitude
    from flights f join takeoffs t on t.id = f.takeoff_id where f.owner_id = ${ownerId} and f.id = ${id}`
  return row
}

/** The pilot's places of this name within 500 m of a launch, which is not yet the name of all nearby. */
export async function listNamedAlone(
  sql: Sql,
  ownerId: string,
  { latitude, longitude }: LaunchedFlight,
  name: string,
): Promise<string[]> {
  const rows = await sql<{ id: string; latitude: number; longitude: number }>`
    select id, latitude, longitude from takeoffs
    where named_by = ${ownerId} and name = ${name} and reach_m < ${NEARBY_M}`
  return rows
    .filter((place) => 1000 * distanceKm(latitude, longitude, place.latitude, place.longitude) <= NEARBY_M)
    .map(({ id }) => id)
}

export const MAX_WAITING = 20

export interface Suggestion {
  /** The pilot's own place, which has the name. */
  id: string
  pilotId: string
  name: string
  country: string
  latitude: number
  longitude: number
  suggestedAt: number
}

/** In a transaction. Whether it waits now: not when too many do, or when it was dismissed. */
export async function suggest(
  sql: Sql,
  nowMs: number,
  { id, pilotId, latitude, longitude }: Pick<Suggestion, 'id' | 'pilotId' | 'latitude' | 'longitude'>,
): Promise<boolean> {
  const [place] = await sql<{ suggested_at: number | null; suggested_latitude: number | null }>`
    select suggested_at, suggested_latitude from takeoffs where id = ${id} and named_by = ${pilotId} ${sql.forUpdate}`
  if (!place) return false
  if (place.suggested_at !== null) return place.suggested_latitude !== null
  const waiting = fragment`takeoffs where named_by = ${pilotId} and suggested_latitude is not null`
  if ((await countRows(sql, waiting)) >= MAX_WAITING) return false
  await sql`
    update takeoffs set suggested_at = ${nowMs}, suggested_latitude = ${latitude}, suggested_longitude = ${longitude}
    where id = ${id}`
  return true
}

const columns = fragment`
  id, named_by as "pilotId", name, country, suggested_latitude as latitude, suggested_longitude as longitude,
  suggested_at as "suggestedAt"`

/** The longest waiting first. */
export function listWaiting(sql: Sql, limit: number): Promise<Suggestion[]> {
  return sql<Suggestion>`
    select ${columns} from takeoffs where suggested_latitude is not null order by suggested_at limit ${limit}`
}

export async function findWaiting(sql: Sql, id: string): Promise<Suggestion | undefined> {
  const [row] = await sql<Suggestion>`
    select ${columns} from takeoffs where id = ${id} and suggested_latitude is not null`
  return row
}

export async function dismiss(sql: Sql, id: string): Promise<void> {
  await sql`update takeoffs set suggested_latitude = null, suggested_longitude = null where id = ${id}`
}
