// The best flight of each season by distance, points, time, altitude and climb. Records change with a flight
// (record-change.ts), which holds the pilot's counter: one change after the other.
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import { isCounted } from '../counts/days-store.ts'
import { datesOfSeason, seasonOf } from '../flight.ts'

/** A flight, as far as it can be a record; null: not read from the metadata yet. */
export interface Contender {
  id: string
  flight_date: string
  distance_km: number
  score: number
  duration_seconds: number
  highest_m: number | null
  best_climb_ms: number | null
}

const columns = {
  distance: 'distance_km',
  score: 'score',
  duration: 'duration_seconds',
  altitude: 'highest_m',
  climb: 'best_climb_ms',
} as const satisfies Record<string, keyof Contender>

export type RecordName = keyof typeof columns
export const recordNames = Object.keys(columns) as RecordName[]

export interface SeasonRecord {
  season: number
  record: RecordName
  value: number
  flight_id: string
  flight_date: string
}

export function listRecords(sql: Sql, ownerId: string): Promise<SeasonRecord[]> {
  return sql<SeasonRecord>`
    select season, record, value, flight_id, flight_date from season_records where owner_id = ${ownerId}
    order by season, record`
}

/** A file in which nothing flies holds no record, however high the recorder lay. */
export function listValues(flight: Contender): { record: RecordName; value: number }[] {
  if (flight.duration_seconds <= 0) return []
  return recordNames.flatMap((record) => {
    const value = flight[columns[record]]
    return value !== null && value > 0 ? [{ record, value }] : []
  })
}

/** Whether the same records are theirs. */
export function isAlike(one: Contender, other: Contender): boolean {
  return (
    one.flight_date === other.flight_date && Object.values(columns).every((key) => one[key] === other[key])
  )
}

/** The flight holds every record of its season that it breaks; of two equal ones the smaller id does. */
export async function claimRecords(sql: Sql, ownerId: string, flight: Contender): Promise<void> {
  const values = listValues(flight)
  if (values.length === 0) return
  const season = seasonOf(flight.flight_date)
  const rows = values.map(
    ({ record, value }) =>
      fragment`(${ownerId}, ${season}, ${record}, ${value}, ${flight.id}, ${flight.flight_date})`,
  )
  await sql`
    insert into season_records (owner_id, season, record, value, flight_id, flight_date)
    values ${join(rows, ', ')}
    on conflict (owner_id, season, record) do update set
      value = excluded.value, flight_id = excluded.flight_id, flight_date = excluded.flight_date
    where excluded.value > season_records.value
      or (excluded.value = season_records.value and excluded.flight_id <= season_records.flight_id)`
}

/** After the flight was changed or deleted: what it held in that season is looked for anew. */
export async function yieldRecords(
  sql: Sql,
  ownerId: string,
  { id, flight_date: date }: Pick<Contender, 'id' | 'flight_date'>,
): Promise<void> {
  const season = seasonOf(date)
  const held = await sql<{ record: RecordName }>`
    delete from season_records where owner_id = ${ownerId} and season = ${season} and flight_id = ${id} returning record`
  for (const { record } of held) await findHolder(sql, ownerId, season, record)
}

const columnOf: Record<RecordName, Fragment> = {
  distance: fragment`distance_km`,
  score: fragment`score`,
  duration: fragment`duration_seconds`,
  altitude: fragment`highest_m`,
  climb: fragment`best_climb_ms`,
}

async function findHolder(sql: Sql, ownerId: string, season: number, record: RecordName): Promise<void> {
  const { from, to } = datesOfSeason(season)
  const column = columnOf[record]
  // The plus as in recountDay: only the flights of the season are read.
  await sql`
    insert into season_records (owner_id, season, record, value, flight_id, flight_date)
    select owner_id, cast(${season} as integer), cast(${record} as text), ${column}, id, flight_date from flights
    where owner_id = ${ownerId} and flight_date between ${from} and ${to} and duration_seconds > 0 and ${column} > 0
      and ${isCounted}
    order by +${column} desc, id limit 1`
}

export async function forgetRecords(sql: Sql, ownerId: string): Promise<void> {
  await sql`delete from season_records where owner_id = ${ownerId}`
}
