// Puts flights next to each other: at the same time since take-off, at the same time of day, or at the same places as the
// first of them. What is compared at is one number: seconds, or kilometres along the first flight.
import { distanceKm } from '#igc/geodesy.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { findFix } from '../map/flight-columns.ts'

export const alignments = ['time', 'clock', 'position'] as const
export type AlignBy = (typeof alignments)[number]

/** A flight, and by how much the clocks there were ahead of UTC. */
export interface Timed {
  columns: TrackColumns
  utcOffsetSeconds: number
}

export interface Aligned {
  /** Seconds since take-off, seconds of the day, or kilometres along the first flight. */
  at: number[]
  /** Of each flight at each place: the fix there; null where it was not. */
  fixes: (number | null)[][]
  /** When a flight was there, between steps, too; null where it was not. */
  timeOf: (flight: number, at: number) => number | null
}

const STEP_SECONDS = 10
const STEP_KM = 0.5
/** Flights that pass a place at this distance were there. */
const MAX_AWAY_KM = 2
/** So much farther away again, a flight has passed the place. */
const PASSED_KM = 0.7
const DAY_SECONDS = 86_400

export function alignFlights(by: AlignBy, flights: readonly Timed[]): Aligned {
  if (by === 'position') return alignByPosition(flights.map(({ columns }) => columns))
  const isByClock = by === 'clock'
  return alignByTime(
    flights.map(({ columns }) => columns),
    flights.map((flight) => (isByClock ? findMidnight(flight) : flight.columns.seconds[0]!)),
  )
}

/** Of the day on which the flight began, as the clocks there had it. */
function findMidnight({ columns, utcOffsetSeconds }: Timed): number {
  const local = columns.seconds[0]! + utcOffsetSeconds
  return local - (local % DAY_SECONDS) - utcOffsetSeconds
}

function alignByTime(flights: readonly TrackColumns[], origins: readonly number[]): Aligned {
  const ends = flights.map(({ seconds }, flight) => [
    seconds[0]! - origins[flight]!,
    seconds.at(-1)! - origins[flight]!,
  ])
  const [from, to] = [Math.min(...ends.map(([start]) => start!)), Math.max(...ends.map(([, end]) => end!))]
  const count = flights.length === 0 ? 0 : Math.floor((to - from) / STEP_SECONDS) + 1
  const timeOf = (flight: number, at: number) => {
    const [start, end] = ends[flight]!
    return at < start! || at > end! ? null : origins[flight]! + at
  }
  const at = Array.from({ length: count }, (_, step) => from + step * STEP_SECONDS)
  const fixes = flights.map(({ seconds }, flight) =>
    at.map((moment) => {
      const time = timeOf(flight, moment)
      return time === null ? null : findFix(seconds, time)
    }),
  )
  return { at, fixes, timeOf }
}

function alignByPosition(flights: readonly TrackColumns[]): Aligned {
  const [first] = flights
  if (!first) return { at: [], fixes: [], timeOf: () => null }
  const { places, at } = walk(first)
  const fixes = flights.map((flight, index) => (index === 0 ? places : findPlaces(first, places, flight)))
  const timeOf = (flight: number, wanted: number) => {
    const step = findFix(at, wanted)
    const before = fixes[flight]![step] ?? null
    const after = fixes[flight]![step + 1] ?? before
    if (before === null || after === null) return null
    const { seconds } = flights[flight]!
    const share = (wanted - at[step]!) / ((at[step + 1] ?? at[step]! + STEP_KM) - at[step]!)
    return seconds[before]! + share * (seconds[after]! - seconds[before]!)
  }
  return { at, fixes, timeOf }
}

/** A fix of the course every half kilometre; circles add nothing. */
function walk({ latitude, longitude }: TrackColumns): { places: number[]; at: number[] } {
  const [places, at] = [[0], [0]]
  for (let index = 1; index < latitude.length; index++) {
    const last = places.at(-1)!
    const away = distanceKm(latitude[last]!, longitude[last]!, latitude[index]!, longitude[index]!)
    if (away < STEP_KM) continue
    places.push(index)
    at.push(at.at(-1)! + away)
  }
  return { places, at }
}

/** Always onward: a place that is passed twice belongs to the order in which both flew. */
function findPlaces(first: TrackColumns, places: readonly number[], other: TrackColumns): (number | null)[] {
  let from = 0
  return places.map((place) => {
    const found = findPassing(first.latitude[place]!, first.longitude[place]!, other, from)
    if (found !== null) from = found
    return found
  })
}

function findPassing(latitude: number, longitude: number, other: TrackColumns, from: number): number | null {
  let [found, least] = [null as number | null, MAX_AWAY_KM]
  for (let index = from; index < other.latitude.length; index++) {
    const away = distanceKm(latitude, longitude, other.latitude[index]!, other.longitude[index]!)
    if (away < least) [found, least] = [index, away]
    else if (found !== null && away > least + PASSED_KM) return found
  }
  return found
}

/** Seconds behind the first flight by position, else metres above it; null where one of them was not. */
export function listDifferences(
  by: AlignBy,
  flights: readonly TrackColumns[],
  { fixes }: Pick<Aligned, 'fixes'>,
): (number | null)[][] {
  const value = ({ seconds, altitude }: TrackColumns, fix: number) =>
    by === 'position' ? seconds[fix]! - seconds[0]! : altitude[fix]!
  return fixes.map((column, flight) =>
    column.map((fix, step) => {
      const base = fixes[0]![step] ?? null
      return fix === null || base === null ? null : value(flights[flight]!, fix) - value(flights[0]!, base)
    }),
  )
}

/** Where a flight is at a time, between two fixes. */
export interface Spot {
  latitude: number
  longitude: number
  altitude: number
  /** The last fix before. */
  fix: number
}

export function findSpot({ seconds, latitude, longitude, altitude }: TrackColumns, time: number): Spot {
  const fix = findFix(seconds, time)
  const next = Math.min(fix + 1, seconds.length - 1)
  const span = seconds[next]! - seconds[fix]!
  const share = span > 0 ? Math.min(1, Math.max(0, (time - seconds[fix]!) / span)) : 0
  const between = (column: Float64Array) => column[fix]! + share * (column[next]! - column[fix]!)
  return { latitude: between(latitude), longitude: between(longitude), altitude: between(altitude), fix }
}
