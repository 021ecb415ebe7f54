// Puts fixes in time: dates, midnights, clocks that go backward.
import { DAY_SECONDS } from '../date.ts'
import { distanceKm } from '../geodesy.ts'
import { MAX_SPEED_KMH, type Positions, TOLERANCE_KM } from './reach.ts'
import type { DateSection } from './scan.ts'

const HALF_DAY = DAY_SECONDS / 2
/** A midnight that is taken back within this many fixes was a glitch of the clock. */
const MAX_GLITCH_FIXES = 60

export interface TimedRows {
  /** Seconds since 1970 by row of the scan. */
  seconds: Float64Array
  /** Whether the times go back somewhere. */
  falls: boolean
}

/**
 * A clock that falls by more than half a day has passed midnight; one that falls by less has gone backward.
 * A new date record overrules both.
 */
export function placeInTime(
  secondsOfDay: Int32Array,
  length: number,
  dates: readonly DateSection[],
): TimedRows {
  const seconds = new Float64Array(length)
  let base = dates[0]!.epochDay * DAY_SECONDS
  let previous = -Infinity
  let nextSection = 1
  let falls = false
  let last = -Infinity
  let beforeMidnight = 0
  let midnightRow = -Infinity
  for (let row = 0; row < length; row++) {
    if (nextSection < dates.length && dates[nextSection]!.row === row) {
      const isNewDate = dates[nextSection]!.epochDay !== dates[nextSection - 1]!.epochDay
      base = dates[nextSection]!.epochDay * DAY_SECONDS
      if (isNewDate) previous = -Infinity
      nextSection++
    }
    let time = base + secondsOfDay[row]!
    if (previous - time > HALF_DAY) {
      beforeMidnight = previous
      midnightRow = row
      base += DAY_SECONDS
      time += DAY_SECONDS
    } else if (
      time - previous > HALF_DAY &&
      row - midnightRow < MAX_GLITCH_FIXES &&
      time - DAY_SECONDS >= beforeMidnight
    ) {
      midnightRow = -Infinity
      base -= DAY_SECONDS
      time -= DAY_SECONDS
    }
    seconds[row] = time
    previous = time
    falls ||= time < last
    last = time
  }
  return { seconds, falls }
}

/** On either side of a step of the clock; wrong times of fewer fixes are left out. */
const MIN_STEADY_FIXES = 5
/** A clock that was set by more tells nothing of when it was right. */
const MAX_STEP_SECONDS = 2 * 3600
/** One that is set more often has no order. */
const MAX_STEPS = 50
/** A clock that is set back again is off by the same. */
const SAME_STEP_SECONDS = 3
/** What was written twice is where it was at that time. */
const TWICE_KM = 0.015

/** Rows whose clock was off by a constant: their times are wrong, and the wing flew on. The last one is not included. */
export interface ClockStretch {
  from: number
  to: number
  offSeconds: number
}

interface Step {
  row: number
  /** Beyond what passes from one fix to the next. */
  seconds: number
}

/**
 * The stretches, from row `from` up to `to`, that a clock was off by when it was set back in the air: between that and
 * where it was set ahead by as much, or, where it was not, the shorter side.
 */
export function findClockStretches(
  { seconds, latitude, longitude }: Positions,
  { from, to }: { from: number; to: number },
): ClockStretch[] {
  const usual = usualStep(seconds, from, to)
  const steps = listSteps()
  const back = steps.filter(
    ({ row, seconds: step }) => step <= -MIN_STEADY_FIXES * usual && isSteady(row) && !isTwice(row),
  )
  if (back.length > MAX_STEPS) return []
  const ahead = new Set(steps.filter((step) => step.seconds > 0))
  return back.flatMap((step) => {
    const pair = findPair(step, ahead)
    if (pair) ahead.delete(pair)
    const stretch = pair ? between(step, pair) : shorterSide(step)
    return stretch.to - stretch.from < MIN_STEADY_FIXES ? [] : [stretch]
  })

  /** Where the time steps and the position does not. */
  function listSteps(): Step[] {
    const found: Step[] = []
    for (let row = from + 1; row < to; row++) {
      const step = seconds[row]! - seconds[row - 1]! - usual
      if (step >= -usual && step <= SAME_STEP_SECONDS) continue
      if (Math.abs(step) > MAX_STEP_SECONDS) continue
      if (kmBetween(row - 1, row) <= TOLERANCE_KM + (usual / 3600) * MAX_SPEED_KMH)
        found.push({ row, seconds: step })
    }
    return found
  }

  function isSteady(row: number): boolean {
    if (row - from < MIN_STEADY_FIXES || to - row < MIN_STEADY_FIXES) return false
    for (let away = 1; away < MIN_STEADY_FIXES; away++) {
      if (seconds[row - away]! < seconds[row - away - 1]!) return false
      if (seconds[row + away]! < seconds[row + away - 1]!) return false
    }
    return true
  }

  /** Whether it goes on where it was when it was that time before. */
  function isTwice(row: number): boolean {
    let before = row - 1
    for (let at = row + MIN_STEADY_FIXES - 1; at >= row; at--) {
      while (before > from && seconds[before]! > seconds[at]!) before--
      if (kmBetween(before, at) > TWICE_KM) return false
    }
    return true
  }

  function findPair(step: Step, ahead: Iterable<Step>): Step | undefined {
    return [...ahead]
      .filter((other) => Math.abs(other.seconds + step.seconds) <= Math.max(SAME_STEP_SECONDS, usual))
      .toSorted((a, b) => Math.abs(a.row - step.row) - Math.abs(b.row - step.row))[0]
  }

  function between(step: Step, other: Step): ClockStretch {
    return step.row < other.row
      ? { from: step.row, to: other.row, offSeconds: step.seconds }
      : { from: other.row, to: step.row, offSeconds: -step.seconds }
  }

  function shorterSide({ row, seconds: step }: Step): ClockStretch {
    return row - from < to - row ? { from, to: row, offSeconds: -step } : { from: row, to, offSeconds: step }
  }

  function kmBetween(one: number, other: number): number {
    return distanceKm(latitude[one]!, longitude[one]!, latitude[other]!, longitude[other]!)
  }
}

/** In place: the times that a clock without that step would have shown. */
export function correctClock(seconds: Float64Array, { from, to, offSeconds }: ClockStretch): void {
  for (let row = from; row < to; row++) seconds[row]! -= offSeconds
}

/** The median, of a sample. */
function usualStep(seconds: Float64Array, from: number, to: number): number {
  const stride = Math.max(1, Math.floor((to - from) / 1000))
  const steps: number[] = []
  for (let row = from + 1; row < to; row += stride) steps.push(Math.max(0, seconds[row]! - seconds[row - 1]!))
  return Float64Array.from(steps).sort()[steps.length >> 1] ?? 0
}

/**
 * The longest subsequence of the rows from `from` up to `to`, not included, whose times never fall (patience sorting,
 * n log n): it leaves out as few fixes as possible, be it a single glitch or one side of a clock that was set back.
 */
export function keepRising(seconds: Float64Array, from: number, to: number): Int32Array {
  const tails = new Int32Array(to - from)
  const before = new Int32Array(to - from)
  let longest = 0
  for (let row = from; row < to; row++) {
    const time = seconds[row]!
    let low = 0
    let high = longest
    // Mostly the time rises: then there is nothing to search.
    if (longest > 0 && seconds[tails[longest - 1]!]! <= time) low = longest
    while (low < high) {
      const middle = (low + high) >> 1
      if (seconds[tails[middle]!]! <= time) low = middle + 1
      else high = middle
    }
    before[row - from] = low > 0 ? tails[low - 1]! : -1
    tails[low] = row
    if (low === longest) longest++
  }
  const kept = new Int32Array(longest)
  for (
    let index = longest - 1, row = longest > 0 ? tails[longest - 1]! : -1;
    row >= 0;
    row = before[row - from]!
  ) {
    kept[index--] = row
  }
  return kept
}

/** The stretches of rows, the last one not included, that were not kept. */
export function listMissing(kept: Int32Array, from: number, to: number): { from: number; to: number }[] {
  const missing: { from: number; to: number }[] = []
  let next = from
  for (const row of kept) {
    if (row > next) missing.push({ from: next, to: row })
    next = row + 1
  }
  if (to > next) missing.push({ from: next, to })
  return missing
}
