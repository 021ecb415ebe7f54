// The parameters of the lists: read by hand, so that each refusal names its parameter in a sentence.
import { invalidRequest } from '#server/platform/errors.ts'
import { datesOfSeason } from '../flight.ts'
import type { FlightFilter } from './list-store.ts'

export type Query = Readonly<Record<string, string | string[] | undefined>>

export interface Page {
  page: number
  pageSize: number
}

const GREATEST_PAGE = 1_000_000_000

export function readPage(query: Query): Page {
  return {
    page: readWholeNumber(query, 'page', 1, GREATEST_PAGE, 'page must be a whole number from 1.') ?? 1,
    pageSize:
      readWholeNumber(query, 'pageSize', 1, 100, 'pageSize must be a whole number from 1 to 100.') ?? 25,
  }
}

export function readFilter(query: Query): FlightFilter {
  const filter: FlightFilter = {}
  const from = readDate(query, 'from')
  const to = readDate(query, 'to')
  if (from !== undefined) filter.from = from
  if (to !== undefined) filter.to = to
  const season = readWholeNumber(query, 'season', 1, 9999, 'season must be a year such as 2026.')
  if (season !== undefined) narrow(filter, datesOfSeason(season))
  const updatedSince = readTime(query, 'updatedSince')
  if (updatedSince !== undefined) filter.updatedSince = updatedSince
  return filter
}

/** A season is a stretch of days like any other. */
function narrow(filter: FlightFilter, dates: { from: string; to: string }): void {
  if (filter.from === undefined || filter.from < dates.from) filter.from = dates.from
  if (filter.to === undefined || filter.to > dates.to) filter.to = dates.to
}

export function readWholeNumber(
  query: Query,
  name: string,
  least: number,
  greatest: number,
  sentence: string,
): number | undefined {
  const text = readOnce(query, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,15}$/.test(text) || value < least || value > greatest) throw invalidRequest(sentence)
  return value
}

export function readOnce(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw invalidRequest(`${name} is given more than once.`)
  return value
}

function readDate(query: Query, name: string): string | undefined {
  const text = readOnce(query, name)
  if (text === undefined) return undefined
  const isDate =
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  if (!isDate) throw invalidRequest(`${name} must be a date such as 2026-05-17.`)
  return text
}

function readTime(query: Query, name: string): number | undefined {
  const text = readOnce(query, name)
  if (text === undefined) return undefined
  const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
  const time = pattern.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalidRequest(`${name} must be a time such as 2026-05-17T16:04:05Z.`)
  return time
}
