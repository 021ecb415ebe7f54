// One pass over the bytes of a file, line by line, whatever ends the lines: fixes into columns, the rest aside.
import { findDate } from './date.ts'
import type { Findings } from './diagnosis.ts'
import { type Extension, parseExtensions } from './extensions.ts'
import {
  FIX_BAD_POSITION,
  FIX_BAD_TIME,
  FIX_LENGTH,
  FIX_OK,
  FIX_UNREADABLE,
  FIX_ZERO_POSITION,
  type Field,
  type FixColumns,
  makeFixColumns,
  refineLastFix,
  takeFix,
} from './fix.ts'
import {
  startTextRecords,
  takeEvent,
  takeHeader,
  takeRecorderId,
  takeTaskLine,
  type TextRecords,
} from './headers.ts'
import { asciiText } from './text.ts'

export interface Scan {
  fixes: FixColumns
  /** B records seen, usable or not. */
  fixRecords: number
  /** A records seen. */
  recorderLines: number
  text: TextRecords
  /** Where a new date holds from; by row. */
  dates: DateSection[]
  /** First rows of further recordings in the same file (a second A record). */
  blocks: number[]
  /** Which I record holds from which byte on. */
  extensions: { offset: number; list: Extension[] }[]
}

export interface DateSection {
  row: number
  epochDay: number
  year: number
  line: number
}

interface Scanner extends Scan {
  bytes: Uint8Array
  view: DataView
  findings: Findings
  lad: Field
  lod: Field
  refines: boolean
  dateLines: number
}

const LETTER_B = 0x42
const NEWLINE = 0x0a
const RETURN = 0x0d
const NONE: Field = { from: 0, to: 0, scale: 1 }
/** Short forms without GNSS altitude, or without any, are written by some recorders. */
const SHORT_LENGTHS = new Set([25, 30])
const SHORTEST_FIX = 25
const VALIDITY_OFFSET = 24
/** No I record can name a byte beyond 99. */
const LONGEST_RECORD = 99
/** Lines looked at: a file of nothing but dates must stay cheap. */
const MOST_DATE_LINES = 10_000

export function scanLines(bytes: Uint8Array, findings: Findings): Scan {
  const scanner: Scanner = {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    findings,
    fixes: makeFixColumns(Math.floor(bytes.length / SHORTEST_FIX) + 1),
    fixRecords: 0,
    text: startTextRecords(),
    dates: [],
    blocks: [],
    extensions: [],
    lad: NONE,
    lod: NONE,
    refines: false,
    dateLines: 0,
    recorderLines: 0,
  }
  let at = skipByteOrderMark(bytes)
  for (let line = 1; at < bytes.length; line++) {
    if (bytes[at] === LETTER_B && isDigit(bytes[at + 1])) at = takeFixLine(scanner, at, line)
    else if (bytes[at] !== NEWLINE) at = takeOtherLine(scanner, at, line)
    let returns = 0
    while (bytes[at] === RETURN) {
      at++
      returns++
    }
    // CR LF and CR CR LF end one line; without LF each CR ends one.
    if (bytes[at] === NEWLINE) at++
    else if (returns > 1) line += returns - 1
  }
  return scanner
}

function skipByteOrderMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function findLineEnd({ bytes, view }: Scanner, from: number): number {
  const { length } = bytes
  let at = from
  while (at < length) {
    // Four bytes at a time while none of them is a control character.
    while (at + 4 <= length) {
      const word = view.getInt32(at, true)
      if (((word - 0x20202020) & ~word & 0x80808080) !== 0) break
      at += 4
    }
    const stop = Math.min(at + 4, length)
    for (; at < stop; at++) if (bytes[at] === NEWLINE || bytes[at] === RETURN) return at
  }
  return length
}

/** The fast path: a well-formed record costs no search for its end over its first 35 bytes. */
function takeFixLine(scanner: Scanner, at: number, line: number): number {
  const { bytes, fixes } = scanner
  scanner.fixRecords++
  if (at + FIX_LENGTH > bytes.length)
    return takeOddFix(scanner, at, findLineEnd(scanner, at), line, FIX_UNREADABLE)
  const outcome = takeFix(fixes, bytes, scanner.view, at, at, line)
  // takeFix has checked the bytes before the validity: no line end is among them.
  const end = findLineEnd(scanner, outcome === FIX_OK ? at + VALIDITY_OFFSET : at)
  if (outcome !== FIX_OK) return takeOddFix(scanner, at, end, line, outcome)
  if (end < at + FIX_LENGTH) {
    fixes.length--
    return takeOddFix(scanner, at, end, line, FIX_UNREADABLE)
  }
  fixes.recordLength[fixes.length - 1] = Math.min(end - at, LONGEST_RECORD)
  if (scanner.refines) refineLastFix(fixes, bytes, scanner.lad, scanner.lod, end)
  return end
}

/** Lower case, blanks for zeros, no altitudes: set right and tried once more; else explained. */
function takeOddFix(scanner: Scanner, at: number, end: number, line: number, first: number): number {
  let outcome = first
  const length = end - at
  if (outcome === FIX_UNREADABLE && (length >= FIX_LENGTH || SHORT_LENGTHS.has(length))) {
    normaliseFix(scanner.bytes, at, end)
    outcome = takeFix(scanner.fixes, normalised, normalisedView, 0, at, line)
    if (outcome === FIX_OK) return end
  }
  const { findings, bytes } = scanner
  if (outcome === FIX_ZERO_POSITION) {
    findings.add(
      'warning',
      'zero-position',
      line,
      'the recorder had no position and wrote 0°N 0°E',
      'These fixes were left out; nothing needs to be done.',
    )
    return end
  }
  if (outcome === FIX_BAD_TIME) return explainTime(findings, bytes, at, end, line)
  if (outcome === FIX_BAD_POSITION) return explainPosition(findings, bytes, at, end, line)
  if (length < FIX_LENGTH) {
    if (findings.isFirst('fix-truncated')) {
      const statement = `the fix "${asciiText(bytes, at, end)}" is cut short`
      findings.add(
        'warning',
        'fix-truncated',
        line,
        statement,
        'It was left out. Often it is the last line of a recorder that lost power.',
      )
    }
    return end
  }
  if (findings.isFirst('fix-unreadable')) {
    const statement = `the fix "${asciiText(bytes, at, at + FIX_LENGTH)}" cannot be read`
    findings.add(
      'warning',
      'fix-unreadable',
      line,
      statement,
      'It was left out. The line may be damaged; the other fixes are used.',
    )
  }
  return end
}

const normalised = new Uint8Array(FIX_LENGTH)
const normalisedView = new DataView(normalised.buffer)

function normaliseFix(bytes: Uint8Array, at: number, end: number): void {
  for (let i = 0; i < FIX_LENGTH; i++) {
    const byte = at + i < end ? bytes[at + i]! : 0x30
    if (byte >= 0x61 && byte <= 0x7a) normalised[i] = byte - 0x20
    else normalised[i] = byte === 0x20 ? 0x30 : byte
  }
}

function explainTime(findings: Findings, bytes: Uint8Array, at: number, end: number, line: number): number {
  if (findings.isFirst('fix-time')) {
    const time = asciiText(bytes, at + 1, at + 7).replace(/(..)(..)(..)/, '$1:$2:$3')
    const hint =
      'This fix was left out. Times run from 00:00:00 to 23:59:59; the line may be damaged or edited by hand.'
    findings.add('warning', 'fix-time', line, `the time ${time} does not exist`, hint)
  }
  return end
}

function explainPosition(
  findings: Findings,
  bytes: Uint8Array,
  at: number,
  end: number,
  line: number,
): number {
  if (findings.isFirst('fix-position')) {
    const position = asciiText(bytes, at + 7, at + 24)
    const hint =
      'This fix was left out. Minutes run to 59.999, latitudes to 90 and longitudes to 180 degrees.'
    findings.add('warning', 'fix-position', line, `the position ${position} does not exist`, hint)
  }
  return end
}

function takeOtherLine(scanner: Scanner, lineStart: number, line: number): number {
  const { bytes, text } = scanner
  const at = skipBlanks(bytes, lineStart)
  const end = findLineEnd(scanner, at)
  switch (bytes[at]) {
    case LETTER_B: // after blanks
      return isDigit(bytes[at + 1]) ? takeFixLine(scanner, at, line) : end
    case 0x62: // b
      if (isDigit(bytes[at + 1])) takeLowerCaseFix(scanner, at, end, line)
      break
    case 0x41: // A
      takeRecorderLine(scanner, at, end)
      break
    case 0x48: // H
    case 0x68:
      takeHeaderLine(scanner, at, end, line)
      break
    case 0x49: // I
      takeExtensionLine(scanner, at, end, line)
      break
    case 0x45: // E
      takeEvent(text, bytes, at, end, line)
      break
    case 0x43: // C
      takeTaskLine(text, bytes, at, end, line)
      break
  }
  return end
}

function takeLowerCaseFix(scanner: Scanner, at: number, end: number, line: number): void {
  scanner.fixRecords++
  takeOddFix(scanner, at, end, line, FIX_UNREADABLE)
}

function takeRecorderLine(scanner: Scanner, at: number, end: number): void {
  takeRecorderId(scanner.text, scanner.bytes, at, end)
  const { length } = scanner.fixes
  if (scanner.recorderLines++ > 0 && length > 0 && scanner.blocks.at(-1) !== length)
    scanner.blocks.push(length)
}

function takeHeaderLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { bytes } = scanner
  if (isDateRecord(bytes, at)) return takeDateLine(scanner, at, end, line)
  takeHeader(scanner.text, bytes, at, end, line)
}

function isDateRecord(bytes: Uint8Array, at: number): boolean {
  return (
    (bytes[at + 2]! & 0xdf) === 0x44 && (bytes[at + 3]! & 0xdf) === 0x54 && (bytes[at + 4]! & 0xdf) === 0x45
  )
}

function takeDateLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { bytes, dates, findings } = scanner
  if (++scanner.dateLines > MOST_DATE_LINES) return
  const text = asciiText(bytes, at, Math.min(end, at + 40))
  const date = findDate(text)
  if (!date) {
    const hint = 'The date stands as day, month, year: HFDTE250724 is 25 July 2024.'
    findings.add('warning', 'date-unreadable', line, `"${text}" holds no date that exists`, hint)
    return
  }
  const row = scanner.fixes.length
  // A date that no fix followed is replaced: the list stays as short as the track.
  if (dates.at(-1)?.row === row && row > 0) dates.pop()
  else if (row === 0) dates.length = 0
  dates.push({ row, line, ...date })
}

function takeExtensionLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { extensions, bytes, findings } = scanner
  if (extensions.length >= 100) return
  const list = parseExtensions(asciiText(bytes, at, end), line, findings)
  extensions.push({ offset: at, list })
  scanner.lad = list.find(({ code }) => code === 'LAD') ?? NONE
  scanner.lod = list.find(({ code }) => code === 'LOD') ?? NONE
  scanner.refines = scanner.lad !== NONE || scanner.lod !== NONE
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at]! <= 0x20 && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
  return at
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}
