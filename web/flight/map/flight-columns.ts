// The columns of a track, the position of each fix on the map, and how fast it is there.
import type { FlightGround, FlightTrack } from '#dashboard/flights.ts'
import { UNKNOWN_HEIGHT } from '#dashboard/heights.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { pause } from '../pause.ts'
import { projectColumns } from './projection.ts'

export interface TrackColumns {
  /** Seconds since 1970, UTC. */
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
  /** Metres. */
  altitude: Float64Array
}

/** The ground below each fix; null where it is not known. */
export interface GroundColumns {
  /** Metres above sea level. */
  ground: (number | null)[]
  aboveGround: (number | null)[]
}

export interface FlightColumns extends TrackColumns {
  /** Of a fix, averaged over the seconds around it; metres per second. */
  climbAt: (index: number) => number
  /** Ground speed in km/h. */
  speedAt: (index: number) => number
  x: Float64Array
  y: Float64Array
}

const WINDOW_SECONDS = 10
/** A wide screen's pixels, about. */
const MAX_PARTS = 1000

export function readTrack(track: FlightTrack): TrackColumns {
  return {
    seconds: sumSteps(track.seconds, 1),
    latitude: sumSteps(track.latitude, 1e6),
    longitude: sumSteps(track.longitude, 1e6),
    altitude: sumSteps(track.altitude, 1),
  }
}

/** From the public API, or of a file that is read here. */
export function toColumns(track: Record<keyof TrackColumns, ArrayLike<number>>): TrackColumns {
  const { seconds, latitude, longitude, altitude } = track
  return {
    seconds: Float64Array.from(seconds),
    latitude: Float64Array.from(latitude),
    longitude: Float64Array.from(longitude),
    altitude: Float64Array.from(altitude),
  }
}

export function readGround({ ground, aboveGround }: FlightGround): GroundColumns {
  const read = (steps: number[]) =>
    Array.from(sumSteps(steps, 1), (height) => (height === UNKNOWN_HEIGHT ? null : height))
  const known = read(ground)
  return {
    ground: known,
    // Where the ground is not known, neither is what is above it.
    aboveGround: read(aboveGround).map((height, index) => (known[index] === null ? null : height)),
  }
}

/** Sums whole numbers, since fractions would drift. */
function sumSteps(steps: number[], scale: number): Float64Array {
  const column = new Float64Array(steps.length)
  let sum = 0
  for (let index = 0; index < steps.length; index++) {
    sum += steps[index] as number
    column[index] = sum / scale
  }
  return column
}

/** With a pause: ten hours at a fix per second take a phone a while. */
export async function prepareColumns(track: TrackColumns): Promise<FlightColumns> {
  await pause()
  const { seconds, altitude, latitude, longitude } = track
  const at = (column: Float64Array, index: number) => column[index] as number
  /** By the second; 0 where they all are the same one. */
  const around = (index: number, measure: (from: number, to: number) => number) => {
    const time = at(seconds, index)
    const before = findFix(seconds, time - WINDOW_SECONDS)
    const from = at(seconds, before) < time - WINDOW_SECONDS ? before + 1 : before
    const to = findFix(seconds, time + WINDOW_SECONDS)
    const span = at(seconds, to) - at(seconds, from)
    return span > 0 ? measure(from, to) / span : 0
  }
  return {
    ...track,
    ...projectColumns(latitude, longitude),
    climbAt: (index) => around(index, (from, to) => at(altitude, to) - at(altitude, from)),
    speedAt: (index) =>
      around(
        index,
        (from, to) =>
          3600 * distanceKm(at(latitude, from), at(longitude, from), at(latitude, to), at(longitude, to)),
      ),
  }
}

/** The last fix at or before a time. */
export function findFix(seconds: ArrayLike<number>, time: number): number {
  let [low, high] = [0, seconds.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((seconds[middle] as number) <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** Of each of equal parts of a stretch the lowest and the highest fix: the same line to the eye, quickly drawn. */
export function thinOut(altitude: ArrayLike<number>, { from, to }: { from: number; to: number }): number[] {
  const size = Math.max(2, Math.ceil((to - from) / MAX_PARTS))
  const kept = [from]
  for (let start = from + 1; start < to; start += size) {
    let [lowest, highest] = [start, start]
    for (let index = start; index < Math.min(start + size, to); index++) {
      if ((altitude[index] as number) < (altitude[lowest] as number)) lowest = index
      if ((altitude[index] as number) > (altitude[highest] as number)) highest = index
    }
    kept.push(Math.min(lowest, highest))
    if (lowest !== highest) kept.push(Math.max(lowest, highest))
  }
  if (to > from) kept.push(to)
  return kept
}
