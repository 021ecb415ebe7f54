// A flight as columns for the check: places, times, both altitudes, the way flown.
import { readAltitudes } from '#igc/flight/altitude.ts'
import type { Track } from '#igc/track.ts'
import type { Box } from './airspace.ts'
import { METRES_PER_DEGREE, RADIANS, wrap } from './geodesy.ts'

export interface Flight {
  readonly track: Track
  /** Rows of the flight, both included. */
  readonly from: number
  readonly to: number
  readonly gnss: Float64Array | undefined
  readonly pressure: Float64Array | undefined
  /** Below each row, in metres above mean sea level; NaN where it is not known. */
  readonly ground: ArrayLike<number> | undefined
  /** Metres flown since the first row of the track. */
  readonly path: Float64Array
  readonly box: Box
  /** The rows where each altitude is lowest and highest. */
  readonly lowest: readonly number[]
  readonly highest: readonly number[]
}

export interface FlightOptions {
  range: { from: number; to: number }
  ground?: ArrayLike<number> | undefined
}

export function prepareFlight(track: Track, { range, ground }: FlightOptions): Flight {
  const { from, to } = range
  const gnss = readAltitudes(track, 'gnss')
  const pressure = readAltitudes(track, 'pressure')
  const columns = [gnss, pressure].filter((column) => column !== undefined)
  return {
    track,
    from,
    to,
    gnss,
    pressure,
    ground,
    ...measureWay(track, from, to),
    lowest: columns.map((column) => findExtreme(column, from, to, -1)),
    highest: columns.map((column) => findExtreme(column, from, to, 1)),
  }
}

/** Degrees of latitude over which a degree of longitude keeps its length to a thousandth. */
const SAME_LATITUDE = 0.05

function measureWay({ latitude, longitude, length }: Track, from: number, to: number) {
  const path = new Float64Array(length)
  let measuredAt = Infinity
  let eastMetres = 0
  let [south, north, west, east] = [latitude[from]!, latitude[from]!, 0, 0]
  let x = 0
  for (let row = from + 1; row <= to; row++) {
    const here = latitude[row]!
    if (!(Math.abs(here - measuredAt) < SAME_LATITUDE)) {
      measuredAt = here
      eastMetres = METRES_PER_DEGREE * Math.cos(here * RADIANS)
    }
    const step = wrap(longitude[row]! - longitude[row - 1]!)
    const eastward = eastMetres * step
    const northward = METRES_PER_DEGREE * (here - latitude[row - 1]!)
    path[row] = path[row - 1]! + Math.sqrt(eastward * eastward + northward * northward)
    x += step
    if (here < south) south = here
    else if (here > north) north = here
    if (x < west) west = x
    else if (x > east) east = x
  }
  return { path, box: toBox(longitude[from]!, { south, north, west, east }) }
}

/** From degrees east of a longitude to those of the globe. */
function toBox(longitude: number, { south, north, west, east }: Box): Box {
  if (east - west >= 360) return { south, north, west: -180, east: 180 }
  return { south, north, west: wrap(longitude + west), east: wrap(longitude + east) }
}

function findExtreme(column: Float64Array, from: number, to: number, sign: 1 | -1): number {
  let best = from
  for (let row = from; row <= to; row++) if (sign * (column[row]! - column[best]!) > 0) best = row
  return best
}
