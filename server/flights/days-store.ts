// A pilot's flights counted by day, place and type. They change with a flight (record-change.ts), which holds the pilot's
// counter: one change after the other.
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'

/** Which of the counts a flight belongs to. */
export interface DayKey {
  flight_date: string
  takeoff_id: string
  score_type: string
}

export interface FlightDay extends DayKey {
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
  scoreType?: string | undefined
}

export function listDays(
  sql: Sql,
  ownerId: string,
  { from, to, takeoffId, scoreType }: DayFilter,
): Promise<FlightDay[]> {
  const since = from === undefined ? nothing : fragment`and flight_date >= ${from}`
  const until = to === undefined ? nothing : fragment`and flight_date <= ${to}`
  const ofTakeoff = takeoffId === undefined ? nothing : fragment`and takeoff_id = ${takeoffId}`
  const ofType = scoreType === undefined ? nothing : fragment`and score_type = ${scoreType}`
  return sql<FlightDay>`
    select flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id
    from flight_days where owner_id = ${ownerId} ${since} ${until} ${ofTakeoff} ${ofType}
    order by flight_date`
}

/** A flight, as it is counted. */
export interface CountedFlight extends DayKey {
  id: string
  duration_seconds: number
  distance_km: number
  score: number
}

/** One more flight. */
export async function countFlight(sql: Sql, ownerId: string, flight: CountedFlight): Promise<void> {
  await sql`
    insert into flight_days
      (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
    values (${ownerId}, ${flight.flight_date}, ${flight.takeoff_id}, ${flight.score_type}, 1, ${flight.duration_seconds},
            ${flight.distance_km}, ${flight.score}, ${flight.id})
    on conflict (owner_id, flight_date, takeoff_id, score_type) do update set
      flights = flight_days.flights + 1,
      seconds = flight_days.seconds + excluded.seconds,
      kilometres = flight_days.kilometres + excluded.kilometres,
      best_flight_id = case when ${isBetter} then excluded.best_flight_id else flight_days.best_flight_id end,
      best_score = case when ${isBetter} then excluded.best_score else flight_days.best_score end`
}

/** Of two flights with the same score that with the smaller id, whichever was stored first. */
const isBetter: Fragment = fragment`(excluded.best_score > flight_days.best_score
  or (excluded.best_score = flight_days.best_score and excluded.best_flight_id < flight_days.best_flight_id))`

/** After a flight of that day was changed or deleted. */
export async function recountDay(sql: Sql, ownerId: string, day: DayKey): Promise<void> {
  const isOfDay = fragment`owner_id = ${ownerId} and flight_date = ${day.flight_date} and takeoff_id = ${day.takeoff_id}
    and score_type = ${day.score_type}`
  await sql`delete from flight_days where ${isOfDay}`
  await sql`
    insert into flight_days
      (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
    select owner_id, flight_date, takeoff_id, score_type, count(*), sum(duration_seconds), sum(distance_km), max(score),
      max(case when place = 1 then id end)
    from (
      select id, owner_id, flight_date, takeoff_id, score_type, duration_seconds, distance_km, score,
        row_number() over (order by score desc, id) as place
      from flights where ${isOfDay}) ranked
    group by owner_id, flight_date, takeoff_id, score_type`
}

/** How many flights there are on these days, both included. */
export async function countDays(sql: Sql, ownerId: string, from: string, to: string): Promise<number> {
  const [row] = await sql<{ flights: number }>`
    select coalesce(sum(flights), 0) as flights from flight_days
    where owner_id = ${ownerId} and flight_date between ${from} and ${to}`
  return row?.flights ?? 0
}

/** Of all flights of the pilot: 2026-05. */
export async function listMonths(sql: Sql, ownerId: string): Promise<string[]> {
  const rows = await sql<{ month: string }>`
    select distinct substr(flight_date, 1, 7) as month from flight_days where owner_id = ${ownerId}`
  return rows.map(({ month }) => month)
}

/** How many rows. */
export async function forgetSomeDays(sql: Sql, ownerId: string, limit: number): Promise<number> {
  const rows = await sql`
    delete from flight_days where owner_id = ${ownerId} and (flight_date, takeoff_id, score_type) in (
      select flight_date, takeoff_id, score_type from flight_days where owner_id = ${ownerId} limit ${limit})
    returning flight_date`
  return rows.length
}
