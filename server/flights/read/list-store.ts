// Pages of a pilot's flights, newest first, without walking over those before the page.
import { fragment, type Fragment, join, nothing, type Sql } from '#server/platform/database/database.ts'
import type { FlightRow } from '../flight.ts'
import { flightColumns } from '../store.ts'

export interface FlightFilter {
  /** Flight dates, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Milliseconds since 1970. */
  updatedSince?: number | undefined
  takeoffId?: string | undefined
  scoreType?: string | undefined
}

export interface FlightPage {
  rows: FlightRow[]
  totalCount: number
}

/** Some days in a row and how many flights they hold. */
interface Stretch {
  from: string
  to: string
  flights: number
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

export async function listFlights(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  page: { page: number; pageSize: number },
): Promise<FlightPage> {
  const skip = (page.page - 1) * page.pageSize
  const isByDateAlone =
    filter.updatedSince === undefined && filter.takeoffId === undefined && filter.scoreType === undefined
  return isByDateAlone
    ? listByStretches(sql, ownerId, filter, skip, page.pageSize)
    : listByWalking(sql, ownerId, filter, skip, page.pageSize)
}

/**
 * The counts of the months say in which one the page begins and ends; from the nearer of the two ends only the
 * rest is skipped. So the cost depends on the flights of a month, not on those of a life.
 */
async function listByStretches(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  skip: number,
  limit: number,
): Promise<FlightPage> {
  const stretches = await countStretches(sql, ownerId, filter.from ?? FIRST_DAY, filter.to ?? LAST_DAY)
  const totalCount = stretches.reduce((sum, stretch) => sum + stretch.flights, 0)
  const length = Math.min(limit, totalCount - skip)
  if (length <= 0) return { rows: [], totalCount }
  const oldest = stretches[0] as Stretch
  const newest = stretches.at(-1) as Stretch
  const fromNewest = findStretch(stretches.toReversed(), skip)
  const fromOldest = findStretch(stretches, totalCount - skip - length)
  if (fromNewest.skip <= fromOldest.skip) {
    const rows = await sql<FlightRow>`
      select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
      where f.owner_id = ${ownerId} and f.flight_date between ${oldest.from} and ${fromNewest.stretch.to}
      order by f.flight_date desc, f.created_at desc, f.id desc
      limit ${limit} offset ${fromNewest.skip}`
    // One that came since the count is listed, too: it must not push another one out of a page with room for both.
    return { rows, totalCount: Math.max(totalCount, skip + rows.length) }
  }
  const rows = await sql<FlightRow>`
    select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and f.flight_date between ${fromOldest.stretch.from} and ${newest.to}
    order by f.flight_date, f.created_at, f.id
    limit ${length} offset ${fromOldest.skip}`
  return { rows: rows.reverse(), totalCount }
}

/** Oldest first. Months that the dates cut are counted by their flights. */
async function countStretches(sql: Sql, ownerId: string, from: string, to: string): Promise<Stretch[]> {
  const months = await sql<{ month: string; flights: number }>`
    select month, flights from flight_months
    where owner_id = ${ownerId} and month between ${from.slice(0, 7)} and ${to.slice(0, 7)} order by month`
  const stretches: Stretch[] = []
  for (const { month, flights } of months) {
    const first = `${month}-01`
    const last = `${month}-31`
    const stretch = { from: first < from ? from : first, to: last > to ? to : last, flights }
    // A month has no day after its 31st, so that every end from the last real day on leaves it whole.
    const isWhole = stretch.from === first && stretch.to >= lastDay(month)
    if (!isWhole) stretch.flights = await countFlights(sql, ownerId, stretch)
    if (stretch.flights > 0) stretches.push(stretch)
  }
  return stretches
}

function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()}`
}

async function countFlights(sql: Sql, ownerId: string, days: { from: string; to: string }): Promise<number> {
  const [row] = await sql<{ flights: number }>`
    select count(*) as flights from flights
    where owner_id = ${ownerId} and flight_date between ${days.from} and ${days.to}`
  return row?.flights ?? 0
}

function findStretch(stretches: Stretch[], skip: number): { stretch: Stretch; skip: number } {
  let rest = skip
  for (const stretch of stretches) {
    if (rest < stretch.flights) return { stretch, skip: rest }
    rest -= stretch.flights
  }
  throw new Error('the page lies outside of the flights')
}

async function listByWalking(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  skip: number,
  limit: number,
): Promise<FlightPage> {
  const conditions: Fragment[] = [fragment`f.owner_id = ${ownerId}`]
  if (filter.from !== undefined) conditions.push(fragment`f.flight_date >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(fragment`f.flight_date <= ${filter.to}`)
  if (filter.updatedSince !== undefined) conditions.push(fragment`f.updated_at >= ${filter.updatedSince}`)
  if (filter.takeoffId !== undefined) conditions.push(fragment`f.takeoff_id = ${filter.takeoffId}`)
  if (filter.scoreType !== undefined) conditions.push(fragment`f.score_type = ${filter.scoreType}`)
  const where = conditions.length > 0 ? join(conditions, ' and ') : nothing
  const [count] = await sql<{ flights: number }>`select count(*) as flights from flights f where ${where}`
  const totalCount = count?.flights ?? 0
  if (skip >= totalCount) return { rows: [], totalCount }
  const rows = await sql<FlightRow>`
    select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where ${where}
    order by f.flight_date desc, f.created_at desc, f.id desc
    limit ${limit} offset ${skip}`
  return { rows, totalCount }
}
