// What the parameters of a list mean to its store.
import { DEFAULT_PAGE_SIZE, type FlightListQuery } from '#contract/flight.ts'
import { datesOfSeason } from '../flight.ts'
import type { FlightFilter } from './list-store.ts'

export interface Page {
  page: number
  pageSize: number
}

export function readPage({ page = 1, pageSize = DEFAULT_PAGE_SIZE }: FlightListQuery): Page {
  return { page, pageSize }
}

export function readFilter({ from, to, season, updatedSince, hash }: FlightListQuery): FlightFilter {
  const filter: FlightFilter = {}
  if (from !== undefined) filter.from = from
  if (to !== undefined) filter.to = to
  if (season !== undefined) narrow(filter, datesOfSeason(season))
  if (updatedSince !== undefined) filter.updatedSince = Date.parse(updatedSince)
  if (hash !== undefined) filter.hash = hash
  return filter
}

/** A season is a range of days like any other. */
function narrow(filter: FlightFilter, dates: { from: string; to: string }): void {
  if (filter.from === undefined || filter.from < dates.from) filter.from = dates.from
  if (filter.to === undefined || filter.to > dates.to) filter.to = dates.to
}
