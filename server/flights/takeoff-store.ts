// Take-off sites: found by place, made once.
import type { Sql } from '#server/platform/database.ts'

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
): Promise<Takeoff[]> {
  return sql<Takeoff>`
    select id, name, country, latitude, longitude from takeoffs
    where latitude_row between ${rows.from} and ${rows.to}
      and longitude between ${longitudes.from} and ${longitudes.to}`
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

export type ImportOutcome = 'added' | 'changed' | 'unchanged'

/** A site of an outside source: the same source id again changes the site it made. */
export async function putTakeoff(
  sql: Sql,
  nowMs: number,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<ImportOutcome> {
  const [known] = await sql<Takeoff>`
    select id, name, country, latitude, longitude from takeoffs where source_id = ${takeoff.sourceId}`
  if (!known) {
    await insertTakeoff(sql, nowMs, takeoff)
    return 'added'
  }
  const isSame =
    known.name === takeoff.name &&
    known.country === takeoff.country &&
    known.latitude === takeoff.latitude &&
    known.longitude === takeoff.longitude
  if (isSame) return 'unchanged'
  await sql`
    update takeoffs set name = ${takeoff.name}, country = ${takeoff.country}, latitude = ${takeoff.latitude},
      longitude = ${takeoff.longitude}, latitude_row = ${rowOfLatitude(takeoff.latitude)}, updated_at = ${nowMs}
    where source_id = ${takeoff.sourceId}`
  return 'changed'
}
