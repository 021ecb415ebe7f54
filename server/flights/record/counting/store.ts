// The recordings of a pilot's day, and what other days have to do with them.
import { type Footprint, listNearKeys, readFootprint, type StoredFootprint } from '#igc/flight/footprint.ts'
import { readTrace, type StoredTrace } from '#igc/flight/trace.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { StoredFlight } from '../columns.ts'
import { areCopies, type Recorded, type Verdict } from './link.ts'

/** Hardly anybody flies as often in a day, with two instruments. Further ones are compared with none: that bounds the cost. */
export const MAX_OF_DAY = 50
/** So many flights with nearly the same way and spread are compared by their shape. */
const MAX_ALIKE = 60

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

/** Flights of other days with the shape of one of these, whether they count or not. */
export async function listCopies(
  sql: Sql,
  ownerId: string,
  day: string,
  recordings: readonly StoredRecording[],
): Promise<StoredRecording[]> {
  const keys = new Set(
    recordings.flatMap(({ footprintKey }) => (footprintKey === null ? [] : listNearKeys(footprintKey))),
  )
  if (keys.size === 0) return []
  const rows = await sql<RecordingRow>`
    select ${columns} from flights
    where owner_id = ${ownerId} and footprint_key in (${paddedList([...keys])}) and flight_date <> ${day}
    order by created_at, id limit ${MAX_ALIKE}`
  return rows.map(toRecording).filter((other) => recordings.some((one) => areCopies(one, other)))
}

/** Days of flights that give way to one of these. */
export async function listDaysLinkedTo(sql: Sql, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ flight_date: string }>`
    select distinct flight_date from flights where owner_id = ${ownerId} and same_flight_as in (${paddedList(ids)})`
  return rows.map(({ flight_date: day }) => day)
}

/** Whether a copy counts: the day's own come to light when it is judged. */
export function countsElsewhere({ countedByPilot, recording, verdict }: StoredRecording): boolean {
  return countedByPilot ?? (recording === 'complete' && verdict.sameFlightAs === null)
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
