// The I record: which bytes of each B record hold what beyond the 35 every recorder writes.
import type { Findings } from './diagnosis.ts'
import type { Columns } from './columns.ts'
import { FIX_LENGTH, type Field, readField } from './fix.ts'

export interface Extension extends Field {
  code: string
}

const MOST_EXTENSIONS = 30
/** Digits that fit an Int32Array. */
const WIDEST_FIELD = 9
/** Refines the position itself; no column of its own. */
const POSITION_CODES = new Set(['LAD', 'LOD'])

/** `I023638FXA3940SIU`: two extensions, bytes 36 to 38 and 39 to 40, counted from 1. */
export function parseExtensions(text: string, line: number, findings: Findings): Extension[] {
  const list: Extension[] = []
  for (const [part, first, last, code = ''] of text.slice(3).matchAll(/(\d{2})(\d{2})([A-Z0-9]{3})/gi)) {
    const from = Number(first) - 1
    const to = Number(last)
    if (from < FIX_LENGTH || to <= from || to - from > WIDEST_FIELD) {
      const statement = `the extension ${part} claims bytes that cannot hold it`
      findings.add(
        'warning',
        'extension-offset',
        line,
        statement,
        'It was left out; time, position and altitude do not depend on it.',
      )
      continue
    }
    if (list.length < MOST_EXTENSIONS)
      list.push({ code: code.toUpperCase(), from, to, scale: 10 ** (to - from) })
  }
  return list
}

/** Columns for the given records; a record too short for a field counts as 0 there. */
export function readExtensions(
  bytes: Uint8Array,
  { offsets, recordLengths }: Pick<Columns, 'offsets' | 'recordLengths'>,
  records: readonly { offset: number; list: Extension[] }[],
): Record<string, Int32Array> {
  const columns = new Map<string, Int32Array>()
  const layouts = records.map(({ offset, list }) => ({
    offset,
    fields: list
      .filter(({ code }) => !POSITION_CODES.has(code))
      .flatMap((extension) => addColumn(columns, extension, offsets.length)),
  }))
  if (columns.size > 0) fillColumns(bytes, offsets, recordLengths, layouts)
  return Object.fromEntries(columns)
}

interface Layout {
  offset: number
  fields: { field: Field; column: Int32Array }[]
}

function addColumn(columns: Map<string, Int32Array>, field: Extension, length: number) {
  let column = columns.get(field.code)
  if (!column) {
    if (columns.size >= MOST_EXTENSIONS) return []
    column = new Int32Array(length)
    columns.set(field.code, column)
  }
  return [{ field, column }]
}

function fillColumns(
  bytes: Uint8Array,
  offsets: Int32Array,
  recordLengths: Uint8Array,
  layouts: readonly Layout[],
): void {
  let current = 0
  for (let row = 0; row < offsets.length; row++) {
    const at = offsets[row]!
    while (current + 1 < layouts.length && layouts[current + 1]!.offset < at) current++
    while (current > 0 && layouts[current]!.offset > at) current--
    const { fields } = layouts[current]!
    const length = recordLengths[row]!
    for (let i = 0; i < fields.length; i++) {
      const { field, column } = fields[i]!
      if (field.to <= length) column[row] = readField(bytes, at + field.from, at + field.to)
    }
  }
}
