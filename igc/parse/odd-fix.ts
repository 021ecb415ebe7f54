// B records that are not as they should be: set right where their meaning is plain, reported otherwise.
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
export const MIN_FIX_LENGTH = 25
const SHORT_LENGTHS = new Set([MIN_FIX_LENGTH, 30])

const NEWLINE = 0x0a
const BLANK = 0x20
const ZERO = 0x30

/** A record set right, ready to be read like any other. */
export function createOddRecord(): FixCursor {
  const bytes = new Uint8Array(FIX_LENGTH + 1).fill(NEWLINE)
  return {
    bytes,
    view: new DataView(bytes.buffer),
    at: 0,
    line: 0,
    latitudeDecimals: NO_FIELD,
    longitudeDecimals: NO_FIELD,
  }
}

/**
 * Takes the record from the cursor to `end` when it is in lower case, has blanks for zeros or no altitudes; otherwise
 * reports its fault. `record` is memory to set it right in.
 */
export function takeOddFix(
  cursor: FixCursor,
  end: number,
  record: FixCursor,
  fixes: FixColumns,
  findings: Findings,
): void {
  const { bytes, view, at, line } = cursor
  const length = end - at
  if (length < FIX_LENGTH && !SHORT_LENGTHS.has(length))
    return reportTruncated(findings, bytes, at, end, line)

  const fault = length < FIX_LENGTH ? 'fix-unreadable' : findFixFault(bytes, view, at)
  if (fault !== 'fix-unreadable') return report(findings, fault, bytes, at, line)

  setRight(record.bytes, bytes, at, end)
  if (takeRecord(record, fixes, at, line)) return
  report(findings, findFixFault(record.bytes, record.view, 0), bytes, at, line)
}

function setRight(record: Uint8Array, bytes: Uint8Array, at: number, end: number): void {
  for (let i = 0; i < FIX_LENGTH; i++) {
    const byte = at + i < end ? bytes[at + i]! : ZERO
    if (byte >= 0x61 && byte <= 0x7a) record[i] = byte - 0x20
    else record[i] = byte === BLANK ? ZERO : byte
  }
}

function takeRecord(record: FixCursor, fixes: FixColumns, offset: number, line: number): boolean {
  const row = fixes.length
  record.at = 0
  takeFixes(record, fixes)
  if (fixes.length === row) return false
  fixes.offset[row] = offset
  fixes.line[row] = line
  return true
}

const HINTS: Record<FixFault, string> = {
  'zero-position': 'Fixes without a position are left out; nothing needs to be done.',
  'fix-time':
    'This fix was left out. Times run from 00:00:00 to 23:59:59; the line may be damaged or have been edited by hand.',
  'fix-position':
    'This fix was left out. Minutes go up to 59.999, latitudes to 90 and longitudes to 180 degrees.',
  'fix-unreadable': 'This fix was left out. The line may be damaged; the other fixes are used.',
}

function report(findings: Findings, fault: FixFault, bytes: Uint8Array, at: number, line: number): void {
  // Only the first of a kind becomes a sentence: there may be hundreds of thousands.
  if (!findings.isFirst(fault)) return
  findings.add({
    severity: 'warning',
    code: fault,
    line,
    statement: state(fault, asciiText(bytes, at, at + FIX_LENGTH)),
    hint: HINTS[fault],
  })
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
  const hint = 'This fix was left out. Often it is the last line before a recorder lost power.'
  findings.add({ severity: 'warning', code: 'fix-truncated', line, statement, hint })
}
