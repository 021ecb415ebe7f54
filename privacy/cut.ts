// What of a track is shown: all of it but the visits to the hidden circles. A visit is cut by time, from some time before
// it to some time after it, so that what is left does not end on the edge of the circle.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'
import type { Circle } from './circle.ts'

export interface Range {
  /** Fixes, both included. */
  from: number
  to: number
}

/** How much longer a cut is than the visit, from 0 to 1 on either side: secret, and always the same for a flight. */
export interface Stretch {
  before: number
  after: number
}

const STRETCH_SECONDS = 60
const MINUTE = 60
/** Who leaves a circle for less is not shown in between: each crossing would give another point of its edge. */
const SHORT_EXCURSION_SECONDS = 180

interface Span {
  fromSeconds: number
  toSeconds: number
}

/** The fixes that are shown, in time order; all of the range when the flight is in none of the circles. */
export function listShown(
  track: Track,
  range: Range,
  circles: readonly Circle[],
  stretch: Stretch,
): number[] {
  const cuts = findCuts(track, range, circles, stretch)
  const rows: number[] = []
  let next = 0
  for (let row = range.from; row <= range.to; row++) {
    const seconds = track.seconds[row]!
    while (next < cuts.length && seconds > cuts[next]!.toSeconds) next++
    if (next === cuts.length || seconds < cuts[next]!.fromSeconds) rows.push(row)
  }
  return rows
}

function findCuts(
  track: Track,
  { from, to }: Range,
  circles: readonly Circle[],
  { before, after }: Stretch,
): Span[] {
  const cuts: Span[] = []
  const add = (first: number, last: number) => {
    const fromSeconds = floorTo(track.seconds[first]! - before * STRETCH_SECONDS)
    const toSeconds = ceilTo(track.seconds[last]! + after * STRETCH_SECONDS)
    const previous = cuts.at(-1)
    if (previous && fromSeconds - previous.toSeconds < SHORT_EXCURSION_SECONDS)
      previous.toSeconds = Math.max(previous.toSeconds, toSeconds)
    else cuts.push({ fromSeconds, toSeconds })
  }
  for (let row = from; row <= to; row++) {
    const next = Math.min(row + 1, to)
    if (circles.some((circle) => touches(track, row, next, circle))) add(row, next)
  }
  const start = track.seconds[from]!
  const end = track.seconds[to]!
  // Minutes that are left over at an end would tell when the recording began or ended.
  for (const cut of cuts) {
    if (cut.fromSeconds - start < SHORT_EXCURSION_SECONDS) cut.fromSeconds = start
    if (end - cut.toSeconds < SHORT_EXCURSION_SECONDS) cut.toSeconds = end
  }
  return cuts
}

const floorTo = (seconds: number) => Math.floor(seconds / MINUTE) * MINUTE
const ceilTo = (seconds: number) => Math.ceil(seconds / MINUTE) * MINUTE

/** Whether the way from one fix to the next comes into the circle: recorders may leave a minute between two. */
function touches({ latitude, longitude }: Track, row: number, next: number, circle: Circle): boolean {
  const ay = toMetres(latitude[row]! - circle.latitude)
  const by = toMetres(latitude[next]! - circle.latitude)
  // Most fixes are far away, and that is seen at once.
  if ((ay > circle.radiusM && by > circle.radiusM) || (ay < -circle.radiusM && by < -circle.radiusM))
    return false
  const shrink = Math.cos((circle.latitude * Math.PI) / 180)
  const ax = toMetres(eastward(longitude[row]! - circle.longitude)) * shrink
  const bx = toMetres(eastward(longitude[next]! - circle.longitude)) * shrink
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (ax * (ax - bx) + ay * (ay - by)) / length))
  return Math.hypot(ax + along * (bx - ax), ay + along * (by - ay)) <= circle.radiusM
}

const toMetres = (degrees: number) => ((degrees * Math.PI) / 180) * EARTH_RADIUS_KM * 1000

/** Across the antimeridian the short way. */
function eastward(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}

/** A track of these fixes only, without what the recorder wrote beside them. */
export function selectRows(track: Track, rows: readonly number[]): Track {
  const pick = <Column extends Float64Array | Int32Array | Uint8Array>(column: Column): Column => {
    const picked = new (column.constructor as new (length: number) => Column)(rows.length)
    for (const [at, row] of rows.entries()) picked[at] = column[row]!
    return picked
  }
  return {
    length: rows.length,
    seconds: pick(track.seconds),
    latitude: pick(track.latitude),
    longitude: pick(track.longitude),
    pressureAltitude: pick(track.pressureAltitude),
    gnssAltitude: pick(track.gnssAltitude),
    valid: pick(track.valid),
  }
}
