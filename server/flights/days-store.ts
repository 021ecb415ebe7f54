// A pilot's flights counted by day, place and type. Whoever changes them holds the pilot's counter (change-numbers.ts), so
// that counts are changed one after the other.
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

export interface CountedFlight {
  id: string
  flightDate: string
  takeoffId: string
  scoreType: string
  durationSeconds: number
  distanceKm: number
  score: number
}

/** One more flight. */
export async function countFlight(sql: Sql, ownerId: string, flight: CountedFlight): Promise<void> {
  await sql`
    insert into flight_days
      (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
    values (${ownerId}, ${flight.flightDate}, ${flight.takeoffId}, ${flight.scoreType}, 1, ${flight.durationSeconds},
            ${flight.distanceKm}, ${flight.score}, ${flight.id})
    on conflict (owner_id, flight_date, takeoff_id, score_type) do update set
      flights = flight_days.flights + 1,
      seconds = flight_days.seconds + excluded.seconds,
      kilometres = flight_days.kilometres + excluded.kilometres,
      best_flight_id = case when excluded.best_score > flight_days.best_score
        then excluded.best_flight_id else flight_days.best_flight_id end,
      best_score = case when excluded.best_score > flight_days.best_score
        then excluded.best_score else flight_days.best_score end`
}

/** After a flight of that day was changed or deleted. */
export async function recountDay(sql: Sql, ownerId: string, day: DayKey): Promise<void> {
  await recount(
    sql,
    fragment`owner_id = ${ownerId} and flight_date = ${day.flight_date} and takeoff_id = ${day.takeoff_id}
      and score_type = ${day.score_type}`,
  )
}

/** All of them: what a node of an earlier release has stored is not counted. */
export async function recountDays(sql: Sql, ownerId: string): Promise<void> {
  await recount(sql, fragment`owner_id = ${ownerId}`)
}

async function recount(sql: Sql, chosen: Fragment): Promise<void> {
  await sql`delete from flight_days where ${chosen}`
  await sql`
    insert into flight_days
      (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
    select owner_id, flight_date, takeoff_id, score_type, count(*), sum(duration_seconds), sum(distance_km), max(score),
      max(case when place = 1 then id end)
    from (
      select id, owner_id, flight_date, takeoff_id, score_type, duration_seconds, distance_km, score,
        row_number() over (partition by owner_id, flight_date, takeoff_id, score_type order by score desc, id) as place
      from flights where ${chosen}) ranked
    group by owner_id, flight_date, takeoff_id, score_type`
}

export async function forgetDays(sql: Sql, ownerId: string): Promise<void> {
  await sql`delete from flight_days where owner_id = ${ownerId}`
}
