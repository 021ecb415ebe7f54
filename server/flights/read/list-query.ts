// Turns the parameters of a list into the terms of its store.
import { DEFAULT_PAGE_SIZE, type FlightListQuery } from '#contract/flight-list.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { datesOfSeason } from '../record/flight.ts'
import { readWords } from '../search/search.ts'
import type { Box, FlightFilter } from './list-store.ts'

export interface Page {
  page: number
  pageSize: number
}

export function readPage({ page = 1, pageSize = DEFAULT_PAGE_SIZE }: FlightListQueryOfAnyType): Page {
  return { page, pageSize }
}

/** The dashboard's own list names the type freely. */
type FlightListQueryOfAnyType = Omit<FlightListQuery, 'type'> & { type?: string }

/** Whether the list is read by cursor; one that is asked for both ways at once is refused. */
export function isByCursor({ after, limit, page, pageSize }: FlightListQuery): boolean {
  const isAsked = after !== undefined || limit !== undefined
  if (isAsked && (page !== undefined || pageSize !== undefined))
    throw invalidRequest(
      'page and pageSize cannot be combined with after and limit: use one pair or the other.',
    )
  return isAsked
}

export function readFilter(query: FlightListQueryOfAnyType): FlightFilter {
  const filter: FlightFilter = {
    hash: query.hash,
    takeoffId: query.takeoffId,
    gliderId: query.gliderId || undefined,
    scoreType: query.type || undefined,
    minScore: query.minScore,
    country: query.country?.toUpperCase(),
    box: query.bbox === undefined ? undefined : readBox(query.bbox),
    from: query.from,
    to: query.to,
    words: readWords(query.q),
    counting: query.counting === 'counted' ? 'counted' : undefined,
  }
  if (query.season !== undefined) narrow(filter, datesOfSeason(query.season))
  if (query.updatedSince !== undefined) filter.updatedSince = Date.parse(query.updatedSince)
  return filter
}

/** A season is a range of days like any other. */
function narrow(filter: FlightFilter, dates: { from: string; to: string }): void {
  if (filter.from === undefined || filter.from < dates.from) filter.from = dates.from
  if (filter.to === undefined || filter.to > dates.to) filter.to = dates.to
}

/** In GeoJSON's order (RFC 7946 5). A box whose west lies east of its east crosses the antimeridian. */
export function readBox(text: string): Box {
  const numbers = text
    .split(',')
    .map((part) => (/^\s*-?\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN))
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  const isBox =
    numbers.length === 4 &&
    [west, east].every((longitude) => Math.abs(longitude) <= 180) &&
    [south, north].every((latitude) => Math.abs(latitude) <= 90) &&
    south <= north
  if (!isBox)
    throw invalidRequest('bbox must be west,south,east,north in degrees, such as 5.9,45.8,10.5,47.8.')
  return { west, south, east, north }
}
