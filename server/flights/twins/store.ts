// The recordings of a pilot's day.
import type { Recording } from '#igc/flight/recording.ts'
import { readTrace, type StoredTrace } from '#igc/flight/trace.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Recorded } from './link.ts'

/** Hardly anybody flies as often in a day, with two instruments. Further ones are compared with none: that bounds the cost. */
export const MAX_OF_DAY = 50

export interface LinkedRecording extends Recorded {
  sameFlightAs: string | null
  createdAt: number
}

/** In the order of their upload. The pilot's counter must be held: two recordings may arrive at once. */
export async function listRecordings(sql: Sql, ownerId: string, day: string): Promise<LinkedRecording[]> {
  const rows = await sql<{
    id: string
    trace: string | null
    recording: Recording
    counted_by_pilot: boolean | null
    same_flight_as: string | null
    created_at: number
  }>`
    select id, trace, recording, counted_by_pilot, same_flight_as, created_at from flights
    where owner_id = ${ownerId} and flight_date = ${day} order by created_at, id limit ${MAX_OF_DAY}`
  return rows.map((row) => ({
    id: row.id,
    trace: parseTrace(row.trace),
    recording: row.recording,
    countedByPilot: row.counted_by_pilot,
    sameFlightAs: row.same_flight_as,
    createdAt: row.created_at,
  }))
}

export function parseTrace(text: string | null): Recorded['trace'] {
  return text === null ? null : readTrace(JSON.parse(text) as StoredTrace)
}
