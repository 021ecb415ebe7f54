// A pilot's flights, by pages or by cursor, without reading those before.
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import { flightColumns, type FlightRow } from '../record/columns.ts'
import { isFoundBy } from '../search/search.ts'
import { isCounted } from '../record/counting/counted.ts'
import { countFlightsOf } from '../record/derived/pilots.ts'
import { isAfter, NEWEST_FIRST, type Order, orderBy, reverse } from './list-order.ts'

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
  gliderId?: string | undefined
  scoreType?: string | undefined
  minScore?: number | undefined
  /** ISO 3166-1 alpha-2, in upper case. */
  country?: string | undefined
  /** Around the launch point of the flight itself: that of its place may be another pilot's secret. */
  box?: Box | undefined
  /** Folded; each must be found. */
  words?: readonly string[] | undefined
  /** Those that count alone; all when absent. */
  counting?: 'counted' | undefined
}

export interface Shape {
  order?: Order
  /** The columns wanted of each flight; all when absent. */
  columns?: Fragment
  /** How many flights the pilot has, when that is known. */
  flights?: number
}

export interface FlightPage {
  rows: FlightRow[]
  totalCount: number
}

export async function listFlights(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  page: { page: number; pageSize: number },
  { order = NEWEST_FIRST, columns = flightColumns, flights }: Shape = {},
): Promise<FlightPage> {
  const where = join(await listConditions(sql, ownerId, filter), ' and ')
  const skip = (page.page - 1) * page.pageSize
  const isSearch = filter.words !== undefined
  const isAll = Object.values(filter).every((value) => value === undefined)
  const totalCount = (isAll ? flights : undefined) ?? (await countFlights(sql, ownerId, filter, where))
  const length = Math.min(page.pageSize, totalCount - skip)
  if (length <= 0) return { rows: [], totalCount }
  const after = totalCount - skip - length
  if (after < skip) {
    const rows = await listPart(sql, where, reverse(order), { skip: after, limit: length }, columns, isSearch)
    return { rows: rows.reverse(), totalCount }
  }
  const rows = await listPart(sql, where, order, { skip, limit: page.pageSize }, columns, isSearch)
  // A flight added since the count is listed too: it must not push another one out of a page with room for both.
  return { rows, totalCount: Math.max(totalCount, skip + rows.length) }
}

/** Skipped flights are passed over in the index of the order: only those of the page are read. */
async function listPart(
  sql: Sql,
  where: Fragment,
  order: Order,
  { skip, limit }: { skip: number; limit: number },
  columns: Fragment,
  isSearch: boolean,
): Promise<FlightRow[]> {
  // The results of a search are in no order: whole flights would be sorted.
  if (skip === 0 && !isSearch)
    return sql<FlightRow>`
      select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
      where ${where} order by ${orderBy(order)} limit ${limit}`
  return sql<FlightRow>`
    select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.id in (select f.id from flights f where ${where} order by ${orderBy(order)} limit ${limit} offset ${skip})
    order by ${orderBy(order)}`
}

/** All of them by the counts of their places; else one by one. */
export async function countFlights(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  where: Fragment,
): Promise<number> {
  if (Object.values(filter).every((value) => value === undefined)) return countFlightsOf(sql, ownerId)
  const [count] = await sql<{ flights: number }>`select count(*) as flights from flights f where ${where}`
  return count?.flights ?? 0
}

/** How many flights the filter leaves out because they do not count. */
export async function countLeftOutBy(sql: Sql, ownerId: string, filter: FlightFilter): Promise<number> {
  const conditions = await listConditions(sql, ownerId, { ...filter, counting: undefined })
  const [count] = await sql<{ flights: number }>`
    select count(*) as flights from flights f where ${join(conditions, ' and ')} and not ${isCounted}`
  return count?.flights ?? 0
}

/** From where a cursor points on. Flights that come and go meanwhile move none of the others. */
export async function listFlightsFrom(
  sql: Sql,
  ownerId: string,
  filter: FlightFilter,
  { after, limit }: { after: string | undefined; limit: number },
  { order = NEWEST_FIRST, columns = flightColumns }: Shape = {},
): Promise<FlightRow[]> {
  const conditions = await listConditions(sql, ownerId, filter)
  if (after !== undefined) conditions.push(isAfter(order, after))
  return sql<FlightRow>`
    select ${columns} from flights f join takeoffs t on t.id = f.takeoff_id
    where ${join(conditions, ' and ')} order by ${orderBy(order)} limit ${limit}`
}

export async function listConditions(sql: Sql, ownerId: string, filter: FlightFilter): Promise<Fragment[]> {
  const { from, to, updatedSince, hash, takeoffId, gliderId, scoreType, minScore, country, box, words } =
    filter
  const conditions: Fragment[] = [fragment`f.owner_id = ${ownerId}`]
  if (from !== undefined) conditions.push(fragment`f.flight_date >= ${from}`)
  if (to !== undefined) conditions.push(fragment`f.flight_date <= ${to}`)
  if (updatedSince !== undefined) conditions.push(fragment`f.updated_at >= ${updatedSince}`)
  if (hash !== undefined) conditions.push(fragment`f.hash = ${hash}`)
  if (takeoffId !== undefined) conditions.push(fragment`f.takeoff_id = ${takeoffId}`)
  if (gliderId !== undefined) conditions.push(fragment`f.glider_id = ${gliderId}`)
  if (scoreType !== undefined) conditions.push(fragment`f.score_type = ${scoreType}`)
  if (minScore !== undefined) conditions.push(fragment`f.score >= ${minScore}`)
  if (filter.counting !== undefined) conditions.push(isCounted)
  if (country !== undefined) conditions.push(isIn(ownerId, country))
  if (box !== undefined) conditions.push(...isInBox(box))
  if (words !== undefined) conditions.push(...(await isFoundBy(sql, ownerId, words)))
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
