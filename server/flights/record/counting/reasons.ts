// The reason why a flight does not count, as every reader is told it.
import type { NotCounted } from '#contract/logbook/counting.ts'
import type { FlightRow, Why } from '../columns.ts'

type CountingRow = Pick<
  FlightRow,
  'is_counted' | 'recording' | 'counted_by_pilot' | 'same_flight_as' | 'same_flight_why' | 'overlapped_by'
>

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
