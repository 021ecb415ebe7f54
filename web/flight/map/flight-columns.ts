// Columns computed once per track: climb, speed, and the position of each fix on the map.
import type { FlightGround, FlightTrack } from '#dashboard/flights.ts'
import { UNKNOWN_HEIGHT } from '#dashboard/heights.ts'
import { distanceKm } from '#igc/geodesy.ts'
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
  /** Metres per second, averaged over the seconds around each fix. */
  climb: Float32Array
  /** Ground speed in km/h. */
  speed: Float32Array
  x: Float64Array
  y: Float64Array
}

const WINDOW_SECONDS = 10

export function readTrack(track: FlightTrack): TrackColumns {
  return {
    seconds: sumSteps(track.seconds, 1),
    latitude: sumSteps(track.latitude, 1e6),
    longitude: sumSteps(track.longitude, 1e6),
    altitude: sumSteps(track.altitude, 1),
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

export function prepareColumns(track: TrackColumns): FlightColumns {
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
