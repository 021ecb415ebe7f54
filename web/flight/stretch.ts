// The selected stretch of the flight, shared by barogram, map, readout and the list of phases.
import { distanceKm } from '#igc/geodesy.ts'
import type { TrackColumns } from './map/flight-columns.ts'

/** Indexes into the track's columns, both included. */
export interface Stretch {
  from: number
  to: number
}

export interface Selection {
  readonly stretch: Stretch | undefined
  set(stretch: Stretch | undefined): void
  /** Returns a function that stops listening. */
  listen(listener: (stretch: Stretch | undefined) => void): () => void
}

export function createSelection(): Selection {
  const listeners = new Set<(stretch: Stretch | undefined) => void>()
  let current: Stretch | undefined
  return {
    get stretch() {
      return current
    },
    set(stretch) {
      if (stretch?.from === current?.from && stretch?.to === current?.to) return
      current = stretch
      for (const listener of listeners) listener(stretch)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
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
