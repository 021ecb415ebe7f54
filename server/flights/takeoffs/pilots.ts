// Launch points are private. A place created by flights belongs to those who flew there: those who did not
// create it see it under an id and at a launch point of their own. Others see it once enough established pilots have flown there, at the rounded
// centre of their launch points; and it is erased with the last flight.
import { createHash } from 'node:crypto'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'
import {
  eraseTakeoff,
  findTakeoffsIn,
  holdTakeoff,
  type MappedTakeoff,
  type MapView,
  moveTakeoff,
} from './store.ts'

const MIN_PILOTS_SHOWN = 3
const ESTABLISHED_AFTER_MS = 30 * DAY_MS
/** Public places are shown to 0.005 degrees, half a kilometre. */
const STEPS_PER_DEGREE = 200

/**
 * Fresh accounts do not make a place public, or two of them would reveal a third pilot's launch point: only pilots whose
 * email is confirmed, who have been here for 30 days and have flown elsewhere too.
 */
const isEstablished = (nowMs: number): Fragment => fragment`
  u.email_verified = ${true} and u.created_at <= ${nowMs - ESTABLISHED_AFTER_MS} and exists (
    select 1 from takeoff_pilots q where q.user_id = p.user_id and q.takeoff_id <> p.takeoff_id)`

/** A condition on takeoffs: a site of a list, or a place that enough pilots have flown from. */
function isPublic(nowMs: number): Fragment {
  return fragment`(takeoffs.source_id is not null or (takeoffs.pilots >= ${MIN_PILOTS_SHOWN} and ${MIN_PILOTS_SHOWN} <= (
    select count(*) from takeoff_pilots p join users u on u.id = p.user_id
    where p.takeoff_id = takeoffs.id and ${isEstablished(nowMs)})))`
}

/** A condition on takeoffs: a site of a list, or one of the pilot's own. */
export function isListedOrOf(pilotId: string): Fragment {
  return fragment`(takeoffs.source_id is not null or exists (
    select 1 from takeoff_pilots p where p.takeoff_id = takeoffs.id and p.user_id = ${pilotId}))`
}

/** For a flight beside its take-off: 1 when the place was created by another pilot's flight. */
export const isAnothersPlace: Fragment = fragment`
  case when t.source_id is null and t.made_by <> f.owner_id then 1 else 0 end`

/** The id under which a pilot sees a place that another has created: nobody else's, and it does not tell its age. */
export function toOwnPlaceId(takeoffId: string, pilotId: string): string {
  return createHash('sha256').update(`${takeoffId}:${pilotId}`).digest('hex').slice(0, 24)
}

export interface Place {
  id: string
  name: string
  country: string
}

/** All places that the pilot has flown from: the id of the row, and the place as the pilot sees it. */
export async function listPlacesOf(sql: Sql, pilotId: string): Promise<Map<string, Place>> {
  const rows = await sql<Place & { is_anothers: number }>`
    select t.id, t.name, t.country,
      case when t.source_id is null and t.made_by <> ${pilotId} then 1 else 0 end as is_anothers
    from takeoff_pilots p join takeoffs t on t.id = p.takeoff_id
    where p.user_id = ${pilotId}`
  return new Map(
    rows.map(({ id, name, country, is_anothers: isAnothers }) => [
      id,
      { id: isAnothers ? toOwnPlaceId(id, pilotId) : id, name, country },
    ]),
  )
}

/** The take-off that a pilot names by the id that was shown; undefined when none of the pilot's flights began there. */
export async function findPlaceOf(sql: Sql, pilotId: string, shownId: string): Promise<string | undefined> {
  for (const [id, place] of await listPlacesOf(sql, pilotId)) if (place.id === shownId) return id
  return undefined
}

/** How far from its first launch point a place may be shown, in degrees; generous, also for longitudes in the far north. */
const SHOWN_WITHIN = { latitude: 0.02, longitude: 0.1 }

/**
 * For a map that everybody sees. Whether a place is in the view is decided by where it is shown: with its first launch
 * point one could narrow the view down to that.
 */
export async function listPublicPlaces(sql: Sql, nowMs: number, view: MapView, limit: number) {
  const around = {
    west: view.west - SHOWN_WITHIN.longitude,
    east: view.east + SHOWN_WITHIN.longitude,
    south: view.south - SHOWN_WITHIN.latitude,
    north: view.north + SHOWN_WITHIN.latitude,
  }
  const places = await findTakeoffsIn(sql, around, isPublic(nowMs), 4 * limit)
  return places.map(toShown).filter(isIn(view)).slice(0, limit)
}

function toShown({ isListed, ...place }: MappedTakeoff): Omit<MappedTakeoff, 'isListed'> {
  if (isListed) return place
  return { ...place, id: toOwnPlaceId(place.id, ''), lat: round(place.lat), lng: round(place.lng) }
}

const isIn =
  ({ west, east, south, north }: MapView) =>
  ({ lat, lng }: { lat: number; lng: number }): boolean =>
    lat >= south && lat <= north && lng >= west && lng <= east

const round = (degrees: number): number => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE

/** From all places together. */
export async function countFlightsOf(sql: Sql, pilotId: string): Promise<number> {
  const [row] = await sql<{ flights: number }>`
    select coalesce(sum(flights), 0) as flights from takeoff_pilots where user_id = ${pilotId}`
  return row?.flights ?? 0
}

/** One more flight of its pilot from its place. */
export async function addFlight(sql: Sql, flightId: string): Promise<void> {
  const [row] = await sql<{ takeoff_id: string; flights: number }>`
    insert into takeoff_pilots (takeoff_id, user_id, flights, latitude, longitude)
    select takeoff_id, owner_id, 1, launch_latitude, launch_longitude from flights where id = ${flightId}
    on conflict (takeoff_id, user_id) do update set flights = takeoff_pilots.flights + 1
    returning takeoff_id, flights`
  if (row?.flights === 1) await sql`update takeoffs set pilots = pilots + 1 where id = ${row.takeoff_id}`
}

/** One flight fewer; with the pilot's last one the place forgets the pilot, and with the last of all it is erased. */
export async function removeFlightOf(
  sql: Sql,
  nowMs: number,
  takeoffId: string,
  pilotId: string,
): Promise<void> {
  const [row] = await sql<{ flights: number }>`
    update takeoff_pilots set flights = flights - 1
    where takeoff_id = ${takeoffId} and user_id = ${pilotId} returning flights`
  if (row && row.flights <= 0) await forgetPilotAt(sql, nowMs, takeoffId, pilotId)
}

/** At every place, after all flights of the pilot were deleted. In a fixed order, so that two of them cannot deadlock. */
export async function forgetPilot(sql: Sql, nowMs: number, pilotId: string): Promise<void> {
  const places = await sql<{ takeoff_id: string }>`
    select takeoff_id from takeoff_pilots where user_id = ${pilotId} order by takeoff_id`
  for (const { takeoff_id: takeoffId } of places) await forgetPilotAt(sql, nowMs, takeoffId, pilotId)
}

async function forgetPilotAt(sql: Sql, nowMs: number, takeoffId: string, pilotId: string): Promise<void> {
  await sql`delete from takeoff_pilots where takeoff_id = ${takeoffId} and user_id = ${pilotId}`
  const [place] = await sql<{ pilots: number; made_by: string | null }>`
    update takeoffs set pilots = pilots - 1 where id = ${takeoffId} returning pilots, made_by`
  if (!place) return
  if (place.pilots <= 0) await eraseTakeoff(sql, takeoffId)
  else if (place.made_by === pilotId) await moveToAnother(sql, nowMs, takeoffId)
}

/** The place moves from the launch point of a pilot who has left to that of one who remains. */
async function moveToAnother(sql: Sql, nowMs: number, takeoffId: string): Promise<void> {
  const [flight] = await sql<{ owner_id: string; metadata: string }>`
    select owner_id, metadata from flights where takeoff_id = ${takeoffId} order by id limit 1`
  if (flight) await moveTakeoff(sql, nowMs, takeoffId, flight.owner_id, readLaunch(flight.metadata))
}

/** Where the flight itself began. */
export function readLaunch(metadata: string): { lat: number; lng: number } {
  const { launch } = JSON.parse(metadata) as { launch: { lat: number; lng: number } }
  return { lat: launch.lat, lng: launch.lng }
}

/** All places of a pilot, in one order. */
export async function holdPlacesOf(sql: Sql, pilotId: string): Promise<void> {
  const places = await sql<{ takeoff_id: string }>`
    select takeoff_id from takeoff_pilots where user_id = ${pilotId} order by takeoff_id`
  for (const { takeoff_id: takeoffId } of places) await holdTakeoff(sql, takeoffId)
}
