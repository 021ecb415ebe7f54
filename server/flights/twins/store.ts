// The recordings of a pilot's day.
import type { Recording } from '#igc/flight/recording.ts'
import type { Trace } from '#igc/flight/trace.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Recorded } from './link.ts'

/** Nobody flies more often in a day. Further ones are compared with none, so that an upload costs no more. */
export const MAX_OF_DAY = 100

export interface LinkedRecording extends Recorded {
  sameFlightAs: string | null
}

/** In the order of their upload. The pilot's counter must be held: two recordings may arrive at once. */
export async function listRecordings(sql: Sql, ownerId: string, day: string): Promise<LinkedRecording[]> {
  const rows = await sql<{
    id: string
    trace: string | null
    recording: Recording
    counted_by_pilot: boolean | null
    same_flight_as: string | null
  }>`
    select id, trace, recording, counted_by_pilot, same_flight_as from flights
    where owner_id = ${ownerId} and flight_date = ${day} order by created_at, id limit ${MAX_OF_DAY}`
  return rows.map((row) => ({
    id: row.id,
    trace: readTrace(row.trace),
    recording: row.recording,
    countedByPilot: row.counted_by_pilot,
    sameFlightAs: row.same_flight_as,
  }))
}

export function readTrace(text: string | null): Trace | null {
  return text === null ? null : (JSON.parse(text) as Trace)
}
