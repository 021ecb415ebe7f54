// The part of a track that is shown: all but the visits to the hidden discs. A visit is cut by time, from a secret up to a
// minute before it to as much after it, and is one wherever the track is shown or was recorded. Nothing of that is computed from the place; only where a visible end leads straight
// to it does the cut go on, to where it no longer does.
import type { Ground, Track } from '#igc/track.ts'
import { degreesToMetres, type End, pointsAt, type Side, toMetres } from './bearing.ts'
import type { Circle, Hidden } from './circle.ts'

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

export interface Span {
  fromSeconds: number
  toSeconds: number
}

export interface Shown {
  /** The fixes that are shown, in time order; all of the range when the flight is in none of the circles. */
  rows: number[]
  /** From and to when the flight is hidden; without bounds where its launch or its landing is. */
  hidden: Span[]
  /** Whether a hidden place can be guessed all the same: an end that is shown still leads straight to it or comes from it. */
  isGuessable: boolean
}

const STRETCH_SECONDS = 60
/** Less than this outside a disc is not shown: each crossing would give another point of its edge. */
const SHORT_EXCURSION_SECONDS = 180
/** An end leads to a place that its line passes so near. */
const AIM_M = 150
/** How much further a cut goes on from an end that leads to the place. */
const MAX_FURTHER_M = 3000
/** Ends farther than this from a disc are not about its place. */
const NEAR_M = 10_000

export function findShown(track: Track, range: Range, hidden: readonly Hidden[], stretch: Stretch): Shown {
  const visits = merge(findVisits(track, range, hidden, stretch))
  const cuts = merge(visits.map((visit) => goOn(track, range, visit, hidden)))
  const start = track.seconds[range.from]!
  const end = track.seconds[range.to]!
  // Minutes that are left over at an end would tell when the recording began or ended.
  for (const cut of cuts) {
    if (cut.fromSeconds - start < SHORT_EXCURSION_SECONDS) cut.fromSeconds = -Infinity
    if (end - cut.toSeconds < SHORT_EXCURSION_SECONDS) cut.toSeconds = Infinity
  }
  const ends = cuts.flatMap((cut) => SIDES.map((side) => findEnd(track, range, cut, side)))
  return {
    rows: listRows(track, range, cuts),
    hidden: cuts,
    isGuessable: ends.some((visible) => visible && leadsThere(track, visible, hidden)),
  }
}

const SIDES = ['before', 'after'] as const

function listRows(track: Track, range: Range, cuts: readonly Span[]): number[] {
  const rows: number[] = []
  let next = 0
  for (let row = range.from; row <= range.to; row++) {
    const seconds = track.seconds[row]!
    while (next < cuts.length && seconds > cuts[next]!.toSeconds) next++
    if (next === cuts.length || seconds < cuts[next]!.fromSeconds) rows.push(row)
  }
  return rows
}

function findVisits(
  track: Track,
  { from, to }: Range,
  hidden: readonly Hidden[],
  { before, after }: Stretch,
): Span[] {
  const visits: Span[] = []
  const grounds = [track, ...(track.recorded ? [track.recorded] : [])]
  for (let row = from; row <= to; row++) {
    const next = Math.min(row + 1, to)
    const isVisit = grounds.some((ground) => hidden.some(({ circle }) => touches(ground, row, next, circle)))
    if (!isVisit) continue
    visits.push({
      fromSeconds: track.seconds[row]! - before * STRETCH_SECONDS,
      toSeconds: track.seconds[next]! + after * STRETCH_SECONDS,
    })
  }
  return visits
}

/** In time order; those with little between them become one. */
function merge(cuts: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const cut of cuts) {
    const previous = merged.at(-1)
    if (!previous || cut.fromSeconds - previous.toSeconds >= SHORT_EXCURSION_SECONDS) merged.push({ ...cut })
    else previous.toSeconds = Math.max(previous.toSeconds, cut.toSeconds)
  }
  return merged
}

function goOn(track: Track, range: Range, cut: Span, hidden: readonly Hidden[]): Span {
  const before = goOnFrom(track, findEnd(track, range, cut, 'before'), hidden)
  const after = goOnFrom(track, findEnd(track, range, cut, 'after'), hidden)
  return {
    fromSeconds: before === undefined ? cut.fromSeconds : Math.min(cut.fromSeconds, before),
    toSeconds: after === undefined ? cut.toSeconds : Math.max(cut.toSeconds, after),
  }
}

/** The time of the last fix that leads to the place; undefined where the first one already does not. */
function goOnFrom(track: Track, end: End | undefined, hidden: readonly Hidden[]): number | undefined {
  if (!end) return undefined
  const first = { latitude: track.latitude[end.row]!, longitude: track.longitude[end.row]! }
  const step = end.side === 'before' ? -1 : 1
  let led: number | undefined
  for (let { row } = end; leadsThere(track, { ...end, row }, hidden); row += step) {
    const { east, north } = toMetres(track, row, first)
    if (Math.hypot(east, north) > MAX_FURTHER_M) return led
    led = track.seconds[row]!
    if (row === end.last) return led
  }
  return led
}

function leadsThere(track: Track, end: End, hidden: readonly Hidden[]): boolean {
  return hidden.some(({ place, circle }) => {
    const { east, north } = toMetres(track, end.row, circle)
    return Math.hypot(east, north) < circle.radiusM + NEAR_M && pointsAt(track, end, place, AIM_M)
  })
}

/** The fix that is shown last before a cut, or first after it. */
function findEnd(track: Track, { from, to }: Range, cut: Span, side: Side): End | undefined {
  let [low, high] = [from, to + 1]
  const isBeyond = (row: number) =>
    side === 'before' ? track.seconds[row]! >= cut.fromSeconds : track.seconds[row]! > cut.toSeconds
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBeyond(middle)) high = middle
    else low = middle + 1
  }
  const row = side === 'before' ? low - 1 : low
  return row < from || row > to ? undefined : { row, last: side === 'before' ? from : to, side }
}

/** Whether the way from one fix to the next comes into the circle: recorders may leave a minute between two. */
function touches(ground: Ground, row: number, next: number, circle: Circle): boolean {
  const ay = degreesToMetres(ground.latitude[row]! - circle.latitude)
  const by = degreesToMetres(ground.latitude[next]! - circle.latitude)
  // Most fixes are far away, and that is seen at once.
  if ((ay > circle.radiusM && by > circle.radiusM) || (ay < -circle.radiusM && by < -circle.radiusM))
    return false
  const { east: ax } = toMetres(ground, row, circle)
  const { east: bx } = toMetres(ground, next, circle)
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (ax * (ax - bx) + ay * (ay - by)) / length))
  return Math.hypot(ax + along * (bx - ax), ay + along * (by - ay)) <= circle.radiusM
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
