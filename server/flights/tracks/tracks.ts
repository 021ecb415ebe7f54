// The tracks of many flights for one map: from the few points that are kept of each, without reading a file.
import { type FlightTracks, MAX_TRACKS, type TracksQuery } from '#contract/logbook/tracks.ts'
import { join, type Sql } from '#server/platform/database/database.ts'
import type { FlightRow } from '../record/columns.ts'
import { cursorAt, isAfter, NEWEST_FIRST, orderBy } from '../read/list-order.ts'
import { readFilter } from '../read/list-query.ts'
import { countFlights, listConditions } from '../read/list-store.ts'
import { encodeLine } from './line.ts'

/** Points of all tracks together: the answer stays below a megabyte. */
const MAX_POINTS = 100_000
const MAX_POINTS_OF_ONE = 48
/** Read at once; between two pages others have their turn. Their points are chosen in 4 ms. */
const PAGE_SIZE = 100

type Row = Pick<FlightRow, 'id' | 'flight_date' | 'created_at' | 'shape'>

export async function readTracks(sql: Sql, ownerId: string, query: TracksQuery): Promise<FlightTracks> {
  const filter = readFilter(query)
  const conditions = await listConditions(sql, ownerId, filter)
  const count = await countFlights(sql, ownerId, filter, join(conditions, ' and '))
  const points = Math.min(
    MAX_POINTS_OF_ONE,
    Math.floor(MAX_POINTS / Math.min(Math.max(count, 1), MAX_TRACKS)),
  )
  const tracks: FlightTracks['tracks'] = []
  for (let after: string | undefined; ;) {
    const here = after === undefined ? conditions : [...conditions, isAfter(NEWEST_FIRST, after)]
    const limit = Math.min(PAGE_SIZE, MAX_TRACKS - tracks.length)
    const rows = await sql<Row>`
      select f.id, f.flight_date, f.created_at, f.shape from flights f
      where ${join(here, ' and ')} order by ${orderBy(NEWEST_FIRST)} limit ${limit}`
    for (const { id, flight_date: date, shape } of rows)
      tracks.push({ id, date, line: encodeLine(JSON.parse(shape) as number[], points) })
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_SIZE || tracks.length >= MAX_TRACKS) break
    after = cursorAt(NEWEST_FIRST, last as FlightRow)
  }
  return { tracks, isComplete: count <= tracks.length }
}
