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
  takeoff_id: string
  user_id: string
  name: string
  country: string
  latitude: number
  longitude: number
  created_at: number
}

/** In a transaction that holds the place. Whether it waits now: not when too many do, or when it was dismissed. */
export async function suggest(sql: Sql, suggestion: Suggestion): Promise<boolean> {
  const { takeoff_id: takeoffId, user_id: userId } = suggestion
  const [known] = await sql<{ dismissed_at: number | null }>`
    select dismissed_at from takeoff_suggestions where takeoff_id = ${takeoffId}`
  if (known) return known.dismissed_at === null
  const waiting = fragment`takeoff_suggestions where user_id = ${userId} and dismissed_at is null`
  if ((await countRows(sql, waiting)) >= MAX_WAITING) return false
  await sql`
    insert into takeoff_suggestions (takeoff_id, user_id, name, country, latitude, longitude, created_at)
    values (${takeoffId}, ${userId}, ${suggestion.name}, ${suggestion.country}, ${suggestion.latitude},
      ${suggestion.longitude}, ${suggestion.created_at})`
  return true
}

/** The longest waiting first. */
export function listWaiting(sql: Sql, limit: number): Promise<Suggestion[]> {
  return sql<Suggestion>`
    select takeoff_id, user_id, name, country, latitude, longitude, created_at from takeoff_suggestions
    where dismissed_at is null order by created_at limit ${limit}`
}

export async function findWaiting(sql: Sql, takeoffId: string): Promise<Suggestion | undefined> {
  const [row] = await sql<Suggestion>`
    select takeoff_id, user_id, name, country, latitude, longitude, created_at from takeoff_suggestions
    where takeoff_id = ${takeoffId} and dismissed_at is null`
  return row
}

export async function dismiss(sql: Sql, nowMs: number, takeoffId: string): Promise<boolean> {
  const rows = await sql`
    update takeoff_suggestions set dismissed_at = ${nowMs}
    where takeoff_id = ${takeoffId} and dismissed_at is null returning takeoff_id`
  return rows.length > 0
}
