// Puts fixes in time: dates, midnights, several recordings in one file, clocks that go backward.
import { DAY_SECONDS } from '../date.ts'
import type { DateSection } from './scan.ts'

const HALF_DAY = DAY_SECONDS / 2
/** A midnight that is taken back within this many fixes was a glitch of the clock. */
const MAX_GLITCH_FIXES = 60

export interface TimedRows {
  /** Rows in time order; undefined when the order of the file is the order of time and nothing was left out. */
  order: Int32Array | undefined
  /** Seconds since 1970 by row of the scan. */
  seconds: Float64Array
  /** Rows left out because their time falls behind. */
  dropped: number
  /** The first of them, -1 when none. */
  firstDropped: number
}

export function placeInTime(
  secondsOfDay: Int32Array,
  length: number,
  dates: readonly DateSection[],
  blocks: readonly number[],
): TimedRows {
  const seconds = new Float64Array(length)
  const falls = unrollMidnights(secondsOfDay, seconds, dates)
  if (!falls) return { order: undefined, seconds, dropped: 0, firstDropped: -1 }
  const inOrder = sortBlocks(seconds, dates, blocks)
  const kept = keepRising(seconds, inOrder)
  return {
    order: kept,
    seconds,
    dropped: length - kept.length,
    firstDropped: findFirstMissing(kept, inOrder, length),
  }
}

/**
 * A clock that falls by more than half a day has passed midnight; one that falls by less has gone backward.
 * A new date record overrules both. True when the times still go back somewhere.
 */
function unrollMidnights(
  secondsOfDay: Int32Array,
  seconds: Float64Array,
  dates: readonly DateSection[],
): boolean {
  let base = dates[0]!.epochDay * DAY_SECONDS
  let previous = -Infinity
  let nextSection = 1
  let falls = false
  let last = -Infinity
  let beforeMidnight = 0
  let midnightRow = -Infinity
  for (let row = 0; row < seconds.length; row++) {
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
  return falls
}

/** Recordings joined in any order: by their first fix; undefined when they are in order. */
function sortBlocks(
  seconds: Float64Array,
  dates: readonly DateSection[],
  blocks: readonly number[],
): Int32Array | undefined {
  if (blocks.length === 0 && dates.length < 2) return undefined
  const starts = [...new Set([0, ...blocks, ...dates.map(({ row }) => row)])]
    .filter((row) => row < seconds.length)
    .toSorted((a, b) => a - b)
  const ranges = starts.map((from, index) => ({ from, to: starts[index + 1] ?? seconds.length }))
  const sorted = ranges.toSorted((a, b) => seconds[a.from]! - seconds[b.from]!)
  if (sorted.every((range, index) => range === ranges[index])) return undefined
  const order = new Int32Array(seconds.length)
  let next = 0
  for (const { from, to } of sorted) for (let row = from; row < to; row++) order[next++] = row
  return order
}

/**
 * The longest subsequence of rows whose times never fall (patience sorting, n log n): it leaves out as few fixes as
 * possible, be it a single glitch or one side of a clock that was set back.
 */
function keepRising(seconds: Float64Array, order: Int32Array | undefined): Int32Array {
  const { length } = seconds
  const tails = new Int32Array(length)
  const before = new Int32Array(length)
  let longest = 0
  for (let index = 0; index < length; index++) {
    const row = order ? order[index]! : index
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
    before[row] = low > 0 ? tails[low - 1]! : -1
    tails[low] = row
    if (low === longest) longest++
  }
  const kept = new Int32Array(longest)
  for (let index = longest - 1, row = longest > 0 ? tails[longest - 1]! : -1; row >= 0; row = before[row]!) {
    kept[index--] = row
  }
  return kept
}

function findFirstMissing(kept: Int32Array, order: Int32Array | undefined, length: number): number {
  for (let index = 0; index < length; index++) {
    const row = order ? order[index]! : index
    if (kept[index] !== row) return index < length && kept.length < length ? row : -1
  }
  return -1
}
