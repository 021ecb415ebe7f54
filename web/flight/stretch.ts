// The selected stretch of the flight, shared by barogram, map, readout and the list of phases.
import { distanceKm } from '#igc/geodesy.ts'
import { findFix, type TrackColumns } from './map/flight-columns.ts'
import type { Leg } from './score/legs.ts'
import { createWatched, type Watched } from './watched.ts'

/** Indexes into the track's columns, both included. */
export interface Stretch {
  from: number
  to: number
}

export type Selection = Watched<Stretch>

export const createSelection = (): Selection =>
  createWatched((one, other) => one?.from === other?.from && one?.to === other?.to)

/** What stands out from the rest of the track: the leg that is pointed at, or else what is selected. */
export function listMarked(
  columns: TrackColumns,
  { value: stretch }: Selection,
  leg: Leg | undefined,
): Stretch[] {
  if (!leg) return stretch ? [stretch] : []
  const at = (seconds: number) => findFix(columns.seconds, seconds)
  return leg.spans.map(({ from, to }) => ({ from: at(from), to: at(to) })).filter(({ from, to }) => from < to)
}

export interface StretchValues {
  seconds: number
  /** Metres. */
  change: number
  /** Metres a second. */
  climb: number
  /** In a straight line. */
  kilometres: number
  /** Kilometres an hour, in a straight line. */
  speed: number
  /** Null when less than ten metres are lost. */
  glide: number | null
}

const MIN_LOSS = 10

export function measureStretch(columns: TrackColumns, { from, to }: Stretch): StretchValues {
  const { seconds, altitude, latitude, longitude } = columns
  const at = (column: Float64Array, index: number) => column[index] as number
  const elapsed = at(seconds, to) - at(seconds, from)
  const change = at(altitude, to) - at(altitude, from)
  const kilometres = distanceKm(at(latitude, from), at(longitude, from), at(latitude, to), at(longitude, to))
  return {
    seconds: elapsed,
    change,
    climb: elapsed > 0 ? change / elapsed : 0,
    kilometres,
    speed: elapsed > 0 ? (kilometres / elapsed) * 3600 : 0,
    glide: change <= -MIN_LOSS ? (1000 * kilometres) / -change : null,
  }
}
