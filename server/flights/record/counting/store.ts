// The recordings of a pilot's day, and what other days have to do with them.
import { type Footprint, listNearKeys, readFootprint, type StoredFootprint } from '#igc/flight/footprint.ts'
import { readTrace, type StoredTrace } from '#igc/flight/trace.ts'
import { type Fragment, fragment, join, type Sql } from '#server/platform/database/database.ts'
import type { StoredFlight } from '../columns.ts'
import { isCounted } from './counted.ts'
import type { Place } from './copies-store.ts'
import { areCopies, type Recorded, type Verdict } from './link.ts'

/** Hardly anybody flies as often in a day, with two instruments. Further ones are compared with none: that bounds the cost. */
export const MAX_OF_DAY = 50
/** So many flights with nearly the same way and spread are compared by their shape. */
const MAX_ALIKE = 60
/** So many other days are judged in the transaction of a change. */
export const MAX_JUDGED_AT_ONCE = 5

export interface StoredRecording extends Recorded {
  day: string
  /** As it was last decided. */
  verdict: Verdict
}

type Read = 'id' | 'flight_date' | 'trace' | 'footprint' | 'footprint_key' | 'recording' | 'counted_by_pilot'
type RecordingRow = Pick<
  StoredFlight,
  Read | 'same_flight_as' | 'same_flight_why' | 'overlapped_by' | 'created_at'
>

const columns = fragment`id, flight_date, trace, footprint, footprint_key, recording, counted_by_pilot, same_flight_as,
  same_flight_why, overlapped_by, created_at`

/** In the order of their upload. The pilot's counter must be held: two recordings may arrive at once. */
export async function listRecordings(sql: Sql, ownerId: string, day: string): Promise<StoredRecording[]> {
  const rows = await sql<RecordingRow>`
    select ${columns} from flights
    where owner_id = ${ownerId} and flight_date = ${day} order by created_at, id limit ${MAX_OF_DAY}`
  return rows.map(toRecording)
}

/** Flights of other days that count and were uploaded before this one, with nearly its way and spread. */
export async function listEarlier(
  sql: Sql,
  ownerId: string,
  one: StoredRecording,
): Promise<StoredRecording[]> {
  const { footprintKey, createdAt, id, day } = one
  if (footprintKey === null) return []
  const isEarlier = fragment`(created_at, id) < (${createdAt}, ${id}) and flight_date <> ${day} and ${isCounted}`
  const rows = await sql<RecordingRow>`
    select ${columns} from flights where id in (${firstAlike(ownerId, footprintKey, isEarlier, MAX_ALIKE)})
    order by created_at, id`
  return rows.map(toRecording)
}

export interface Dependents {
  days: string[]
  /** There may be more than these. */
  areMany: boolean
}

/** Days of flights that may give way to this one now that it counts. */
export async function listGivingWay(sql: Sql, ownerId: string, one: StoredRecording): Promise<Dependents> {
  const { footprintKey, createdAt, id, day } = one
  if (footprintKey === null) return { days: [], areMany: false }
  const isLater = fragment`(created_at, id) > (${createdAt}, ${id}) and flight_date <> ${day}`
  const rows = await sql<RecordingRow>`
    select ${columns} from flights where id in (${firstAlike(ownerId, footprintKey, isLater, MAX_ALIKE)})`
  const later = rows.map(toRecording)
  const giveWay = later.filter((other) => other.verdict.sameFlightAs !== id && areCopies(one, other))
  return { days: giveWay.map((other) => other.day), areMany: rows.length === MAX_ALIKE }
}

/** Days of flights that give way to this one, which counts no longer or is gone. */
export async function listLinkedTo(sql: Sql, ownerId: string, id: string): Promise<Dependents> {
  const rows = await sql<{ day: string }>`
    select flight_date as day from flights where owner_id = ${ownerId} and same_flight_as = ${id}
    limit ${MAX_JUDGED_AT_ONCE + 1}`
  return { days: rows.map(({ day }) => day), areMany: rows.length > MAX_JUDGED_AT_ONCE }
}

/** In the order of their upload, after one of them, those with nearly this way and spread. */
export function listAlikeAfter(
  sql: Sql,
  ownerId: string,
  footprintKey: number,
  { createdAt, id }: Place,
  max: number,
): Promise<(Place & { day: string })[]> {
  const isAfter = fragment`(created_at, id) > (${createdAt}, ${id})`
  return sql<Place & { day: string }>`
    select id, created_at as "createdAt", flight_date as day from flights
    where id in (${firstAlike(ownerId, footprintKey, isAfter, max)}) order by created_at, id`
}

/** Of each cell by an index in the order of upload: however many there are, so many of each are looked at. */
function firstAlike(ownerId: string, footprintKey: number, condition: Fragment, max: number): Fragment {
  const cells = listNearKeys(footprintKey).map(
    (key) => fragment`select id, created_at from (
      select id, created_at from flights where owner_id = ${ownerId} and footprint_key = ${key} and ${condition}
      order by created_at, id limit ${max}) as cell`,
  )
  return fragment`select id from (${join(cells, ' union all ')}) as cells order by created_at, id limit ${max}`
}

function toRecording(row: RecordingRow): StoredRecording {
  return {
    id: row.id,
    day: row.flight_date,
    createdAt: row.created_at,
    trace: parseTrace(row.trace),
    footprint: parseFootprint(row.footprint),
    footprintKey: row.footprint_key,
    recording: row.recording,
    countedByPilot: row.counted_by_pilot,
    verdict: {
      sameFlightAs: row.same_flight_as,
      why: row.same_flight_as === null ? null : (row.same_flight_why ?? 'twin'),
      overlappedBy: row.overlapped_by,
    },
  }
}

export function parseTrace(text: string | null): Recorded['trace'] {
  return text === null ? null : readTrace(JSON.parse(text) as StoredTrace)
}

function parseFootprint(text: string | null): Footprint | null {
  return text === null ? null : readFootprint(JSON.parse(text) as StoredFootprint)
}
