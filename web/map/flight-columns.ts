// What the flight page derives from a track once: climb, speed, and where each fix lies on the map.
import type { FlightTrack } from '#contract/dashboard.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { projectColumns } from './projection.ts'

export interface FlightColumns extends FlightTrack {
  /** Metres a second over the seconds around each fix. */
  climb: Float32Array
  /** Kilometres an hour over ground. */
  speed: Float32Array
  x: Float64Array
  y: Float64Array
}

const WINDOW_SECONDS = 10

export function prepareColumns(track: FlightTrack): FlightColumns {
  const { seconds, altitude, latitude, longitude } = track
  const count = seconds.length
  const climb = new Float32Array(count)
  const speed = new Float32Array(count)
  let from = 0
  let to = 0
  for (let index = 0; index < count; index++) {
    const time = seconds[index] as number
    while ((seconds[from] as number) < time - WINDOW_SECONDS) from++
    while (to + 1 < count && (seconds[to + 1] as number) <= time + WINDOW_SECONDS) to++
    const span = (seconds[to] as number) - (seconds[from] as number)
    if (span <= 0) continue
    climb[index] = ((altitude[to] as number) - (altitude[from] as number)) / span
    const kilometres = distanceKm(
      latitude[from] as number,
      longitude[from] as number,
      latitude[to] as number,
      longitude[to] as number,
    )
    speed[index] = (kilometres / span) * 3600
  }
  return { ...track, climb, speed, ...projectColumns(latitude, longitude) }
}

/** The fix at or before a time. */
export function findIndexAt(seconds: ArrayLike<number>, time: number): number {
  let [low, high] = [0, seconds.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((seconds[middle] as number) <= time) low = middle
    else high = middle - 1
  }
  return low
}
