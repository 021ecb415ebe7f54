// The positions of a flight at round times: small enough to be stored with the flight, and enough to tell whether
// another recording is of the same flight without reading either file.
import type { Track } from '../track.ts'

/** Changes whenever the same file may be given another trace. */
export const TRACE_VERSION = '1'

const MAX_POSITIONS = 128
/** The steps are this times a power of two, counted from 1970: of two traces the coarser has times of the finer. */
const SHORTEST_STEP_SECONDS = 15
/** Between fixes further apart the position is not known. */
const MAX_GAP_SECONDS = 60
const PER_DEGREE = 100_000
const METRES_PER_UNIT = 111_195 / PER_DEGREE

/**
 * The step in seconds, then for each position the time in steps, latitude and longitude in 0.00001 degrees: the first from
 * zero, each of the others from the one before.
 */
export type StoredTrace = readonly number[]

/** Null when too little is known of it to be compared. */
export function traceFlight(track: Track, { from, to }: { from: number; to: number }): StoredTrace | null {
  const [start, end] = [track.seconds[from]!, track.seconds[to]!]
  let step = SHORTEST_STEP_SECONDS
  while (Math.floor(end / step) - Math.ceil(start / step) >= MAX_POSITIONS) step *= 2
  const trace = [step]
  let before = [0, 0, 0]
  for (let time = Math.ceil(start / step), row = from; time * step <= end; time++) {
    while (row < to && track.seconds[row + 1]! <= time * step) row++
    const position = findPosition(track, row, Math.min(row + 1, to), time * step)
    if (!position) continue
    const now = [time, ...position.map((degrees) => Math.round(degrees * PER_DEGREE))]
    trace.push(...now.map((value, index) => value - before[index]!))
    before = now
  }
  return trace.length > 3 * MIN_COMMON ? trace : null
}

function findPosition(
  { seconds, latitude, longitude }: Track,
  row: number,
  next: number,
  time: number,
): [lat: number, lng: number] | undefined {
  const gap = seconds[next]! - seconds[row]!
  if (gap > MAX_GAP_SECONDS) return undefined
  const share = gap === 0 ? 0 : (time - seconds[row]!) / gap
  const east = ((longitude[next]! - longitude[row]! + 540) % 360) - 180
  return [
    latitude[row]! + share * (latitude[next]! - latitude[row]!),
    ((longitude[row]! + share * east + 540) % 360) - 180,
  ]
}

/** At that many times both positions have to be known. */
const MIN_COMMON = 4
/** Share of the positions of the shorter one: an instrument is switched on later, or its battery is empty. */
const MIN_COMMON_SHARE = 0.6
/** Half of the positions are no further apart than two receivers of one pilot err: two pilots keep more distance. */
const MAX_MEDIAN_M = 60
/** The others may be: one of the receivers has lost its satellites for a while. */
const MAX_MOSTLY_M = 250
const MOSTLY = 0.8

/** A trace to compare: a column for each value, in seconds and 0.00001 degrees. */
export interface Trace {
  stepSeconds: number
  seconds: number[]
  latitude: number[]
  longitude: number[]
}

export function readTrace(stored: StoredTrace): Trace {
  const [stepSeconds = SHORTEST_STEP_SECONDS] = stored
  const trace: Trace = { stepSeconds, seconds: [], latitude: [], longitude: [] }
  let [time, lat, lng] = [0, 0, 0]
  for (let at = 1; at < stored.length; at += 3) {
    trace.seconds.push((time += stored[at]! * stepSeconds))
    trace.latitude.push((lat += stored[at + 1]!))
    trace.longitude.push((lng += stored[at + 2]!))
  }
  return trace
}

/**
 * Whether two recordings are of one flight: at most times that both know, they are in the same place. It takes
 * microseconds, since all recordings of a day may be compared with each other.
 */
export function isSameFlight(one: Trace, other: Trace): boolean {
  // Mostly they are of one flight after the other.
  if (one.seconds[0]! > other.seconds.at(-1)! || other.seconds[0]! > one.seconds.at(-1)!) return false
  const step = Math.max(one.stepSeconds, other.stepSeconds)
  const east = Math.cos(((one.latitude[0]! / PER_DEGREE) * Math.PI) / 180)
  const mostCommon = Math.min(one.seconds.length, other.seconds.length)
  let [common, near, mostlyNear] = [0, 0, 0]
  for (let row = 0, there = 0; row < one.seconds.length; row++) {
    while (there < other.seconds.length && other.seconds[there]! < one.seconds[row]!) there++
    if (other.seconds[there] !== one.seconds[row]) continue
    common++
    const squared = squareMetres(one, row, other, there, east)
    if (squared <= MAX_MEDIAN_M ** 2) near++
    if (squared <= MAX_MOSTLY_M ** 2) mostlyNear++
    // Most pairs are of two flights, and known to be halfway.
    if (common - near > mostCommon / 2) return false
  }
  const shorter = Math.min(countAt(one, step), countAt(other, step))
  if (common < Math.max(MIN_COMMON, MIN_COMMON_SHARE * shorter)) return false
  return near >= common / 2 && mostlyNear >= MOSTLY * common
}

/** On a plane: what is far away need not be measured well. */
function squareMetres(one: Trace, row: number, other: Trace, there: number, east: number): number {
  const turn = 360 * PER_DEGREE
  const across = Math.abs(one.longitude[row]! - other.longitude[there]!)
  const x = Math.min(across, turn - across) * east
  const y = one.latitude[row]! - other.latitude[there]!
  return (x * x + y * y) * METRES_PER_UNIT ** 2
}

/** How many of its positions are at whole steps. */
function countAt({ stepSeconds, seconds }: Trace, step: number): number {
  return step === stepSeconds ? seconds.length : seconds.filter((time) => time % step === 0).length
}
