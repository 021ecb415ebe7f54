// The A and H records: who flew what with which recorder.
import type { IgcHeaders } from '../file.ts'
import { decodeText } from './text.ts'

// Lines that are looked at, valid or not: a file of millions of them must stay cheap.
const MAX_HEADERS = 200
const MAX_RECORDER_LINES = 10

const FIELDS: Readonly<Record<string, keyof IgcHeaders>> = {
  PLT: 'pilot',
  CM2: 'crew',
  GTY: 'gliderType',
  CCL: 'competitionClass',
  FTY: 'recorderType',
}

/** Written by recorders where they know nothing. */
const PLACEHOLDER =
  /^(?:|nkn|nil|none|null|n\/?a|not[ -]set|unknown|undefined|default|anonymous|[?.\-_0 ]+)$/i

export interface TextRecords {
  headers: IgcHeaders
  /** Whether any line is a header. */
  hasHeader: boolean
  seen: { recorder: number; header: number }
}

export function startTextRecords(): TextRecords {
  return { headers: {}, hasHeader: false, seen: { recorder: 0, header: 0 } }
}

export function takeRecorderId(records: TextRecords, bytes: Uint8Array, from: number, to: number): void {
  if (records.headers.recorderId !== undefined || ++records.seen.recorder > MAX_RECORDER_LINES) return
  const id = decodeText(bytes, from + 1, to)
  if (id) records.headers.recorderId = id
}

export function takeHeader(records: TextRecords, bytes: Uint8Array, from: number, to: number): void {
  const { headers } = records
  if (++records.seen.header > MAX_HEADERS) return
  const match = /^H.([A-Z0-9]{3})([^:]*)(?::(.*))?$/i.exec(decodeText(bytes, from, to))
  if (!match) return
  records.hasHeader = true
  const [, code = '', name = '', afterColon] = match
  // Without a colon the value follows the code at once.
  const value = (afterColon ?? name).trim()
  const field = FIELDS[code.toUpperCase()]
  if (!field || headers[field] !== undefined || PLACEHOLDER.test(value)) return
  headers[field] = value
}
