// The flights that are compared, by what, and at which moment.
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { Flight } from '#contract/flight.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import type { Watched } from '../watched.ts'
import type { Aligned, AlignBy } from './align.ts'

export interface Compared {
  /** Its id, or the token of its link. */
  reference: string
  flight: Flight
  /** Who flew it, where it is not the reader's own. */
  pilot: string | null
  utcOffsetSeconds: number
  columns: FlightColumns
  analysis: FlightAnalysis | null
}

export interface ComparedProps {
  flights: readonly Compared[]
  by: AlignBy
  align: (by: AlignBy) => void
  aligned: Aligned
  moment: Watched<number>
}
