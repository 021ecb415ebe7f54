// A pilot's flights, by pages or by cursor, without reading those before.
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import type { FlightRow } from '../flight.ts'
import { fewColumns, flightColumns } from '../store.ts'
import { isAfter, NEWEST_FIRST, type Order, orderBy } from './list-order.ts'

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export interface FlightFilter {
  /** Flight dates, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Milliseconds since 1970. */
  updatedSince?: number | undefined
  hash?: string | undefined
  takeoffId?: string | undefined
  scoreType?: string | undefined
  minScore?: number | undefined
  /** ISO 3166-1 alpha-2, in upper case. */
  country?: string | undefined
  /** Of the launch point of the flight itself: that of its place may be another pilot's secret. */
  box?: Box | undefined
}

export interface Shape {
  order?: Order
  /** Whether the metadata is left out. */
  isLight?: boolean
}

export interface FlightPage {
  rows: FlightRow[]
  totalCount: number
}

/** A month, or the days of it that the filter leaves, both included. */
interface Month {
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
  { order = NEWEST_FIRST, isLight = false }: Shape = {},
): Promise<FlightPage> {
  const columns = isLight ? fewColumns : flightColumns
  const skip = (page.page - 1) * page.pageSize
  const { from: _from, to: _to, ...others } = filter
  const isByDateAlone = Object.values(others).every((value) => value === undefined)
  return isByDateAlone && order.sort === 'date' && order.direction === 'desc'
    ? listByMonths(sql, ownerId, filter, skip, page.pageSize, columns)
    : listByOffset(sql, ownerId, filter, skip, page.pageSize, columns, order)
}

/** From where a cursor points on. Flights that come and go meanwhile move none of the others. */
export function listFlightsFrom(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  { after, limit }: { after: string | undefined; limit: number },
  { order = NEWEST_FIRST, isLight = false }: Shape = {},
): Promise<FlightRow[]> {
  const conditions = listConditions(ownerId, filter)
  if (after !== undefined) conditions.push(isAfter(order, after))
  return sql<FlightRow>`
    select ${isLight ? fewColumns : flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where ${join(conditions, ' and ')} order by ${orderBy(order)} limit ${limit}`
}

/**
 * The counts of the months tell in which one the page begins and ends; from the nearer of the two ends only the rest
 * is skipped. So the cost depends on the flights of a month, not on those of a lifetime.
 */
async function listByMonths(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  skip: number,
  limit: number,
  columns: Fragment,
): Promise<FlightPage> {
  const months = await countMonths(sql, ownerId, filter.from ?? FIRST_DAY, filter.to ?? LAST_DAY)
  const totalCount = months.reduce((sum, month) => sum + month.flights, 0)
  const length = Math.min(limit, totalCount - skip)
  if (length <= 0) return { rows: [], totalCount }
  const oldest = months[0] as Month
  const newest = months.at(-1) as Month
  const fromNewest = findMonth(months.toReversed(), skip)
  const fromOldest = findMonth(months, totalCount - skip - length)
  if (fromNewest.skip <= fromOldest.skip) {
    const rows = await sql<FlightRow>`
      select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
      where f.owner_id = ${ownerId} and f.flight_date between ${oldest.from} and ${fromNewest.month.to}
      order by f.flight_date desc, f.created_at desc, f.id desc
      limit ${limit} offset ${fromNewest.skip}`
    // A flight added since the count is listed too: it must not push another one out of a page with room for both.
    return { rows, totalCount: Math.max(totalCount, skip + rows.length) }
  }
  const rows = await sql<FlightRow>`
    select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and f.flight_date between ${fromOldest.month.from} and ${newest.to}
    order by f.flight_date, f.created_at, f.id
    limit ${length} offset ${fromOldest.skip}`
  return { rows: rows.reverse(), totalCount }
}

/** Oldest first. A month that the filter cuts is counted flight by flight. */
async function countMonths(sql: Sql, ownerId: string, from: string, to: string): Promise<Month[]> {
  const rows = await sql<{ month: string; flights: number }>`
    select month, flights from flight_months
    where owner_id = ${ownerId} and month between ${from.slice(0, 7)} and ${to.slice(0, 7)} order by month`
  const months: Month[] = []
  for (const { month, flights } of rows) {
    const first = `${month}-01`
    const last = `${month}-31`
    const days = { from: first < from ? from : first, to: last > to ? to : last }
    // No month has a day after its 31st, so every end from its last real day on leaves it whole.
    const isWhole = days.from === first && days.to >= lastDay(month)
    const count = isWhole ? flights : await countFlights(sql, ownerId, days)
    if (count > 0) months.push({ ...days, flights: count })
  }
  return months
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

function findMonth(months: Month[], skip: number): { month: Month; skip: number } {
  let rest = skip
  for (const month of months) {
    if (rest < month.flights) return { month, skip: rest }
    rest -= month.flights
  }
  throw new Error('the page lies outside the list')
}

async function listByOffset(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  skip: number,
  limit: number,
  columns: Fragment,
  order: Order,
): Promise<FlightPage> {
  const where = join(listConditions(ownerId, filter), ' and ')
  const [count] = await sql<{ flights: number }>`select count(*) as flights from flights f where ${where}`
  const totalCount = count?.flights ?? 0
  if (skip >= totalCount) return { rows: [], totalCount }
  const rows = await sql<FlightRow>`
    select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
    where ${where} order by ${orderBy(order)} limit ${limit} offset ${skip}`
  return { rows, totalCount }
}

function listConditions(ownerId: string, filter: FlightFilter): Fragment[] {
  const { from, to, updatedSince, hash, takeoffId, scoreType, minScore, country, box } = filter
  const conditions: Fragment[] = [fragment`f.owner_id = ${ownerId}`]
  if (from !== undefined) conditions.push(fragment`f.flight_date >= ${from}`)
  if (to !== undefined) conditions.push(fragment`f.flight_date <= ${to}`)
  if (updatedSince !== undefined) conditions.push(fragment`f.updated_at >= ${updatedSince}`)
  if (hash !== undefined) conditions.push(fragment`f.hash = ${hash}`)
  if (takeoffId !== undefined) conditions.push(fragment`f.takeoff_id = ${takeoffId}`)
  if (scoreType !== undefined) conditions.push(fragment`f.score_type = ${scoreType}`)
  if (minScore !== undefined) conditions.push(fragment`f.score >= ${minScore}`)
  if (country !== undefined) conditions.push(isIn(ownerId, country))
  if (box !== undefined) conditions.push(...isInBox(box))
  return conditions
}

/** A country is one of its places: a pilot has far fewer of them than flights. */
function isIn(ownerId: string, country: string): Fragment {
  return fragment`f.takeoff_id in (
    select p.takeoff_id from takeoff_pilots p join takeoffs c on c.id = p.takeoff_id
    where p.user_id = ${ownerId} and c.country = ${country})`
}

function isInBox({ west, south, east, north }: Box): Fragment[] {
  const isBetween = fragment`f.launch_longitude between ${west} and ${east}`
  const isAround = fragment`(f.launch_longitude >= ${west} or f.launch_longitude <= ${east})`
  return [fragment`f.launch_latitude between ${south} and ${north}`, west <= east ? isBetween : isAround]
}
