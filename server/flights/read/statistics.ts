// A pilot's statistics, added up from the counts of days.
import type { FlightStatistics } from '#dashboard/flights.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type FlightDay, listDays, listMonths } from '../days-store.ts'
import { datesOfSeason, seasonOf } from '../flight.ts'
import { findPlaceOf, listPlacesOf } from '../takeoffs/pilots.ts'

/** Which of a pilot's flights are counted; all of them without any of these. */
export interface StatisticsFilter {
  season?: number | undefined
  takeoffId?: string | undefined
  gliderId?: string | undefined
  scoreType?: string | undefined
}

export async function readStatistics(
  sql: Sql,
  ownerId: string,
  { season, takeoffId, gliderId, scoreType }: StatisticsFilter = {},
): Promise<Omit<FlightStatistics, 'storage'>> {
  const dates = season === undefined ? {} : datesOfSeason(season)
  const place = takeoffId === undefined ? undefined : ((await findPlaceOf(sql, ownerId, takeoffId)) ?? '')
  const days = await listDays(sql, ownerId, { ...dates, takeoffId: place, gliderId, scoreType })
  const months = await listMonths(sql, ownerId)
  const best = findBest(days)
  return {
    flights: sumOf(days, 'flights'),
    seconds: sumOf(days, 'seconds'),
    kilometres: roundKm(sumOf(days, 'kilometres')),
    bestScore: best?.best_score ?? 0,
    bestFlightId: best?.best_flight_id ?? null,
    seasons: [...new Set(months.map((month) => seasonOf(`${month}-01`)))].sort((a, b) => b - a),
    sites: await listSites(sql, ownerId, days),
    types: [...new Set(days.map((day) => day.score_type))].sort(),
    months: sumBy(days, (day) => day.flight_date.slice(0, 7)).map(([month, { flights, kilometres }]) => ({
      month,
      kilometres: roundKm(kilometres),
      flights,
    })),
    days: sumBy(days, (day) => day.flight_date).map(([day, { seconds, flights }]) => ({
      day,
      seconds,
      flights,
    })),
  }
}

function findBest(days: readonly FlightDay[]): FlightDay | undefined {
  return days.reduce<FlightDay | undefined>(
    (best, day) => (best && !isBetter(day, best) ? best : day),
    undefined,
  )
}

function isBetter(day: FlightDay, best: FlightDay): boolean {
  if (day.best_score !== best.best_score) return day.best_score > best.best_score
  return day.best_flight_id < best.best_flight_id
}

type Site = FlightStatistics['sites'][number]

/** Where most of the flights began first. */
async function listSites(sql: Sql, ownerId: string, days: readonly FlightDay[]): Promise<Site[]> {
  const flights = new Map(sumBy(days, (day) => day.takeoff_id).map(([id, sum]) => [id, sum.flights]))
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

type Sum = Pick<FlightDay, 'flights' | 'seconds' | 'kilometres'>

function sumBy(days: readonly FlightDay[], keyOf: (day: FlightDay) => string): [string, Sum][] {
  const sums = new Map<string, Sum>()
  for (const day of days) {
    const sum = sums.get(keyOf(day)) ?? { flights: 0, seconds: 0, kilometres: 0 }
    sum.flights += day.flights
    sum.seconds += day.seconds
    sum.kilometres += day.kilometres
    sums.set(keyOf(day), sum)
  }
  return [...sums]
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

export function roundKm(kilometres: number): number {
  return Math.round(kilometres * 100) / 100
}
