// A pilot's statistics, added up from the counts of months, or of days where each is shown.
import type { FlightStatistics } from '#dashboard/flights.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { countLeftOut, type DayFilter, type FlightCount, listDays } from '../counts/days-store.ts'
import { listCounts, listMonths, monthOf } from '../counts/months-store.ts'
import { datesOfSeason, seasonOf } from '../flight.ts'
import { findPlaceOf, listPlacesOf } from '../takeoffs/pilots.ts'

/** Which of a pilot's flights are counted; all of them without any of these. */
export interface StatisticsFilter {
  season?: number | undefined
  takeoffId?: string | undefined
  gliderId?: string | undefined
  scoreType?: string | undefined
}

type Totals = Omit<FlightStatistics, 'storage' | 'days'>

export async function readStatistics(
  sql: Sql,
  ownerId: string,
  filter: StatisticsFilter = {},
): Promise<Totals> {
  const chosen = await findFilter(sql, ownerId, filter)
  return addUp(sql, ownerId, chosen, await listCounts(sql, ownerId, chosen))
}

/** The same with the calendar, for which every day is read. */
export async function readCalendar(
  sql: Sql,
  ownerId: string,
  filter: StatisticsFilter = {},
): Promise<Totals & Pick<FlightStatistics, 'days'>> {
  const chosen = await findFilter(sql, ownerId, filter)
  const counts = await listDays(sql, ownerId, chosen)
  const days = sumBy(counts, (day) => day.flight_date)
  return {
    ...(await addUp(sql, ownerId, chosen, counts)),
    days: days.map(([day, { seconds, flights }]) => ({ day, seconds, flights })),
  }
}

async function findFilter(
  sql: Sql,
  ownerId: string,
  { season, takeoffId, gliderId, scoreType }: StatisticsFilter,
): Promise<DayFilter> {
  const dates = season === undefined ? {} : datesOfSeason(season)
  const place = takeoffId === undefined ? undefined : ((await findPlaceOf(sql, ownerId, takeoffId)) ?? '')
  return { ...dates, takeoffId: place, gliderId, scoreType }
}

async function addUp(
  sql: Sql,
  ownerId: string,
  chosen: DayFilter,
  counts: readonly FlightCount[],
): Promise<Totals> {
  const seasons = (await listMonths(sql, ownerId)).map((month) => seasonOf(`${month}-01`))
  const months = sumBy(counts, monthOf)
  const best = findBest(counts)
  return {
    flights: sumOf(counts, 'flights'),
    leftOut: await countLeftOut(sql, ownerId, chosen),
    seconds: sumOf(counts, 'seconds'),
    kilometres: roundKm(sumOf(counts, 'kilometres')),
    bestScore: best?.best_score ?? 0,
    bestFlightId: best?.best_flight_id ?? null,
    seasons: [...new Set(seasons)].sort((a, b) => b - a),
    sites: await listSites(sql, ownerId, counts),
    types: [...new Set(counts.map((count) => count.score_type))].sort(),
    months: months.map(([month, { flights, kilometres }]) => ({
      month,
      kilometres: roundKm(kilometres),
      flights,
    })),
  }
}

function findBest(counts: readonly FlightCount[]): FlightCount | undefined {
  return counts.reduce<FlightCount | undefined>(
    (best, count) => (best && !isBetter(count, best) ? best : count),
    undefined,
  )
}

function isBetter(count: FlightCount, best: FlightCount): boolean {
  if (count.best_score !== best.best_score) return count.best_score > best.best_score
  return count.best_flight_id < best.best_flight_id
}

type Site = FlightStatistics['sites'][number]

/** Where most of the flights began first. */
async function listSites(sql: Sql, ownerId: string, counts: readonly FlightCount[]): Promise<Site[]> {
  const flights = new Map(sumBy(counts, (count) => count.takeoff_id).map(([id, sum]) => [id, sum.flights]))
  if (flights.size === 0) return []
  const places = await listPlacesOf(sql, ownerId)
  return [...flights]
    .flatMap(([id, count]) => {
      const place = places.get(id)
      return place ? [{ ...place, flights: count }] : []
    })
    .sort((a, b) => b.flights - a.flights || compare(a.name, b.name) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

type Sum = Pick<FlightCount, 'flights' | 'seconds' | 'kilometres'>

function sumBy(counts: readonly FlightCount[], keyOf: (count: FlightCount) => string): [string, Sum][] {
  const sums = new Map<string, Sum>()
  for (const count of counts) {
    const sum = sums.get(keyOf(count)) ?? { flights: 0, seconds: 0, kilometres: 0 }
    sum.flights += count.flights
    sum.seconds += count.seconds
    sum.kilometres += count.kilometres
    sums.set(keyOf(count), sum)
  }
  return [...sums]
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

export function roundKm(kilometres: number): number {
  return Math.round(kilometres * 100) / 100
}
