// B records that are not as they should be: set right where their meaning is plain, else explained.
import type { Findings } from '../diagnosis.ts'
import {
  findFixFault,
  FIX_LENGTH,
  type FixColumns,
  type FixCursor,
  type FixFault,
  NO_FIELD,
  takeFixes,
} from './fix.ts'
import { asciiText } from './text.ts'

/** Short forms without GNSS altitude, or without any, are written by some recorders. */
export const SHORTEST_FIX = 25
const SHORT_LENGTHS = new Set([SHORTEST_FIX, 30])

/** Takes the record from the cursor to `end`, lower case, blanks for zeros or without altitudes, or tells its fault. */
export function takeOddFix(cursor: FixCursor, end: number, fixes: FixColumns, findings: Findings): void {
  const { bytes, view, at, line } = cursor
  const length = end - at
  if (length < FIX_LENGTH && !SHORT_LENGTHS.has(length))
    return reportTruncated(findings, bytes, at, end, line)

  const fault = length < FIX_LENGTH ? 'fix-unreadable' : findFixFault(bytes, view, at)
  if (fault !== 'fix-unreadable') return report(findings, fault, bytes, at, line)

  normalise(bytes, at, end)
  if (takeNormalised(fixes, at, line)) return
  report(findings, findFixFault(normalised.bytes, normalised.view, 0), bytes, at, line)
}

const normalisedBytes = new Uint8Array(FIX_LENGTH + 1).fill(0x0a)
const normalised: FixCursor = {
  bytes: normalisedBytes,
  view: new DataView(normalisedBytes.buffer),
  at: 0,
  line: 0,
  latitudeDecimals: NO_FIELD,
  longitudeDecimals: NO_FIELD,
}

function normalise(bytes: Uint8Array, at: number, end: number): void {
  for (let i = 0; i < FIX_LENGTH; i++) {
    const byte = at + i < end ? bytes[at + i]! : 0x30
    if (byte >= 0x61 && byte <= 0x7a) normalisedBytes[i] = byte - 0x20
    else normalisedBytes[i] = byte === 0x20 ? 0x30 : byte
  }
}

function takeNormalised(fixes: FixColumns, offset: number, line: number): boolean {
  const row = fixes.length
  normalised.at = 0
  takeFixes(normalised, fixes)
  if (fixes.length === row) return false
  fixes.offset[row] = offset
  fixes.line[row] = line
  return true
}

const HINTS: Record<FixFault, string> = {
  'zero-position': 'These fixes were left out; nothing needs to be done.',
  'fix-time':
    'This fix was left out. Times run from 00:00:00 to 23:59:59; the line may be damaged or edited by hand.',
  'fix-position':
    'This fix was left out. Minutes run to 59.999, latitudes to 90 and longitudes to 180 degrees.',
  'fix-unreadable': 'It was left out. The line may be damaged; the other fixes are used.',
}

function report(findings: Findings, fault: FixFault, bytes: Uint8Array, at: number, line: number): void {
  // The sentence is made for the first of a kind only: there may be hundreds of thousands.
  if (!findings.isFirst(fault)) return
  findings.add('warning', fault, line, state(fault, asciiText(bytes, at, at + FIX_LENGTH)), HINTS[fault])
}

function state(fault: FixFault, record: string): string {
  if (fault === 'zero-position') return 'the recorder had no position and wrote 0°N 0°E'
  if (fault === 'fix-time')
    return `the time ${record.slice(1, 7).replace(/(..)(..)(..)/, '$1:$2:$3')} does not exist`
  if (fault === 'fix-position') return `the position ${record.slice(7, 24)} does not exist`
  return `the fix "${record}" cannot be read`
}

function reportTruncated(findings: Findings, bytes: Uint8Array, at: number, end: number, line: number): void {
  if (!findings.isFirst('fix-truncated')) return
  const statement = `the fix "${asciiText(bytes, at, end)}" is cut short`
  const hint = 'It was left out. Often it is the last line of a recorder that lost power.'
  findings.add('warning', 'fix-truncated', line, statement, hint)
}
