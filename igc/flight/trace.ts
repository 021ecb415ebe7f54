// Where a flight was at round times: so little that it is kept beside the flight, and enough to tell whether another
// recording is of the same flight without reading either file.
import { distanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

/** Changes whenever the same file may be given another trace. */
export const TRACE_VERSION = '1'

const MAX_POSITIONS = 128
/** The steps are this times a power of two, counted from 1970: of two traces the coarser has times of the finer. */
const SHORTEST_STEP_SECONDS = 15
/** Between fixes further apart the position is not known. */
const MAX_GAP_SECONDS = 60
const PER_DEGREE = 100_000

/**
 * The step in seconds, then for each position the time in steps, latitude and longitude in 0.00001 degrees: the first from
 * zero, each of the others from the one before.
 */
export type Trace = readonly number[]

/** Null when too little is known of it to be compared. */
export function traceFlight(track: Track, { from, to }: { from: number; to: number }): Trace | null {
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
/** Of the positions of the shorter one: an instrument is switched on later, or its battery is empty. */
const MIN_COMMON_SHARE = 0.6
/** Half of the positions are no further apart than two receivers of one pilot err: two pilots keep more distance. */
const MAX_MEDIAN_M = 60
/** The others may be: one of the receivers has lost its satellites for a while. */
const MAX_MOSTLY_M = 250
const MOSTLY = 0.8

/** Whether two recordings are of one flight: at most times both of them know, they are in the same place. */
export function isSameFlight(one: Trace, other: Trace): boolean {
  const step = Math.max(one[0]!, other[0]!)
  const [places, others] = [listPlaces(one, step), listPlaces(other, step)]
  const metres: number[] = []
  for (const [time, place] of places) {
    const there = others.get(time)
    if (there) metres.push(1000 * distanceKm(place.lat, place.lng, there.lat, there.lng))
  }
  const shorter = Math.min(places.size, others.size)
  if (metres.length < Math.max(MIN_COMMON, MIN_COMMON_SHARE * shorter)) return false
  metres.sort((a, b) => a - b)
  const within = (share: number) => metres[Math.ceil(share * metres.length) - 1]!
  return within(0.5) <= MAX_MEDIAN_M && within(MOSTLY) <= MAX_MOSTLY_M
}

/** By their time in seconds; only those at whole steps. */
function listPlaces(trace: Trace, step: number): Map<number, { lat: number; lng: number }> {
  const places = new Map<number, { lat: number; lng: number }>()
  let [time, lat, lng] = [0, 0, 0]
  for (let at = 1; at < trace.length; at += 3) {
    time += trace[at]! * trace[0]!
    lat += trace[at + 1]!
    lng += trace[at + 2]!
    if (time % step === 0) places.set(time, { lat: lat / PER_DEGREE, lng: lng / PER_DEGREE })
  }
  return places
}
