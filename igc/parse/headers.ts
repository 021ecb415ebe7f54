// The records of text: A and H (who flew what with which recorder), E (events), C (the task).
import type { HeaderRecord, IgcEvent, IgcHeaders, IgcTask, TaskPoint } from '../file.ts'
import { decodeText } from './text.ts'

// Lines that are looked at, valid or not: a file of millions of them must stay cheap.
const MAX_HEADERS = 200
const MAX_EVENTS = 1000
const MAX_TASK_LINES = 100
const MAX_RECORDER_LINES = 10

type TextField = Exclude<keyof IgcHeaders, 'records' | 'timeZoneHours'>

const FIELDS: Readonly<Record<string, TextField>> = {
  PLT: 'pilot',
  CM2: 'crew',
  GTY: 'gliderType',
  GID: 'gliderId',
  CID: 'competitionId',
  CCL: 'competitionClass',
  FTY: 'recorderType',
  RFW: 'firmware',
  RHW: 'hardware',
  GPS: 'gps',
  PRS: 'pressureSensor',
  SIT: 'site',
}

/** Written by recorders where they know nothing. */
const PLACEHOLDER =
  /^(?:|nkn|nil|none|null|n\/?a|not[ -]set|unknown|undefined|default|anonymous|[?.\-_0 ]+)$/i

export interface TextRecords {
  headers: IgcHeaders
  events: IgcEvent[]
  task: IgcTask | undefined
  seen: { recorder: number; header: number; event: number; task: number }
}

export function startTextRecords(): TextRecords {
  const seen = { recorder: 0, header: 0, event: 0, task: 0 }
  return { headers: { records: [] }, events: [], task: undefined, seen }
}

export function takeRecorderId(records: TextRecords, bytes: Uint8Array, from: number, to: number): void {
  if (records.headers.recorderId !== undefined || ++records.seen.recorder > MAX_RECORDER_LINES) return
  const id = decodeText(bytes, from + 1, to)
  if (id) records.headers.recorderId = id
}

export function takeHeader(
  records: TextRecords,
  bytes: Uint8Array,
  from: number,
  to: number,
  line: number,
): void {
  const { headers } = records
  if (++records.seen.header > MAX_HEADERS) return
  const text = decodeText(bytes, from, to)
  const match = /^H(.)([A-Z0-9]{3})([^:]*)(?::(.*))?$/i.exec(text)
  if (!match) return
  const [, source = '', code = '', name = '', afterColon] = match
  // Without a colon the value follows the code at once.
  const value = (afterColon ?? name).trim()
  const record: HeaderRecord = { line, source: source.toUpperCase(), code: code.toUpperCase(), value }
  headers.records.push(record)
  applyHeader(headers, record)
}

function applyHeader(headers: IgcHeaders, { code, value }: HeaderRecord): void {
  if (code === 'TZN' || code === 'TZO') {
    const hours = Number.parseFloat(value)
    if (Math.abs(hours) <= 14) headers.timeZoneHours = hours
    return
  }
  const field = Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined
  if (!field || headers[field] !== undefined || PLACEHOLDER.test(value)) return
  headers[field] = value
}

export function takeEvent(
  records: TextRecords,
  bytes: Uint8Array,
  from: number,
  to: number,
  line: number,
): void {
  if (++records.seen.event > MAX_EVENTS) return
  const match = /^E(\d{2})(\d{2})(\d{2})([A-Z0-9]{3})(.*)$/i.exec(decodeText(bytes, from, to))
  if (!match) return
  const [, hours, minutes, seconds, code = '', text = ''] = match
  const secondsOfDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  records.events.push({ line, secondsOfDay, code: code.toUpperCase(), text: text.trim() })
}

export function takeTaskLine(
  records: TextRecords,
  bytes: Uint8Array,
  from: number,
  to: number,
  line: number,
): void {
  if (++records.seen.task > MAX_TASK_LINES) return
  const text = decodeText(bytes, from, to)
  records.task ??= { line, description: '', points: [] }
  const { task } = records
  const point = findTaskPoint(text)
  if (point) {
    if (point.latitude !== 0 || point.longitude !== 0) task.points.push(point)
    return
  }
  // The first C line: date and time of declaration, date of flight, task number, number of turnpoints (-2 when
  // there are none), text.
  const declaration = /^C\d{12}[\d -]*(.*)$/.exec(text)
  if (declaration?.[1] && !task.description) task.description = declaration[1].trim()
}

function findTaskPoint(text: string): TaskPoint | undefined {
  const match = /^C(\d{2})(\d{5})([NS])(\d{3})(\d{5})([EW])(.*)$/i.exec(text)
  if (!match) return undefined
  const [, degreesLat, minutesLat, ns = '', degreesLng, minutesLng, ew = '', name = ''] = match
  const latitude = (Number(degreesLat) + Number(minutesLat) / 60_000) * (ns.toUpperCase() === 'S' ? -1 : 1)
  const longitude = (Number(degreesLng) + Number(minutesLng) / 60_000) * (ew.toUpperCase() === 'W' ? -1 : 1)
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { latitude, longitude, name: name.trim() }
}
