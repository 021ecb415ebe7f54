// The I record: which bytes of each B record hold what beyond the 35 every recorder writes.
import type { Findings } from '../diagnosis.ts'
import type { Columns } from './columns.ts'
import { FIX_LENGTH, type Field, readField } from './fix.ts'

export interface Extension extends Field {
  code: string
}

/** Holds from its byte on. */
export interface ExtensionRecord {
  offset: number
  list: Extension[]
}

const MAX_EXTENSIONS = 30
/** Digits that fit an Int32Array. */
const MAX_FIELD_DIGITS = 9
/** Refines the position itself; not a separate column. */
const POSITION_CODES = new Set(['LAD', 'LOD'])

/** `I023638FXA3940SIU`: two extensions, bytes 36 to 38 and 39 to 40, counted from 1. */
export function parseExtensions(text: string, line: number, findings: Findings): Extension[] {
  const list: Extension[] = []
  for (const [part, first, last, code = ''] of text.slice(3).matchAll(/(\d{2})(\d{2})([A-Z0-9]{3})/gi)) {
    const from = Number(first) - 1
    const to = Number(last)
    if (from < FIX_LENGTH || to <= from || to - from > MAX_FIELD_DIGITS) {
      const statement = `the extension ${part} claims bytes that cannot hold it`
      findings.add({
        severity: 'warning',
        code: 'extension-offset',
        line,
        statement,
        hint: 'It was left out; time, position and altitude do not depend on it.',
      })
      continue
    }
    if (list.length < MAX_EXTENSIONS)
      list.push({ code: code.toUpperCase(), from, to, scale: 10 ** (to - from) })
  }
  return list
}

/** Columns for the given records; a record too short for a field counts as 0 there. */
export function readExtensions(
  bytes: Uint8Array,
  { offsets, recordLengths }: Pick<Columns, 'offsets' | 'recordLengths'>,
  records: readonly ExtensionRecord[],
): Record<string, Int32Array> {
  const columns = new Map<string, Int32Array>()
  for (const [index, { offset, list }] of records.entries()) {
    // The first I record holds for fixes before it too.
    const since = index === 0 ? 0 : offset
    const until = records[index + 1]?.offset ?? bytes.length
    for (const extension of list) {
      if (POSITION_CODES.has(extension.code)) continue
      const column = columns.get(extension.code) ?? new Int32Array(offsets.length)
      if (!columns.has(extension.code) && columns.size >= MAX_EXTENSIONS) continue
      columns.set(extension.code, column)
      fillColumn(column, bytes, offsets, recordLengths, extension, since, until)
    }
  }
  return Object.fromEntries(columns)
}

function fillColumn(
  column: Int32Array,
  bytes: Uint8Array,
  offsets: Int32Array,
  recordLengths: Uint8Array,
  { from, to }: Extension,
  since: number,
  until: number,
): void {
  for (let row = 0; row < column.length; row++) {
    const at = offsets[row]!
    if (recordLengths[row]! < to || at < since || at >= until) continue
    let value = 0
    let faults = 0
    for (let i = at + from; i < at + to; i++) {
      const digit = bytes[i]! - 0x30
      faults |= digit | (9 - digit)
      value = (value * 10 + digit) | 0
    }
    // A sign, blanks, or no number at all.
    if (faults < 0) value = readField(bytes, at + from, at + to)
    column[row] = value
  }
}
