// One pass over the bytes of a file, line by line, whatever ends the lines: fixes into columns, the rest aside.
import { findDate } from '../date.ts'
import type { Findings } from '../diagnosis.ts'
import { type ExtensionRecord, parseExtensions } from './extensions.ts'
import { createFixColumns, findControl, type FixColumns, type FixCursor, NO_FIELD, takeFixes } from './fix.ts'
import { startTextRecords, takeHeader, takeRecorderId, type TextRecords } from './headers.ts'
import { createOddRecord, MIN_FIX_LENGTH, takeOddFix } from './odd-fix.ts'
import { isDigit, isRecorderRecord } from './records.ts'
import { asciiText } from './text.ts'

export interface Scan {
  fixes: FixColumns
  /** B records seen, usable or not. */
  fixRecords: number
  /** A records seen. */
  recorderLines: number
  text: TextRecords
  /** From which row on each date holds. */
  dates: DateSection[]
  /** Where further recordings begin in the same file: an A record after the first fixes. */
  blocks: RecorderBlock[]
  extensions: ExtensionRecord[]
}

export interface DateSection {
  row: number
  epochDay: number
  year: number
  line: number
}

export interface RecorderBlock {
  /** Its first fix. */
  row: number
  /** The line of the A record. */
  line: number
}

interface Scanner extends Scan {
  cursor: FixCursor
  oddRecord: FixCursor
  findings: Findings
  dateLines: number
}

const LETTER_B = 0x42
const NEWLINE = 0x0a
const RETURN = 0x0d
/** Lines that are looked at: a file of nothing but dates must stay cheap. */
const MAX_DATE_LINES = 10_000
const MAX_EXTENSION_LINES = 10
const UPPER_CASE = 0xdf

/** The fixes go into `buffer` when it is given and large enough. */
export function scanLines(bytes: Uint8Array, findings: Findings, buffer?: FixColumns): Scan {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cursor: FixCursor = {
    bytes,
    view,
    at: 0,
    line: 1,
    latitudeDecimals: NO_FIELD,
    longitudeDecimals: NO_FIELD,
  }
  const scanner: Scanner = {
    cursor,
    oddRecord: createOddRecord(),
    findings,
    fixes: chooseColumns(Math.floor(bytes.length / MIN_FIX_LENGTH) + 1, buffer),
    fixRecords: 0,
    text: startTextRecords(),
    dates: [],
    blocks: [],
    extensions: [],
    dateLines: 0,
    recorderLines: 0,
  }
  skipByteOrderMark(cursor)
  while (cursor.at < bytes.length) {
    if (bytes[cursor.at] === LETTER_B && isDigit(bytes[cursor.at + 1])) {
      const before = scanner.fixes.length
      takeFixes(cursor, scanner.fixes)
      scanner.fixRecords += scanner.fixes.length - before
      if (scanner.fixes.length > before) continue
    }
    const end = bytes[cursor.at] === NEWLINE ? cursor.at : takeLine(scanner)
    beginNextLine(cursor, end)
  }
  return scanner
}

function chooseColumns(capacity: number, buffer?: FixColumns): FixColumns {
  if (!buffer || buffer.line.length < capacity) return createFixColumns(capacity)
  buffer.length = 0
  return buffer
}

function skipByteOrderMark(cursor: FixCursor): void {
  const { bytes } = cursor
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) cursor.at = 3
}

/** CR LF and CR CR LF end one line; without LF each CR ends one. */
function beginNextLine(cursor: FixCursor, end: number): void {
  const { bytes } = cursor
  let at = end
  while (bytes[at] === RETURN) at++
  const hasNewline = bytes[at] === NEWLINE
  cursor.line += hasNewline ? 1 : Math.max(1, at - end)
  cursor.at = hasNewline ? at + 1 : at
}

function findLineEnd({ bytes, view }: FixCursor, from: number): number {
  let at = findControl(bytes, view, from)
  while (at < bytes.length && bytes[at] !== NEWLINE && bytes[at] !== RETURN)
    at = findControl(bytes, view, at + 1)
  return at
}

/** Takes any line but a well-formed fix; returns where it ends. */
function takeLine(scanner: Scanner): number {
  const { cursor, findings } = scanner
  const { bytes, line } = cursor
  const at = skipBlanks(bytes, cursor.at)
  const end = findLineEnd(cursor, at)
  switch (bytes[at]! & UPPER_CASE) {
    case LETTER_B:
      // Prose may begin with a B too.
      if (!isDigit(bytes[at + 1])) break
      scanner.fixRecords++
      cursor.at = at
      takeOddFix(cursor, end, scanner.oddRecord, scanner.fixes, findings)
      break
    case 0x41: // A
      takeRecorderLine(scanner, at, end, line)
      break
    case 0x48: // H
      takeHeaderLine(scanner, at, end, line)
      break
    case 0x49: // I
      takeExtensionLine(scanner, at, end, line)
      break
  }
  return end
}

function takeRecorderLine(scanner: Scanner, at: number, end: number, line: number): void {
  takeRecorderId(scanner.text, scanner.cursor.bytes, at, end)
  const { length } = scanner.fixes
  scanner.recorderLines++
  const isFurther = length > 0 && scanner.blocks.at(-1)?.row !== length
  if (isFurther && isRecorderRecord(scanner.cursor.bytes, at)) scanner.blocks.push({ row: length, line })
}

function takeHeaderLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { bytes } = scanner.cursor
  if (isDateRecord(bytes, at)) return takeDateLine(scanner, at, end, line)
  takeHeader(scanner.text, bytes, at, end)
}

function isDateRecord(bytes: Uint8Array, at: number): boolean {
  return (
    (bytes[at + 2]! & 0xdf) === 0x44 && (bytes[at + 3]! & 0xdf) === 0x54 && (bytes[at + 4]! & 0xdf) === 0x45
  )
}

function takeDateLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { dates, findings } = scanner
  const { bytes } = scanner.cursor
  if (++scanner.dateLines > MAX_DATE_LINES) return
  const text = asciiText(bytes, at, Math.min(end, at + 40))
  const date = findDate(text)
  if (!date) {
    const hint = 'Dates are written as day, month, year: HFDTE250724 is 25 July 2024.'
    findings.add({
      severity: 'warning',
      code: 'date-unreadable',
      line,
      statement: `"${text}" is not a valid date`,
      hint,
    })
    return
  }
  const row = scanner.fixes.length
  // A date that no fix followed is replaced: the list stays as short as the track.
  if (dates.at(-1)?.row === row && row > 0) dates.pop()
  else if (row === 0) dates.length = 0
  dates.push({ row, line, ...date })
}

function takeExtensionLine(scanner: Scanner, at: number, end: number, line: number): void {
  const { extensions, cursor, findings } = scanner
  if (extensions.length >= MAX_EXTENSION_LINES) return
  const list = parseExtensions(asciiText(cursor.bytes, at, end), line, findings)
  extensions.push({ offset: at, list })
  cursor.latitudeDecimals = list.find(({ code }) => code === 'LAD') ?? NO_FIELD
  cursor.longitudeDecimals = list.find(({ code }) => code === 'LOD') ?? NO_FIELD
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at]! <= 0x20 && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
  return at
}
