// Findings of the threads in a file (scorer/), as they are passed between threads and stored.
import type { AnalysisSummary } from '#contract/analysis.ts'
import type { Diagnosis } from '#igc/diagnosis.ts'
import type { Altitudes } from '#igc/flight/altitude.ts'
import type { Taken } from '#igc/flight/footprint.ts'
import type { FlightSummary } from '#igc/flight/summary.ts'
import type { StoredTrace } from '#igc/flight/trace.ts'
import type { Signature } from '#igc/signature/signature.ts'
import type { Score } from '#scoring/score.ts'

/** Findings that a rescore makes again. */
export interface FlightFindings {
  summary: FlightSummary
  score: Score
  signature: Signature
  /** Null when nothing in the file flies. */
  analysis: StoredAnalysis | null
  /** The place of the launch point. */
  place: Place
  /** A sketch of the track: latitude and longitude in turn. */
  shape: number[]
  /** By which another recording of the flight is recognised; null when nothing in the file flies. */
  trace: StoredTrace | null
  /** By which a copy of it is, at another time or in another place; null when it is too short for a shape. */
  footprint: Taken | null
  /** Local date at take-off. */
  flightDate: string
}

/** A file as it is stored. */
export interface StoredTrack {
  compressed: Uint8Array
  /** For a file that names no date: that of its first fix, in UTC. */
  givenDate: string | null
  /** These tell which of several recordings is the flight. */
  launchLatitude?: number | null
  launchLongitude?: number | null
}

export interface AnalysedFlight extends FlightFindings {
  fingerprint: string
  compressed: Uint8Array
  diagnoses: Diagnosis[]
  /** The date of the first fix in UTC, where the file does not name it. */
  givenDate: string | null
  /** Milliseconds of CPU. */
  times: Record<'reading' | 'scoring' | 'analysing' | 'placing' | 'compressing', number>
}

export type Analysis =
  | { isFlight: true; flight: AnalysedFlight }
  | { isFlight: false; diagnoses: Diagnosis[] }

export interface StoredAnalysis {
  summary: AnalysisSummary
  /** JSON; a fifth of its 12 kB, or of 50 after a day in the mountains. */
  compressed: Uint8Array
}

export interface Place {
  /**
   * The nearest town or village of about a thousand inhabitants or more, and where from it the point is, as in "4 km N of
   * Castellane"; null when none is within 150 km.
   */
  town: string | null
  /** ISO 3166-1 alpha-2, upper case; overseas parts have their own (Réunion is RE). Null on the high seas. */
  country: string | null
  /** IANA name, such as `Europe/Zurich`. */
  timeZone: string
}

export interface TrackColumns {
  seconds: number[]
  latitude: number[]
  longitude: number[]
  altitude: number[]
}

/** With the altitude by GNSS, where the file has it. */
export interface GnssTrack extends TrackColumns {
  source: Altitudes['source']
}
