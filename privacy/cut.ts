// The part of a track that is shown: all but the visits to the hidden circles. A visit is cut by time, from some time before
// it to some time after it, so that what is left does not end on the edge of the circle. Then the cut goes on, outward, to
// where the visible end leads to the middle of the circle instead of the place: a reader who extends the ends of many flights is
// led there. It never depends on where in the circle the place is, so the way of cutting tells nothing of it.
import type { Track } from '#igc/track.ts'
import { degreesToMetres, pointsAt, type Side, toMetres } from './bearing.ts'
import { type Circle, type Hidden, isInTheMiddle } from './circle.ts'

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

/** A hidden stretch between two visible ends, with the zone next to each of them. */
interface Cut extends Span {
  first: Hidden
  last: Hidden
}

export interface Shown {
  /** The fixes that are shown, in time order; all of the range when the flight is in none of the circles. */
  rows: number[]
  /** From and to when the flight is hidden; without bounds where its launch or its landing is. */
  hidden: Span[]
  /** Whether a hidden place can be guessed all the same: an end that is shown leads straight to it or comes from it. */
  isGuessable: boolean
}

const STRETCH_SECONDS = 60
const MINUTE = 60
/** Less than this outside a circle is not shown: each crossing would give another point of its edge. */
const SHORT_EXCURSION_SECONDS = 180
/** In radii of the circle, from its centre: how far a cut goes on, and what of the circle counts as its middle. */
const REACH = 2
const MIDDLE = 0.45

export function findShown(track: Track, range: Range, hidden: readonly Hidden[], stretch: Stretch): Shown {
  const visits = merge(findVisits(track, range, hidden, stretch))
  const cuts = merge(visits.map((visit) => goOn(track, range, visit)))
  const start = track.seconds[range.from]!
  const end = track.seconds[range.to]!
  // Minutes that are left over at an end would tell when the recording began or ended.
  for (const cut of cuts) {
    if (cut.fromSeconds - start < SHORT_EXCURSION_SECONDS) cut.fromSeconds = -Infinity
    if (end - cut.toSeconds < SHORT_EXCURSION_SECONDS) cut.toSeconds = Infinity
  }
  return {
    rows: listRows(track, range, cuts),
    hidden: cuts.map(({ fromSeconds, toSeconds }) => ({ fromSeconds, toSeconds })),
    isGuessable: cuts.some((cut) => isGuessable(track, range, cut)),
  }
}

function listRows(track: Track, range: Range, cuts: readonly Cut[]): number[] {
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
): Cut[] {
  const visits: Cut[] = []
  for (let row = from; row <= to; row++) {
    const next = Math.min(row + 1, to)
    const visited = hidden.find(({ circle }) => touches(track, row, next, circle))
    if (!visited) continue
    visits.push({
      fromSeconds: floorTo(track.seconds[row]! - before * STRETCH_SECONDS),
      toSeconds: ceilTo(track.seconds[next]! + after * STRETCH_SECONDS),
      first: visited,
      last: visited,
    })
  }
  return visits
}

/** In time order; those with little between them become one. */
function merge(cuts: readonly Cut[]): Cut[] {
  const merged: Cut[] = []
  for (const cut of cuts) {
    const previous = merged.at(-1)
    if (!previous || cut.fromSeconds - previous.toSeconds >= SHORT_EXCURSION_SECONDS) merged.push({ ...cut })
    else if (cut.toSeconds > previous.toSeconds) {
      previous.toSeconds = cut.toSeconds
      previous.last = cut.last
    }
  }
  return merged
}

const floorTo = (seconds: number) => Math.floor(seconds / MINUTE) * MINUTE
const ceilTo = (seconds: number) => Math.ceil(seconds / MINUTE) * MINUTE

function goOn(track: Track, range: Range, cut: Cut): Cut {
  return {
    ...cut,
    fromSeconds: findLeading(track, range, cut.fromSeconds, cut.first.circle, 'before') ?? cut.fromSeconds,
    toSeconds: findLeading(track, range, cut.toSeconds, cut.last.circle, 'after') ?? cut.toSeconds,
  }
}

/** The next minute at which the visible end leads to the middle of the circle. */
function findLeading(
  track: Track,
  range: Range,
  seconds: number,
  circle: Circle,
  side: Side,
): number | undefined {
  const step = side === 'before' ? -MINUTE : MINUTE
  for (let at = seconds; ; at += step) {
    const end = findEnd(track, range, at, side)
    if (!end) return undefined
    const { east, north } = toMetres(track, end.row, circle)
    if (Math.hypot(east, north) > REACH * circle.radiusM) return undefined
    if (pointsAt(track, end, circle, MIDDLE * circle.radiusM, 'every')) return at
  }
}

/** The fix that is shown last before a time, or first after it. */
function findEnd(track: Track, { from, to }: Range, seconds: number, side: Side) {
  let [low, high] = [from, to + 1]
  const isBeyond = (row: number) =>
    side === 'before' ? track.seconds[row]! >= seconds : track.seconds[row]! > seconds
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBeyond(middle)) high = middle
    else low = middle + 1
  }
  const row = side === 'before' ? low - 1 : low
  return row < from || row > to ? undefined : { row, last: side === 'before' ? from : to, side }
}

function isGuessable(track: Track, range: Range, { fromSeconds, toSeconds, first, last }: Cut): boolean {
  const before = findEnd(track, range, fromSeconds, 'before')
  const after = findEnd(track, range, toSeconds, 'after')
  const leadsTo = (end: typeof before, { place }: Hidden) =>
    end !== undefined && pointsAt(track, end, place, place.radiusM / 2, 'every')
  return leadsTo(before, first) || leadsTo(after, last) || isInTheMiddle(first) || isInTheMiddle(last)
}

/** Whether the way from one fix to the next comes into the circle: recorders may leave a minute between two. */
function touches(track: Track, row: number, next: number, circle: Circle): boolean {
  const ay = degreesToMetres(track.latitude[row]! - circle.latitude)
  const by = degreesToMetres(track.latitude[next]! - circle.latitude)
  // Most fixes are far away, and that is seen at once.
  if ((ay > circle.radiusM && by > circle.radiusM) || (ay < -circle.radiusM && by < -circle.radiusM))
    return false
  const { east: ax } = toMetres(track, row, circle)
  const { east: bx } = toMetres(track, next, circle)
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
