// Puts flights next to each other: at the same time since take-off, or at the same places as the first of them.
import { distanceKm } from '#igc/geodesy.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { findFix } from '../map/flight-columns.ts'

export type AlignBy = 'time' | 'position'

export interface Aligned {
  /** Seconds since take-off, or kilometres along the first flight. */
  at: number[]
  /** Of each flight at each place: the fix there; null where it was not. */
  fixes: (number | null)[][]
}

const STEP_SECONDS = 10
const STEP_KM = 0.5
/** Flights that pass a place at this distance were there. */
const MAX_AWAY_KM = 2
/** So much farther away again, a flight has passed the place. */
const PASSED_KM = 0.7

export function alignFlights(by: AlignBy, flights: readonly TrackColumns[]): Aligned {
  return by === 'time' ? alignByTime(flights) : alignByPosition(flights)
}

function alignByTime(flights: readonly TrackColumns[]): Aligned {
  const lengths = flights.map(({ seconds }) => seconds.at(-1)! - seconds[0]!)
  const count = Math.floor(Math.max(...lengths, 0) / STEP_SECONDS) + 1
  const at = Array.from({ length: count }, (_, step) => step * STEP_SECONDS)
  const fixes = flights.map(({ seconds }, flight) =>
    at.map((since) => (since > lengths[flight]! ? null : findFix(seconds, seconds[0]! + since))),
  )
  return { at, fixes }
}

function alignByPosition(flights: readonly TrackColumns[]): Aligned {
  const [first] = flights
  if (!first) return { at: [], fixes: [] }
  const { places, at } = walk(first)
  const fixes = flights.map((flight, index) => (index === 0 ? places : findPlaces(first, places, flight)))
  return { at, fixes }
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

/** Metres above the first flight by time, seconds behind it by position; null where one of them was not. */
export function listDifferences(
  by: AlignBy,
  flights: readonly TrackColumns[],
  { fixes }: Aligned,
): (number | null)[][] {
  const value = ({ seconds, altitude }: TrackColumns, fix: number) =>
    by === 'time' ? altitude[fix]! : seconds[fix]! - seconds[0]!
  return fixes.map((column, flight) =>
    column.map((fix, step) => {
      const base = fixes[0]![step] ?? null
      return fix === null || base === null ? null : value(flights[flight]!, fix) - value(flights[0]!, base)
    }),
  )
}
