// Circles tell how fast a clock ran. Played three times as fast they keep their radius and have nine times the load.
import type { Track } from '../track.ts'
import { hasAltitude } from './altitude.ts'
import type { FlightSegment } from './flight-range.ts'

/** Metres per second squared, to the side, over two circles that do not sink: real wings, sailplanes too, show 11. */
const MAX_LOAD_MS2 = 13
const CIRCLES = 2
/** Metres per second: what sinks faster is a spiral dive, which has any load. */
const MAX_SINK_MS = 1
/** Two fixes to a circle do not tell which way it turns. */
const MAX_TURN_RADIANS = 3.05
const MAX_STEP_SECONDS = 5
const METRES_PER_DEGREE = 111_195

interface Circling {
  row: number
  load: number
}

/** The row of the first circles that no wing can fly, where most of them are so; undefined when they are not. */
export function findOverload(track: Track, metres: Float64Array, flight: FlightSegment): number | undefined {
  // Without altitudes nothing tells a spiral dive.
  const circles = hasAltitude(track) ? listCircles(track, metres, flight) : []
  const loads = circles.map(({ load }) => load).toSorted((a, b) => a - b)
  const median = loads[loads.length >> 1] ?? 0
  if (median > MAX_LOAD_MS2) return circles.find(({ load }) => load > MAX_LOAD_MS2)!.row
  return isThrownAbout(track, flight) ? flight.from : undefined
}

/** Metres per second squared, four times the weight; a receiver's noise reaches it here and there. */
const MAX_ACCELERATION_MS2 = 40
const MAX_SHARE = 0.05

/** Half circles from fix to fix, which turn neither way. */
function isThrownAbout({ seconds, latitude, longitude }: Track, { from, to }: FlightSegment): boolean {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((latitude[from]! * Math.PI) / 180)
  let steps = 0
  let thrown = 0
  let east = 0
  let north = 0
  for (let row = from + 1; row <= to; row++) {
    const elapsed = seconds[row]! - seconds[row - 1]!
    if (elapsed <= 0 || elapsed > MAX_STEP_SECONDS) continue
    const nextEast = ((longitude[row]! - longitude[row - 1]!) * perDegreeEast) / elapsed
    const nextNorth = ((latitude[row]! - latitude[row - 1]!) * METRES_PER_DEGREE) / elapsed
    steps++
    if ((nextEast - east) ** 2 + (nextNorth - north) ** 2 > (MAX_ACCELERATION_MS2 * elapsed) ** 2) thrown++
    east = nextEast
    north = nextNorth
  }
  return thrown > MAX_SHARE * steps
}

/** Every two circles in one direction without a break, with their mean load: speed times turn rate. */
function listCircles(track: Track, metres: Float64Array, { from, to }: FlightSegment): Circling[] {
  const { seconds, latitude, longitude } = track
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((latitude[from]! * Math.PI) / 180)
  const circles: Circling[] = []
  let first = from
  let turned = 0
  let length = 0
  let east = 0
  let north = 0
  for (let row = from + 1, last = from; row <= to; row++) {
    // Several fixes in one second: the time between them is not known.
    if (seconds[row] === seconds[last]) continue
    const nextEast = (longitude[row]! - longitude[last]!) * perDegreeEast
    const nextNorth = (latitude[row]! - latitude[last]!) * METRES_PER_DEGREE
    const aside = east * nextNorth - north * nextEast
    // Cheap first: on a glide every other turn is to the other side.
    const goesOn = aside * turned >= 0 && seconds[row]! - seconds[last]! <= MAX_STEP_SECONDS
    const turn = goesOn ? Math.atan2(aside, east * nextEast + north * nextNorth) : 0
    if (goesOn && Math.abs(turn) < MAX_TURN_RADIANS) turned += turn
    else {
      first = last
      turned = 0
      length = 0
    }
    length += Math.sqrt(nextEast * nextEast + nextNorth * nextNorth)
    east = nextEast
    north = nextNorth
    last = row
    if (Math.abs(turned) < CIRCLES * 2 * Math.PI) continue
    const elapsed = seconds[row]! - seconds[first]!
    const isSinking = metres[row]! - metres[first]! < -MAX_SINK_MS * elapsed
    if (!isSinking) circles.push({ row: first, load: (length * Math.abs(turned)) / elapsed ** 2 })
    first = row
    turned = 0
    length = 0
  }
  return circles
}
