// Puts fixes in time: dates, midnights, clocks that go backward.
import { DAY_SECONDS } from '../date.ts'
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
