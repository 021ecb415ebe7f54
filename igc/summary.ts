// Everything a flight's record shows that does not need a database or a scorer.

export interface FlightSummary {
  takeoff: FlightPoint
  landing: FlightPoint
  durationSeconds: number
  /** Path length over the flight, measured between points at least 30 m apart so that GPS noise adds nothing. */
  trackDistanceKm: number
  altitude: AltitudeFigures
  pilot: string | null
  glider: string | null
  gliderClass: string | null
  recorder: string | null
  /** A second crew member, or a tandem class or glider, stands in the header. */
  isTandem: boolean
  launchType: 'Self' | 'Towed' | 'Powered'
  /** Fixes in the whole file that hold a usable position. */
  fixCount: number
  /** The fixes to score, both included; null when the file shows no flight. */
  range: { from: number; to: number } | null
  /** Every flight in the file, in time order. */
  segments: FlightSegmentSummary[]
  warnings: SummaryWarning[]
}

export interface FlightPoint {
  lat: number
  lng: number
  /** ISO 8601, UTC. */
  time: string
  altitudeM: number
}

export interface AltitudeFigures {
  source: 'pressure' | 'gnss'
  maximumM: number
  minimumM: number
  /** Highest point above the take-off. */
  gainM: number
  takeoffM: number
  landingM: number
  /** Metres a second over 20 s; 0 when the flight is shorter. */
  greatestClimbMs: number
  /** Negative. */
  greatestSinkMs: number
}

export interface FlightSegmentSummary {
  from: number
  to: number
  startTime: string
  endTime: string
  durationSeconds: number
  /** This one is the flight. */
  isFlight: boolean
}

export interface SummaryWarning {
  line: number
  code: string
  message: string
}
