// A pilot's flights counted by day, place and type; those with a glider also by that. They change with a flight (record-change.ts), which holds the pilot's
// counter: one change after the other.
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'

/** A condition on flights: totals, days and records are of these only. */
export const isCounted: Fragment = fragment`coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null)`

/** The same as a column: 1 or 0. */
export const countedColumn: Fragment = fragment`case when ${isCounted} then 1 else 0 end as is_counted`

/** Where flights are counted, and by what. */
export interface Counts {
  table: Fragment
  keys: Fragment
  /** A condition: of the count that the flight belongs to. */
  isOf: (flight: DayKey) => Fragment
}

const isOfDay = ({ flight_date: date, takeoff_id: takeoffId, score_type: type }: DayKey) =>
  fragment`flight_date = ${date} and takeoff_id = ${takeoffId} and score_type = ${type}`

export const byDay: Counts = {
  table: fragment`flight_days`,
  keys: fragment`owner_id, flight_date, takeoff_id, score_type`,
  isOf: isOfDay,
}

export const byGlider: Counts = {
  table: fragment`glider_days`,
  keys: fragment`owner_id, glider_id, flight_date, takeoff_id, score_type`,
  isOf: (flight) => fragment`glider_id = ${flight.glider_id} and ${isOfDay(flight)}`,
}

/** Which of the counts a flight belongs to. */
export interface DayKey {
  glider_id: string | null
  flight_date: string
  takeoff_id: string
  score_type: string
}

/** Of a day; of a month where `flight_date` is one: 2026-05. */
export interface FlightCount extends Omit<DayKey, 'glider_id'> {
  flights: number
  seconds: number
  kilometres: number
  best_score: number
  best_flight_id: string
}

export interface DayFilter {
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
  takeoffId?: string | undefined
  gliderId?: string | undefined
  scoreType?: string | undefined
}

/** Of days, or of months by their column. */
export function isChosen(date: Fragment, { from, to, takeoffId, scoreType }: DayFilter): Fragment {
  const since = from === undefined ? nothing : fragment`and ${date} >= ${from}`
  const until = to === undefined ? nothing : fragment`and ${date} <= ${to}`
  const ofTakeoff = takeoffId === undefined ? nothing : fragment`and takeoff_id = ${takeoffId}`
  const ofType = scoreType === undefined ? nothing : fragment`and score_type = ${scoreType}`
  return fragment`${since} ${until} ${ofTakeoff} ${ofType}`
}

export function listDays(sql: Sql, ownerId: string, filter: DayFilter): Promise<FlightCount[]> {
  const { gliderId } = filter
  const { table } = gliderId === undefined ? byDay : byGlider
  const ofGlider = gliderId === undefined ? nothing : fragment`and glider_id = ${gliderId}`
  return sql<FlightCount>`
    select flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id
    from ${table} where owner_id = ${ownerId} ${ofGlider} ${isChosen(fragment`flight_date`, filter)}
    order by flight_date`
}

/** A flight, as it is counted. */
export interface CountedFlight extends DayKey {
  id: string
  duration_seconds: number
  distance_km: number
  score: number
  /** 1 or 0. */
  is_counted: number
}

/** One more flight. */
export async function countFlight(
  sql: Sql,
  { table, keys }: Counts,
  ownerId: string,
  flight: CountedFlight,
): Promise<void> {
  const isBetter = fragment`(excluded.best_score > ${table}.best_score
    or (excluded.best_score = ${table}.best_score and excluded.best_flight_id < ${table}.best_flight_id))`
  // By its own row: that has the glider, too.
  await sql`
    insert into ${table} (${keys}, flights, seconds, kilometres, best_score, best_flight_id)
    select ${keys}, 1, duration_seconds, distance_km, score, id from flights
    where owner_id = ${ownerId} and id = ${flight.id}
    on conflict (${keys}) do update set
      flights = ${table}.flights + 1,
      seconds = ${table}.seconds + excluded.seconds,
      kilometres = ${table}.kilometres + excluded.kilometres,
      best_flight_id = case when ${isBetter} then excluded.best_flight_id else ${table}.best_flight_id end,
      best_score = case when ${isBetter} then excluded.best_score else ${table}.best_score end`
}

/** After a flight of that day was changed or deleted. Of two flights with the same score that with the smaller id. */
export async function recountDay(
  sql: Sql,
  { table, keys, isOf }: Counts,
  ownerId: string,
  day: DayKey,
): Promise<void> {
  const isMeant = fragment`owner_id = ${ownerId} and ${isOf(day)}`
  await sql`delete from ${table} where ${isMeant}`
  // The plus keeps SQLite from reading all flights of the pilot in the order of their scores: it takes an index of the day.
  await sql`
    insert into ${table} (${keys}, flights, seconds, kilometres, best_score, best_flight_id)
    select ${keys}, count(*), sum(duration_seconds), sum(distance_km), max(score),
      max(case when place = 1 then id end)
    from (
      select id, ${keys}, duration_seconds, distance_km, score,
        row_number() over (order by +score desc, id) as place
      from flights where ${isMeant} and ${isCounted}) ranked
    group by ${keys}`
}

/** How many flights there are on these days, both included: also those that do not count. */
export async function countDays(sql: Sql, ownerId: string, from: string, to: string): Promise<number> {
  const isMeant = fragment`owner_id = ${ownerId} and flight_date between ${from} and ${to}`
  const [row] = await sql<{ flights: number; others: number }>`
    select coalesce(sum(flights), 0) as flights,
      (select count(*) from flights where ${isMeant} and not ${isCounted}) as others
    from flight_days where ${isMeant}`
  return row ? row.flights + row.others : 0
}

/** How many flights do not count, of those that are chosen. */
export async function countLeftOut(sql: Sql, ownerId: string, filter: DayFilter = {}): Promise<number> {
  const ofGlider = filter.gliderId === undefined ? nothing : fragment`and glider_id = ${filter.gliderId}`
  const [row] = await sql<{ flights: number }>`
    select count(*) as flights from flights
    where owner_id = ${ownerId} and not ${isCounted} ${ofGlider} ${isChosen(fragment`flight_date`, filter)}`
  return row?.flights ?? 0
}

/** How many rows. */
export async function forgetSomeCounts(
  sql: Sql,
  { table, keys }: Pick<Counts, 'table' | 'keys'>,
  ownerId: string,
  limit: number,
): Promise<number> {
  const rows = await sql`
    delete from ${table} where (${keys}) in (
      select ${keys} from ${table} where owner_id = ${ownerId} limit ${limit})
    returning owner_id`
  return rows.length
}
