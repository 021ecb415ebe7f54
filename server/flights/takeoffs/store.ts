// Take-off sites: found by place, created once.
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'

export interface Takeoff {
  id: string
  name: string
  country: string
  latitude: number
  longitude: number
}

export interface NewTakeoff extends Takeoff {
  sourceId: string | null
  /** The pilot whose launch point it is; null for a site of a list. */
  madeBy: string | null
}

const ROWS_PER_DEGREE = 100

export function rowOfLatitude(latitude: number): number {
  return Math.floor(latitude * ROWS_PER_DEGREE)
}

/** The sites in a box around a point; a range of longitudes that crosses the antimeridian is two. */
export async function listTakeoffsIn(
  sql: Sql,
  rows: { from: number; to: number },
  longitudes: { from: number; to: number },
  condition: Fragment,
): Promise<Takeoff[]> {
  return sql<Takeoff>`
    select id, name, country, latitude, longitude from takeoffs
    where latitude_row between ${rows.from} and ${rows.to}
      and longitude between ${longitudes.from} and ${longitudes.to}
      and ${condition}`
}

export interface MapView {
  west: number
  south: number
  east: number
  north: number
}

export interface MappedTakeoff {
  id: string
  name: string
  lat: number
  lng: number
  /** 1 for a site of a list. */
  isListed: number
}

/**
 * For a map: some of the places in its view that the condition holds for. One that was created by flights is at the
 * centre of where its pilots first launched.
 */
export async function findTakeoffsIn(
  sql: Sql,
  view: MapView,
  condition: Fragment,
  limit: number,
): Promise<MappedTakeoff[]> {
  const centre = (column: Fragment) => fragment`
    case when source_id is not null then takeoffs.${column} else (
      select avg(coalesce(p.${column}, takeoffs.${column})) from takeoff_pilots p where p.takeoff_id = takeoffs.id) end`
  return sql<MappedTakeoff>`
    select id, name, ${centre(fragment`latitude`)} as lat, ${centre(fragment`longitude`)} as lng,
      case when source_id is not null then 1 else 0 end as "isListed"
    from takeoffs
    where latitude_row between ${rowOfLatitude(view.south)} and ${rowOfLatitude(view.north)}
      and longitude between ${view.west} and ${view.east} and ${condition}
    order by id limit ${limit}`
}

/** Only the transaction that holds the lock can create a take-off; it is released when the transaction ends. */
export async function lockTakeoffs(sql: Sql): Promise<void> {
  await sql`select id from takeoff_lock ${sql.forUpdate}`
}

export async function insertTakeoff(sql: Sql, nowMs: number, takeoff: NewTakeoff): Promise<void> {
  await sql`
    insert into takeoffs
      (id, name, country, latitude, longitude, latitude_row, source_id, made_by, created_at, updated_at)
    values
      (${takeoff.id}, ${takeoff.name}, ${takeoff.country}, ${takeoff.latitude}, ${takeoff.longitude},
       ${rowOfLatitude(takeoff.latitude)}, ${takeoff.sourceId}, ${takeoff.madeBy}, ${nowMs}, ${nowMs})`
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

/** A take-off created by a flight becomes that of a list. False when another import was faster. */
export async function adoptTakeoff(
  sql: Sql,
  nowMs: number,
  id: string,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<boolean> {
  const adopted = await sql`
    update takeoffs set source_id = ${takeoff.sourceId}, made_by = null, ${newPlace(nowMs, takeoff)}
    where id = ${id} and source_id is null returning id`
  return adopted.length > 0
}

function newPlace(nowMs: number, { name, country, latitude, longitude }: NewTakeoff): Fragment {
  return fragment`name = ${name}, country = ${country}, latitude = ${latitude}, longitude = ${longitude},
    latitude_row = ${rowOfLatitude(latitude)}, ${touchedAt(nowMs)}`
}

/** With each change, also of two in a millisecond: lists of flights that are known to be unchanged depend on it. */
export function touchedAt(nowMs: number): Fragment {
  return fragment`updated_at = case when updated_at >= ${nowMs} then updated_at + 1 else ${nowMs} end`
}

/**
 * Anyone who adds or removes a flight of a place holds the place first, then changes the rest: in one order, nobody
 * deadlocks. False when it is gone.
 */
export async function holdTakeoff(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select id from takeoffs where id = ${id} ${sql.forUpdate}`).length > 0
}

/** Erases a place created by flights when none is left; a site of a list stays. */
export async function eraseTakeoff(sql: Sql, id: string): Promise<void> {
  await sql`delete from takeoffs where id = ${id} and source_id is null and pilots <= 0`
}

export async function moveTakeoff(
  sql: Sql,
  nowMs: number,
  id: string,
  madeBy: string,
  { lat, lng }: { lat: number; lng: number },
): Promise<void> {
  await sql`
    update takeoffs set latitude = ${lat}, longitude = ${lng}, latitude_row = ${rowOfLatitude(lat)},
      made_by = ${madeBy}, ${touchedAt(nowMs)}
    where id = ${id} and source_id is null`
}
