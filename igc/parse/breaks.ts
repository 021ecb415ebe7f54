// Finds where a file stops being one recording, because files were joined or the recorder was off for hours. Fixes within reach of a
// wing are one recording, also after a silence of the receiver.
import { formatDate } from '../date.ts'
import { distanceKm } from '../geodesy.ts'
import type { FixColumns } from './fix.ts'
import type { DateSection, RecorderBlock, Scan } from './scan.ts'

export interface Break {
  /** The first fix of the next recording. */
  row: number
  line: number
  /** Why this cannot be one recording, as a statement. */
  cause: string
  /** An A record, which begins another file. */
  isRecorder: boolean
}

/** Fewer fixes are no recording. */
export const MIN_FIXES = 10
/** No receiver is silent for longer and then goes on with the same flight. */
const MAX_SILENCE_SECONDS = 2 * 3600
/** Metres from the fix before: nearer ones are where the recorder was. */
const ELSEWHERE_M = 300
/** At rest: all fixes of so many seconds, and at least so many of them, within a circle and at one height. */
const REST_SECONDS = 12
const MIN_REST_FIXES = 3
const MAX_REST_FIXES = 300
const REST_RADIUS_M = 20
const REST_HEIGHT_M = 10

interface Rows {
  fixes: FixColumns
  seconds: Float64Array
}

/** In the order of the file; between two of them, before the first and after the last are at least MIN_FIXES. */
export function findBreaks({ fixes, dates, blocks }: Scan, seconds: Float64Array): Break[] {
  const rows = { fixes, seconds }
  const breaks: Break[] = []
  const next = { block: 0, date: 1 }
  let began = 0
  for (let row = 0; row < seconds.length; row++) {
    const block = blocks[next.block]?.row === row ? blocks[next.block++] : undefined
    const date = dates[next.date]?.row === row ? dates[next.date++] : undefined
    const step = row > 0 ? seconds[row]! - seconds[row - 1]! : 0
    if (!block && !date && step >= 0 && step <= MAX_SILENCE_SECONDS) continue
    if (row - began < MIN_FIXES || seconds.length - row < MIN_FIXES) continue
    const found =
      explainBlock(row, block) ??
      explainDate(row, date, dates[next.date - 2]) ??
      (step < 0 ? explainFall(rows, row) : explainSilence(rows, row))
    if (!found) continue
    breaks.push({ isRecorder: false, line: fixes.line[row]!, ...found })
    began = row
  }
  return breaks
}

type Found = Pick<Break, 'row' | 'cause'> & Partial<Break>

function explainBlock(row: number, block: RecorderBlock | undefined): Found | undefined {
  return block && { row, line: block.line, isRecorder: true, cause: 'this is an A record after the fixes' }
}

function explainDate(
  row: number,
  date: DateSection | undefined,
  before: DateSection | undefined,
): Found | undefined {
  if (!date || !before || date.epochDay >= before.epochDay) return undefined
  return { row, line: date.line, cause: `the date goes back to ${formatDate(date.epochDay * 86_400)}` }
}

/** A clock that is set goes back where the recorder is; here it goes back elsewhere, or from a landing to a launch. */
function explainFall(rows: Rows, row: number): Found | undefined {
  if (!goesBack(rows.seconds, row)) return undefined
  const metres = stepMetres(rows, row)
  if (metres <= ELSEWHERE_M && !(isAtRest(rows, row - 1, -1) && isAtRest(rows, row, 1))) return undefined
  const back = formatDuration(rows.seconds[row - 1]! - rows.seconds[row]!)
  const place =
    metres <= ELSEWHERE_M ? 'on the ground' : `and the position jumps by ${formatDistance(metres)}`
  return { row, cause: `the clock goes back by ${back} ${place}` }
}

/** A shorter one is judged by what the fixes at its ends show: see flight/silence.ts. */
function explainSilence(rows: Rows, row: number): Found | undefined {
  const silence = measureGap(rows.seconds, row)
  if (silence <= MAX_SILENCE_SECONDS) return undefined
  return { row, cause: `nothing was recorded for ${formatDuration(silence)}` }
}

/** Seconds by which the fixes after are later than those before: all of ten, since one wrong time is no step of the clock. */
function measureGap(seconds: Float64Array, row: number): number {
  let latest = -Infinity
  let earliest = Infinity
  for (let away = 1; away <= MIN_FIXES; away++) {
    latest = Math.max(latest, seconds[row - away]!)
    earliest = Math.min(earliest, seconds[row + away - 1]!)
    if (earliest <= latest) return 0
  }
  return earliest - latest
}

/** The same for a clock that goes back. */
function goesBack(seconds: Float64Array, row: number): boolean {
  let earliest = Infinity
  let latest = -Infinity
  for (let away = 1; away <= MIN_FIXES; away++) {
    earliest = Math.min(earliest, seconds[row - away]!)
    latest = Math.max(latest, seconds[row + away - 1]!)
    if (latest >= earliest) return false
  }
  return true
}

/** From this fix on, in one direction. */
function isAtRest({ fixes, seconds }: Rows, row: number, direction: 1 | -1): boolean {
  let lowest = Infinity
  let highest = -Infinity
  for (let count = 0, at = row; at >= 0 && at < seconds.length; at += direction, count++) {
    const elapsed = Math.abs(seconds[at]! - seconds[row]!)
    if ((elapsed >= REST_SECONDS && count >= MIN_REST_FIXES) || count > MAX_REST_FIXES) return true
    const metres = metresBetween(fixes, row, at)
    lowest = Math.min(lowest, altitudeOf(fixes, at))
    highest = Math.max(highest, altitudeOf(fixes, at))
    if (metres > REST_RADIUS_M || highest - lowest > REST_HEIGHT_M) return false
  }
  return false
}

function altitudeOf({ pressureAltitude, gnssAltitude }: FixColumns, row: number): number {
  return pressureAltitude[row] !== 0 ? pressureAltitude[row]! : gnssAltitude[row]!
}

function stepMetres({ fixes }: Rows, row: number): number {
  return metresBetween(fixes, row - 1, row)
}

function metresBetween({ latitude, longitude }: FixColumns, from: number, to: number): number {
  return distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) * 1000
}

export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return `${Math.round(seconds)} s`
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(seconds / 3600)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export function formatDistance(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`
  return metres < 10_000 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`
}
