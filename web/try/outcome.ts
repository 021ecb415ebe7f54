// Messages between the page and its worker.
import type { FlightSummary } from '#igc/flight/summary.ts'
import type { Rules } from '#scoring/rules.ts'
import type { Score } from '#scoring/score.ts'
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { TrackColumns } from '#contract/flight.ts'

export interface Task {
  bytes: Uint8Array
  rules: Rules
}

export interface FlownTrack {
  /** UTC, of the first fix; undefined when the file names none. */
  date: string | undefined
  columns: Pick<TrackColumns, 'seconds' | 'latitude' | 'longitude' | 'altitude'>
}

export interface ScoredHere extends FlownTrack {
  summary: FlightSummary
  score: Score
  analysis: FlightAnalysis | null
}

export interface Refusal {
  message: string
  hint: string
}

export type Outcome = { flight: ScoredHere } | { refusal: Refusal }

/** The track comes first, as the score may take a while. */
export type Message = { track: FlownTrack } | Outcome
