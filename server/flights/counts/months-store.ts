// A pilot's flights counted by month, place and type, which is what statistics add up: the sums of the counts of days. They
// are right as long as they are as of the pilot's last number (change-numbers.ts): a node of the release before counts days only.
import { type Fragment, fragment, type Sql } from '#server/platform/database/database.ts'
import {
  type Counts,
  type DayFilter,
  type DayKey,
  type FlightCount,
  isChosen,
  listDays,
} from './days-store.ts'

export const byMonth: Pick<Counts, 'table' | 'keys'> = {
  table: fragment`month_counts`,
  keys: fragment`owner_id, month, takeoff_id, score_type`,
}

/** By months where they are right, else by days. From and to are whole months. */
export async function listCounts(sql: Sql, ownerId: string, filter: DayFilter): Promise<FlightCount[]> {
  const months = filter.gliderId === undefined ? await listMonthCounts(sql, ownerId, filter) : []
  return months.length > 0 ? months : listDays(sql, ownerId, filter)
}

function listMonthCounts(sql: Sql, ownerId: string, filter: DayFilter): Promise<FlightCount[]> {
  const chosen = isChosen(fragment`month`, { ...filter, from: filter.from?.slice(0, 7) })
  return sql<FlightCount>`
    select month as flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id
    from month_counts where owner_id = ${ownerId} and ${areRight(ownerId)} ${chosen} order by month`
}

const areRight = (ownerId: string): Fragment =>
  fragment`exists (select 1 from flight_counters where owner_id = ${ownerId} and months_as_of = last_change)`

/** In which the pilot has flown: 2026-05. */
export async function listMonths(sql: Sql, ownerId: string): Promise<string[]> {
  const months = await sql<{ month: string }>`
    select distinct month from month_counts where owner_id = ${ownerId} and ${areRight(ownerId)}`
  const rows =
    months.length > 0
      ? months
      : await sql<{ month: string }>`
        select distinct substr(flight_date, 1, 7) as month from flight_days where owner_id = ${ownerId}`
  return rows.map(({ month }) => month)
}

/** In the transaction of a change, after a day of the month has one more flight. */
export async function sumMonth(sql: Sql, ownerId: string, day: DayKey): Promise<void> {
  const month = monthOf(day)
  await sumDays(
    sql,
    fragment`owner_id = ${ownerId} and flight_date between ${`${month}-01`} and ${`${month}-31`}
      and takeoff_id = ${day.takeoff_id} and score_type = ${day.score_type}`,
  )
}

/** The same after a flight of the day was changed or deleted. */
export async function recountMonth(sql: Sql, ownerId: string, day: DayKey): Promise<void> {
  await sql`
    delete from month_counts where owner_id = ${ownerId} and month = ${monthOf(day)}
      and takeoff_id = ${day.takeoff_id} and score_type = ${day.score_type}`
  await sumMonth(sql, ownerId, day)
}

/** The same where the months were not right before. */
export async function recountMonths(sql: Sql, ownerId: string): Promise<void> {
  await sql`delete from month_counts where owner_id = ${ownerId}`
  await sumDays(sql, fragment`owner_id = ${ownerId}`)
  await sql`update flight_counters set months_as_of = last_change where owner_id = ${ownerId}`
}

export function monthOf({ flight_date: date }: Pick<DayKey, 'flight_date'>): string {
  return date.slice(0, 7)
}

/** Of flights with the same score that with the smaller id is the best, as on a day. */
async function sumDays(sql: Sql, which: Fragment): Promise<void> {
  await sql`
    insert into month_counts (${byMonth.keys}, flights, seconds, kilometres, best_score, best_flight_id)
    select ${byMonth.keys}, sum(flights), sum(seconds), sum(kilometres), max(best_score),
      max(case when place = 1 then best_flight_id end)
    from (
      select owner_id, substr(flight_date, 1, 7) as month, takeoff_id, score_type, flights, seconds, kilometres, best_score,
        best_flight_id, row_number() over (
          partition by substr(flight_date, 1, 7), takeoff_id, score_type order by best_score desc, best_flight_id) as place
      from flight_days where ${which}) ranked
    group by ${byMonth.keys}
    on conflict (${byMonth.keys}) do update set flights = excluded.flights, seconds = excluded.seconds,
      kilometres = excluded.kilometres, best_score = excluded.best_score, best_flight_id = excluded.best_flight_id`
}
