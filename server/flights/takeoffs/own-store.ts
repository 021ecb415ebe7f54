// Places that pilots have named, each for its pilot alone: no other flight finds them, as they are in no row of latitude.
import { distanceKm } from '#igc/geodesy.ts'
import { type Fragment, fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Change } from '../record/change.ts'
import { type Placed, type Takeoff, touchedAt } from './store.ts'

export const NEARBY_M = 500
const MAX_OWN_PLACES = 500
const NO_ROW = -1_000_000

/** A condition on takeoffs. */
export const isNamedBy = (pilotId: string): Fragment => fragment`named_by = ${pilotId}`

type Named = Placed & { reachM: number }
export const isOwn = (place: Placed): place is Named => place.reachM !== null

export interface OwnPlace extends Named {
  /** The service's name for it. */
  plainName: string
}

function listOwnPlaces(sql: Sql, pilotId: string): Promise<OwnPlace[]> {
  return sql<OwnPlace>`
    select id, name, country, latitude, longitude, reach_m as "reachM", plain_name as "plainName" from takeoffs
    where ${isNamedBy(pilotId)} order by id`
}

/** Where a flight begins, by a name that its pilot has given to all flights nearby. */
export function findOwnPlace(
  places: readonly Named[],
  latitude: number,
  longitude: number,
): Takeoff | undefined {
  return places
    .map((place) => ({
      place,
      metres: 1000 * distanceKm(latitude, longitude, place.latitude, place.longitude),
    }))
    .filter(({ place, metres }) => metres <= place.reachM)
    .sort((a, b) => a.metres - b.metres)[0]?.place
}

export type NewOwnPlace = Omit<OwnPlace, 'id'>

/** The one of this name nearby, or a new one, while the pilot's counter is held; undefined when the pilot has too many. */
export async function requireOwnPlace(
  { sql, nowMs, ownerId: pilotId }: Change,
  wanted: NewOwnPlace,
): Promise<string | undefined> {
  const places = await listOwnPlaces(sql, pilotId)
  const { name, country, latitude, longitude, reachM, plainName } = wanted
  const known = places.find(
    (place) =>
      place.name === name &&
      1000 * distanceKm(latitude, longitude, place.latitude, place.longitude) <= NEARBY_M,
  )
  if (known && known.reachM < reachM)
    await sql`
      update takeoffs set reach_m = ${reachM}, ${touchedAt(nowMs)} where id = ${known.id} and named_by = ${pilotId}`
  if (known) return known.id
  if (places.length >= MAX_OWN_PLACES) return undefined
  const id = createId(nowMs)
  await sql`
    insert into takeoffs
      (id, name, country, latitude, longitude, latitude_row, source_id, made_by, created_at, updated_at, named_by,
       reach_m, plain_name)
    values (${id}, ${name}, ${country}, ${latitude}, ${longitude}, ${NO_ROW}, ${null}, ${pilotId}, ${nowMs}, ${nowMs},
      ${pilotId}, ${reachM}, ${plainName})`
  return id
}

/** Whether a pilot has named it, and a launch is still there. */
export async function isNamedNear(
  sql: Sql,
  takeoffId: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<boolean> {
  const [place] = await sql<Pick<OwnPlace, 'latitude' | 'longitude'>>`
    select latitude, longitude from takeoffs where id = ${takeoffId} and named_by is not null`
  if (!place) return false
  return 1000 * distanceKm(latitude, longitude, place.latitude, place.longitude) <= NEARBY_M
}

/** Whether it is the pilot's, has no name but the service's, and the pilot has not been asked for one. */
export async function isUnnamed(sql: Sql, pilotId: string, takeoffId: string): Promise<boolean> {
  const rows = await sql`
    select id from takeoffs
    where id = ${takeoffId} and made_by = ${pilotId} and named_by is null and asked_at is null`
  return rows.length > 0
}

/** The pilot leaves the place of a flight its name, and is not asked again. */
export async function keepPlainName(
  sql: Sql,
  nowMs: number,
  pilotId: string,
  flightId: string,
): Promise<void> {
  await sql`
    update takeoffs set asked_at = ${nowMs}
    where id = (select takeoff_id from flights where owner_id = ${pilotId} and id = ${flightId})
      and made_by = ${pilotId} and named_by is null and asked_at is null`
}
