// Launch points are private. A place created by flights belongs to those who flew there: others see it once enough
// pilots have flown there, and it is erased with the last flight.
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { eraseTakeoff, holdTakeoff, moveTakeoff } from './store.ts'

const MIN_PILOTS_SHOWN = 3

/** A condition on takeoffs: a site of a list, or a place that enough pilots have flown from. */
export const isPublicPlace: Fragment = fragment`
  (takeoffs.source_id is not null or takeoffs.pilots >= ${MIN_PILOTS_SHOWN})`

/** A condition on takeoffs: public, or one of the pilot's own. */
export function isVisibleTo(pilotId: string): Fragment {
  return fragment`(takeoffs.source_id is not null or takeoffs.pilots >= ${MIN_PILOTS_SHOWN} or exists (
    select 1 from takeoff_pilots p where p.takeoff_id = takeoffs.id and p.user_id = ${pilotId}))`
}

/** For a flight beside its take-off: 1 when the place's coordinates are another pilot's launch point. */
export const isAnothersLaunch: Fragment = fragment`
  case when t.source_id is null and t.pilots < ${MIN_PILOTS_SHOWN} and t.made_by <> f.owner_id then 1 else 0 end`

/** From all places together. */
export async function countFlightsOf(sql: Sql, pilotId: string): Promise<number> {
  const [row] = await sql<{ flights: number }>`
    select coalesce(sum(flights), 0) as flights from takeoff_pilots where user_id = ${pilotId}`
  return row?.flights ?? 0
}

/** One more flight of the pilot from this place. */
export async function addFlightOf(sql: Sql, takeoffId: string, pilotId: string): Promise<void> {
  const [row] = await sql<{ flights: number }>`
    insert into takeoff_pilots (takeoff_id, user_id, flights) values (${takeoffId}, ${pilotId}, 1)
    on conflict (takeoff_id, user_id) do update set flights = takeoff_pilots.flights + 1
    returning flights`
  if (row?.flights === 1) await sql`update takeoffs set pilots = pilots + 1 where id = ${takeoffId}`
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
