// Take-off sites: found by place, made once.
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'

export interface Takeoff {
  id: string
  name: string
  country: string
  latitude: number
  longitude: number
}

export interface NewTakeoff extends Takeoff {
  sourceId: string | null
}

const ROWS_PER_DEGREE = 100

export function rowOfLatitude(latitude: number): number {
  return Math.floor(latitude * ROWS_PER_DEGREE)
}

/** The sites in a box around a point; a stretch of longitudes that crosses the antimeridian is two. */
export async function listTakeoffsIn(
  sql: Sql,
  rows: { from: number; to: number },
  longitudes: { from: number; to: number },
  options: { isMadeByFlights?: boolean } = {},
): Promise<Takeoff[]> {
  return sql<Takeoff>`
    select id, name, country, latitude, longitude from takeoffs
    where latitude_row between ${rows.from} and ${rows.to}
      and longitude between ${longitudes.from} and ${longitudes.to}
      ${options.isMadeByFlights ? fragment`and source_id is null` : nothing}`
}

/** For a map: some of the sites in its view. */
export async function findTakeoffsIn(
  sql: Sql,
  view: { west: number; south: number; east: number; north: number },
  limit: number,
): Promise<{ id: string; name: string; lat: number; lng: number }[]> {
  return sql<{ id: string; name: string; lat: number; lng: number }>`
    select id, name, latitude as lat, longitude as lng from takeoffs
    where latitude_row between ${rowOfLatitude(view.south)} and ${rowOfLatitude(view.north)}
      and longitude between ${view.west} and ${view.east}
    order by id limit ${limit}`
}

/** Whoever holds it is the only one to make a take-off until the transaction ends. */
export async function lockTakeoffs(sql: Sql): Promise<void> {
  await sql`select id from takeoff_lock ${sql.forUpdate}`
}

export async function insertTakeoff(sql: Sql, nowMs: number, takeoff: NewTakeoff): Promise<void> {
  await sql`
    insert into takeoffs
      (id, name, country, latitude, longitude, latitude_row, source_id, created_at, updated_at)
    values
      (${takeoff.id}, ${takeoff.name}, ${takeoff.country}, ${takeoff.latitude}, ${takeoff.longitude},
       ${rowOfLatitude(takeoff.latitude)}, ${takeoff.sourceId}, ${nowMs}, ${nowMs})`
}

export async function findTakeoffBySource(sql: Sql, sourceId: string): Promise<Takeoff | undefined> {
  const [row] = await sql<Takeoff>`
    select id, name, country, latitude, longitude from takeoffs where source_id = ${sourceId}`
  return row
}

export async function updateTakeoff(
  sql: Sql,
  nowMs: number,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<void> {
  await sql`
    update takeoffs set ${newPlace(nowMs, takeoff)} where source_id = ${takeoff.sourceId}`
}

/** A take-off that a flight made becomes the one of a list. False when another has been faster. */
export async function adoptTakeoff(
  sql: Sql,
  nowMs: number,
  id: string,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<boolean> {
  const adopted = await sql`
    update takeoffs set source_id = ${takeoff.sourceId}, ${newPlace(nowMs, takeoff)}
    where id = ${id} and source_id is null returning id`
  return adopted.length > 0
}

function newPlace(nowMs: number, { name, country, latitude, longitude }: NewTakeoff): Fragment {
  return fragment`name = ${name}, country = ${country}, latitude = ${latitude}, longitude = ${longitude},
    latitude_row = ${rowOfLatitude(latitude)}, updated_at = ${nowMs}`
}
