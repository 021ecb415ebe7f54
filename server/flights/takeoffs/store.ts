// Take-offs: sites of lists, and places of one pilot each.
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'

export interface Takeoff {
  id: string
  name: string
  country: string
  latitude: number
  longitude: number
}

export interface NewTakeoff extends Takeoff {
  sourceId: string | null
  /** The pilot whose place it is; null for a site of a list. */
  madeBy: string | null
}

const ROWS_PER_DEGREE = 100

export function rowOfLatitude(latitude: number): number {
  return Math.floor(latitude * ROWS_PER_DEGREE)
}

interface Range {
  from: number
  to: number
}

export interface Box {
  rows: Range
  longitudes: Range
}

export interface Placed extends Takeoff {
  /** Where a pilot has named it: how far around it the name holds, in metres. */
  reachM: number | null
}

/** Those in boxes for which the condition holds, and others besides. Boxes around the antimeridian are two. */
export function listTakeoffsIn(
  sql: Sql,
  boxes: readonly Box[],
  condition: Fragment,
  others?: Fragment,
): Promise<Placed[]> {
  const inBoxes = boxes.map(
    ({ rows, longitudes }) => fragment`latitude_row between ${rows.from} and ${rows.to}
      and longitude between ${longitudes.from} and ${longitudes.to} and ${condition}`,
  )
  const wanted = [...inBoxes, ...(others ? [others] : [])]
  const columns = fragment`id, name, country, latitude, longitude, reach_m as "reachM"`
  return sql<Placed>`${join(
    wanted.map((where) => fragment`select ${columns} from takeoffs where ${where}`),
    ' union all ',
  )}`
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

function newPlace(nowMs: number, { name, country, latitude, longitude }: NewTakeoff): Fragment {
  return fragment`name = ${name}, country = ${country}, latitude = ${latitude}, longitude = ${longitude},
    latitude_row = ${rowOfLatitude(latitude)}, ${touchedAt(nowMs)}`
}

/** With each change, also of two in a millisecond: lists of flights that are known to be unchanged depend on it. */
export function touchedAt(nowMs: number): Fragment {
  return fragment`updated_at = case when updated_at >= ${nowMs} then updated_at + 1 else ${nowMs} end`
}

export function listFlightsAt(sql: Sql, id: string): Promise<{ id: string; ownerId: string }[]> {
  return sql<{ id: string; ownerId: string }>`
    select id, owner_id as "ownerId" from flights where takeoff_id = ${id} order by owner_id, id`
}

/** The sites of lists in a part of the map; take-offs that flights made are their pilots' own. */
export function listSitesIn(
  sql: Sql,
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
  limit: number,
): Promise<{ id: string; name: string; lat: number; lng: number }[]> {
  return sql`
    select id, name, latitude as lat, longitude as lng from takeoffs
    where latitude_row between ${rowOfLatitude(south)} and ${rowOfLatitude(north)}
      and longitude between ${west} and ${east} and source_id is not null
    order by id limit ${limit}`
}
