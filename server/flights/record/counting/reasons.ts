// Whether a flight counts, as every reader is told: where it does not, why.
import type { NotCounted } from '#contract/own/counting.ts'
import type { Recording } from '#igc/flight/recording.ts'

/** Why a flight gives way to another that counts. */
export type Why = 'twin' | 'copy' | 'overlap'

/** The columns about it in a row. */
export interface CountingRow {
  /** 1 or 0. */
  is_counted: number
  recording: Recording
  counted_by_pilot: boolean | null
  /** The flight that counts instead. */
  same_flight_as: string | null
  /** Null: it is another recording of it, as an earlier release has found. */
  same_flight_why: Why | null
  /** A later flight at the same time. */
  overlapped_by: string | null
}

/** In the metadata: also of a flight that counts since its pilot says so. */
export function describeCounting(row: CountingRow) {
  const { same_flight_as: other, same_flight_why: why, overlapped_by: later } = row
  const member = other === null ? undefined : MEMBERS[why ?? 'twin']
  return {
    isCounted: row.is_counted === 1,
    ...(later !== null && { overlaps: later }),
    ...(member && { [member]: other }),
  }
}

const MEMBERS = { twin: 'sameFlightAs', copy: 'copyOf', overlap: 'overlaps' } as const satisfies Record<
  Why,
  string
>

/** Undefined for one that counts. */
export function explainCounting(row: CountingRow): NotCounted | undefined {
  if (row.is_counted === 1) return undefined
  if (row.counted_by_pilot === false) return { reason: 'pilot' }
  if (row.same_flight_as !== null)
    return { reason: row.same_flight_why ?? 'twin', flightId: row.same_flight_as }
  return { reason: row.recording === 'complete' ? 'pilot' : row.recording }
}
