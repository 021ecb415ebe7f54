// A pilot's statistics, added up from the flights when they are asked for, and remembered until the pilot's next change.
import type { Counting } from '#contract/logbook/counting.ts'
import type { FlightStatistics } from '#dashboard/flights.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { conditionFor } from '../record/counting/counted.ts'
import { listPlacesOf } from '../record/derived/pilots.ts'
import { countLeftOut, nameState, readSeasons } from './seasons.ts'

/** Selects the flights that are counted; all of them without any of these. */
export interface StatisticsFilter {
  season?: number | undefined
  takeoffId?: string | undefined
  gliderId?: string | undefined
  scoreType?: string | undefined
  /** Those that count when absent. */
  counting?: Counting | undefined
}

/** Flights of one day, place and type. */
interface FlightCount {
  date: string
  takeoff_id: string
  score_type: string
  flights: number
  seconds: number
  kilometres: number
  best_score: number
}

type Totals = Omit<FlightStatistics, 'storage' | 'days'>

export async function readTotals(sql: Sql, ownerId: string, filter: StatisticsFilter = {}): Promise<Totals> {
  return addPlaces(sql, ownerId, await recallCounts(sql, ownerId, filter))
}

/** The same with the sum of each day. */
export async function readCalendar(
  sql: Sql,
  ownerId: string,
  filter: StatisticsFilter = {},
): Promise<Totals & Pick<FlightStatistics, 'days'>> {
  const sums = await recallCounts(sql, ownerId, filter)
  const days = sumBy(sums.counts, (count) => count.date)
  return {
    ...(await addPlaces(sql, ownerId, sums)),
    days: days.map(([day, { seconds, flights }]) => ({ day, seconds, flights })),
  }
}

interface Sums {
  counts: FlightCount[]
  uncountedFlights: number
  seasons: number[]
  bestFlightId: string | null
}

const MAX_RECENT = 200
const recall = createRecent<Sums>(MAX_RECENT)

async function recallCounts(sql: Sql, ownerId: string, filter: StatisticsFilter): Promise<Sums> {
  // Read before the flights: a change in between is found by the next reader.
  const question = JSON.stringify([await nameState(sql, ownerId), filter])
  return recall(question, () => countFlights(sql, ownerId, filter))
}

async function countFlights(sql: Sql, ownerId: string, filter: StatisticsFilter): Promise<Sums> {
  const { counting = 'counted' } = filter
  const isChosen = chooseBy(filter)
  const counts = await readSeasons(sql, ownerId, counting, async ({ season, isFlown }) => {
    if (filter.season !== undefined && filter.season !== season) return []
    return sql<FlightCount>`
      select flight_date as date, takeoff_id, score_type, count(*) as flights, sum(duration_seconds) as seconds,
        sum(distance_km) as kilometres, max(score) as best_score
      from flights where ${isFlown} ${isChosen} group by flight_date, takeoff_id, score_type order by flight_date`
  })
  const seasons = await readSeasons(sql, ownerId, counting, async ({ season, isFlown }) =>
    (await sql`select id from flights where ${isFlown} limit 1`).map(() => season),
  )
  return {
    counts,
    uncountedFlights: counting === 'all' ? 0 : await countLeftOut(sql, ownerId, isChosen),
    seasons: seasons.reverse(),
    bestFlightId: await findBest(sql, ownerId, counts, fragment`and ${conditionFor[counting]} ${isChosen}`),
  }
}

function chooseBy({ season, takeoffId, gliderId, scoreType }: StatisticsFilter): Fragment {
  const ofSeason = season === undefined ? nothing : fragment`and season = ${season}`
  const ofTakeoff = takeoffId === undefined ? nothing : fragment`and takeoff_id = ${takeoffId}`
  const ofGlider = gliderId === undefined ? nothing : fragment`and glider_id = ${gliderId}`
  const ofType = scoreType === undefined ? nothing : fragment`and score_type = ${scoreType}`
  return fragment`${ofSeason} ${ofTakeoff} ${ofGlider} ${ofType}`
}

/** Of flights with the same score the one with the smallest id. */
async function findBest(
  sql: Sql,
  ownerId: string,
  counts: readonly FlightCount[],
  isChosen: Fragment,
): Promise<string | null> {
  if (counts.length === 0) return null
  const [best] = await sql<{ id: string | null }>`
    select min(id) as id from flights
    where owner_id = ${ownerId} and score = ${findBestScore(counts)} ${isChosen}`
  return best?.id ?? null
}

function findBestScore(counts: readonly FlightCount[]): number {
  return counts.reduce((best, count) => Math.max(best, count.best_score), 0)
}

/** The names of places change without the pilot: an import of sites renames them. */
async function addPlaces(
  sql: Sql,
  ownerId: string,
  { counts, uncountedFlights, seasons, bestFlightId }: Sums,
): Promise<Totals> {
  const months = sumBy(counts, (count) => count.date.slice(0, 7))
  return {
    flights: sumOf(counts, 'flights'),
    uncountedFlights,
    seconds: sumOf(counts, 'seconds'),
    kilometres: roundKm(sumOf(counts, 'kilometres')),
    bestScore: findBestScore(counts),
    bestFlightId,
    seasons,
    sites: await listSites(sql, ownerId, counts),
    types: [...new Set(counts.map((count) => count.score_type))].sort(),
    months: months.map(([month, { flights, kilometres }]) => ({
      month,
      kilometres: roundKm(kilometres),
      flights,
    })),
  }
}

type Site = FlightStatistics['sites'][number]

/** The most flown first. */
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
