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
  /** Each ends with the row with which the next one begins. */
  readonly blocks: readonly Block[]
  /** The spans of the whole flight. */
  readonly spans: Spans
}

/** Rows, both included, and what is between them. */
export interface Block {
  from: number
  to: number
  box: Box
  spans: Spans
}

/** The range of each measured altitude, from the lowest to the highest. */
export interface Spans {
  gnss: Span | undefined
  pressure: Span | undefined
}

/** Metres. */
export interface Span {
  lowest: number
  highest: number
}

export interface FlightOptions {
  range: { from: number; to: number }
  ground?: ArrayLike<number> | undefined
}

/** Steps of a block: few enough to stay near one place, enough of them to be passed over quickly. */
const BLOCK = 64

export function prepareFlight(track: Track, { range, ground }: FlightOptions): Flight {
  const { from, to } = range
  const gnss = readAltitudes(track, 'gnss')
  const pressure = readAltitudes(track, 'pressure')
  const path = new Float64Array(track.length)
  const blocks: Block[] = []
  const whole: Box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity }
  let x = 0
  for (let row = from; row === from || row < to; row += BLOCK) {
    const last = Math.min(to, row + BLOCK)
    const reach = measureWay(track, path, row, last, x)
    include(whole, reach)
    x = reach.end
    const spans = { gnss: spanOf(gnss, row, last), pressure: spanOf(pressure, row, last) }
    blocks.push({ from: row, to: last, box: toBox(track.longitude[from]!, reach), spans })
  }
  const spanAll = (source: keyof Spans) => joinSpans(blocks.map(({ spans }) => spans[source]))
  return {
    track,
    from,
    to,
    gnss,
    pressure,
    ground,
    path,
    box: toBox(track.longitude[from]!, whole),
    blocks,
    spans: { gnss: spanAll('gnss'), pressure: spanAll('pressure') },
  }
}

/** Degrees of latitude over which a degree of longitude keeps its length to a thousandth. */
const SAME_LATITUDE = 0.05

/** From one row to another, which is `x` degrees east of the flight's first; fills in the path. */
function measureWay(
  { latitude, longitude }: Track,
  path: Float64Array,
  from: number,
  to: number,
  x: number,
): Box & { end: number } {
  let measuredAt = Infinity
  let eastMetres = 0
  let end = x
  let [south, north, west, east] = [latitude[from]!, latitude[from]!, x, x]
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
    end += step
    if (here < south) south = here
    else if (here > north) north = here
    if (end < west) west = end
    else if (end > east) east = end
  }
  return { south, north, west, east, end }
}

function include(whole: Box, { south, north, west, east }: Box): void {
  whole.south = Math.min(whole.south, south)
  whole.north = Math.max(whole.north, north)
  whole.west = Math.min(whole.west, west)
  whole.east = Math.max(whole.east, east)
}

/** From degrees east of a longitude to those of the globe. */
function toBox(longitude: number, { south, north, west, east }: Box): Box {
  if (east - west >= 360) return { south, north, west: -180, east: 180 }
  return { south, north, west: wrap(longitude + west), east: wrap(longitude + east) }
}

function spanOf(column: Float64Array | undefined, from: number, to: number): Span | undefined {
  if (!column) return undefined
  let [lowest, highest] = [column[from]!, column[from]!]
  for (let row = from + 1; row <= to; row++) {
    const metres = column[row]!
    if (metres < lowest) lowest = metres
    else if (metres > highest) highest = metres
  }
  return { lowest, highest }
}

function joinSpans(spans: readonly (Span | undefined)[]): Span | undefined {
  return spans.reduce(
    (all, span) =>
      all && span
        ? { lowest: Math.min(all.lowest, span.lowest), highest: Math.max(all.highest, span.highest) }
        : (all ?? span),
    undefined,
  )
}
