// The parts of stays that are between floor and ceiling: those that may be, and what of them surely is.
import type { Flight } from './flight.ts'
import { type Above, valueAt } from './heights.ts'
import type { Stretch } from './stays.ts'

export interface Visit extends Stretch {
  /** From the first moment that is surely inside to the last; undefined when none is. */
  surely: Stretch | undefined
}

interface Limits {
  floor: Above
  ceiling: Above
  /** Whether anything can be sure: the shape is whole and the times are known. */
  canTell: boolean
}

/** Seconds without a fix after which nothing is sure about the way between. */
const GAP_SECONDS = 60
/** Visits that are nearer to each other are one: around a floor there would be dozens. */
const SAME_VISIT_SECONDS = 60

export function findVisits({ track }: Flight, stays: readonly Stretch[], limits: Limits): Visit[] {
  const { floor, ceiling, canTell } = limits
  const { seconds } = track
  const visits: Visit[] = []
  for (const { from, to } of stays) {
    let there = placeAt(Math.floor(from), floor, ceiling)
    for (let row = Math.floor(from); row < to; row++) {
      const here = there
      there = placeAt(row + 1, floor, ceiling)
      // Most steps are below the floor or above the ceiling from one end to the other.
      if ((here & there & OUTSIDE) !== 0) continue
      const isSure = canTell && seconds[row + 1]! - seconds[row]! <= GAP_SECONDS
      const [start, end] = [Math.max(0, from - row), Math.min(1, to - row)]
      if (here === there && (here & OUTSIDE) === 0)
        join(visits, row + start, row + end, isSure && here === SURELY, seconds)
      else
        for (const part of cutStep(row, start, end, limits))
          join(visits, part.from, part.to, isSure && part.isIn, seconds)
    }
  }
  return visits
}

/** Bits: what is surely out of the limits, and what perhaps is. */
const BELOW = 1
const ABOVE = 2
const OUTSIDE = BELOW | ABOVE
const PERHAPS_BELOW = 4
const PERHAPS_ABOVE = 8
const SURELY = 0

function placeAt(row: number, floor: Above, ceiling: Above): number {
  return (
    (valueAt(floor.most, row) < 0 ? BELOW : 0) |
    (valueAt(ceiling.least, row) > 0 ? ABOVE : 0) |
    (valueAt(floor.least, row) < 0 ? PERHAPS_BELOW : 0) |
    (valueAt(ceiling.most, row) > 0 ? PERHAPS_ABOVE : 0)
  )
}

type Ends = readonly [from: number, to: number]

interface Part extends Stretch {
  isIn: boolean
}

/** The parts of a step in which something changes: between two changes the middle tells. */
function cutStep(row: number, start: number, end: number, { floor, ceiling }: Limits): Part[] {
  const at = ({ least, most }: Above): [least: Ends, most: Ends] => [
    [valueAt(least, row), valueAt(least, row + 1)],
    [valueAt(most, row), valueAt(most, row + 1)],
  ]
  const [leastAboveFloor, mostAboveFloor] = at(floor)
  const [leastAboveCeiling, mostAboveCeiling] = at(ceiling)
  const inside = [leastAboveFloor, mostAboveFloor, leastAboveCeiling, mostAboveCeiling]
    .map(crossZero)
    .filter((share) => share > start && share < end)
  const cuts = [start, ...inside.sort((one, other) => one - other), end]
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index]!
    const middle = (from + to) / 2
    const mayBe =
      between(mostAboveFloor, middle, Infinity) >= 0 && between(leastAboveCeiling, middle, -Infinity) <= 0
    if (to <= from || !mayBe) return []
    const isIn =
      between(leastAboveFloor, middle, -Infinity) >= 0 && between(mostAboveCeiling, middle, Infinity) <= 0
    return [{ from: row + from, to: row + to, isIn }]
  })
}

/** Where only one end is known, anything may be between the two. */
function between([from, to]: Ends, share: number, otherwise: number): number {
  if (from === to) return from
  return Number.isFinite(from) && Number.isFinite(to) ? from + share * (to - from) : otherwise
}

/** As a share of the step; NaN when it does not. */
function crossZero([from, to]: Ends): number {
  return from >= 0 === to >= 0 ? Number.NaN : from / (from - to)
}

function join(visits: Visit[], from: number, to: number, isSure: boolean, seconds: Float64Array): void {
  const last = visits.at(-1)
  if (
    !last ||
    (last.to !== from && secondsAt(seconds, from) - secondsAt(seconds, last.to) > SAME_VISIT_SECONDS)
  ) {
    visits.push({ from, to, surely: isSure ? { from, to } : undefined })
    return
  }
  last.to = to
  if (!isSure) return
  if (last.surely) last.surely.to = to
  else last.surely = { from, to }
}

function secondsAt(seconds: Float64Array, at: number): number {
  const row = Math.floor(at)
  return at === row ? seconds[row]! : seconds[row]! + (at - row) * (seconds[row + 1]! - seconds[row]!)
}
