// Where each pilot has flown, with the number of flights. A place that flights made belongs to the pilot who flew there, and
// goes with the last flight. Rows change with a flight, while the pilot's counter is held.
import type { Sql } from '#server/platform/database/database.ts'

export interface Place {
  id: string
  name: string
  country: string
}

export interface FlownPlace {
  name: string
  country: string
  lat: number
  lng: number
}

/** All places that the pilot has flown from, by their ids. */
export async function listPlacesOf(sql: Sql, pilotId: string): Promise<Map<string, Place>> {
  const rows = await sql<Place>`
    select t.id, t.name, t.country from takeoff_pilots p join takeoffs t on t.id = p.takeoff_id
    where p.user_id = ${pilotId}`
  return new Map(rows.map((place) => [place.id, place]))
}

/** Where they are, the most flown first. */
export function listFlownPlaces(sql: Sql, pilotId: string): Promise<FlownPlace[]> {
  return sql<FlownPlace>`
    select t.name, t.country, t.latitude as lat, t.longitude as lng
    from takeoff_pilots p join takeoffs t on t.id = p.takeoff_id
    where p.user_id = ${pilotId} order by p.flights desc, t.id`
}

/** From all places together. */
export async function countFlightsOf(sql: Sql, pilotId: string): Promise<number> {
  const [row] = await sql<{ flights: number }>`
    select coalesce(sum(flights), 0) as flights from takeoff_pilots where user_id = ${pilotId}`
  return row?.flights ?? 0
}

export async function addFlight(sql: Sql, takeoffId: string, pilotId: string): Promise<void> {
  await sql`
    insert into takeoff_pilots (takeoff_id, user_id, flights) values (${takeoffId}, ${pilotId}, 1)
    on conflict (takeoff_id, user_id) do update set flights = takeoff_pilots.flights + 1`
}

/** One flight fewer; with the pilot's last one the place forgets the pilot. */
export async function removeFlightOf(sql: Sql, takeoffId: string, pilotId: string): Promise<void> {
  const [row] = await sql<{ flights: number }>`
    update takeoff_pilots set flights = flights - 1
    where takeoff_id = ${takeoffId} and user_id = ${pilotId} returning flights`
  if (row && row.flights <= 0) await forgetPilotAt(sql, takeoffId, pilotId)
}

/** At every place, after all flights of the pilot were deleted. */
export async function forgetPilot(sql: Sql, pilotId: string): Promise<void> {
  const places = await sql<{ takeoff_id: string }>`
    select takeoff_id from takeoff_pilots where user_id = ${pilotId} order by takeoff_id`
  for (const { takeoff_id: takeoffId } of places) await forgetPilotAt(sql, takeoffId, pilotId)
}

async function forgetPilotAt(sql: Sql, takeoffId: string, pilotId: string): Promise<void> {
  await sql`delete from takeoff_pilots where takeoff_id = ${takeoffId} and user_id = ${pilotId}`
  await eraseUnused(sql, takeoffId)
}

/** Erases a place that flights made when none is left; a site of a list stays. */
export async function eraseUnused(sql: Sql, id: string): Promise<void> {
  await sql`
    delete from takeoffs where id = ${id} and source_id is null
      and not exists (select 1 from takeoff_pilots p where p.takeoff_id = takeoffs.id)`
}
