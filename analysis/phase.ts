// The analysis of a flight as plain values, fit for JSON.

export const phaseKinds = ['thermal', 'circling', 'glide', 'soaring', 'other', 'gap', 'unknown'] as const

export type PhaseKind = (typeof phaseKinds)[number]

export interface PhasePoint {
  /** ISO 8601, UTC. */
  time: string
  lat: number
  lng: number
  altitudeM: number
}

export interface WindValue {
  speedMps: number
  /** Degrees from which it blows; null for less than 1 m/s. */
  fromDeg: number | null
  /** A standard deviation of each, rounded up to 0.1 and 1; left out of what is not measured as a wind. */
  uncertaintyMps?: number
  uncertaintyDeg?: number | null
}

export interface CirclingValues {
  turns: number
  secondsPerTurn: number
  /** Unknown where fixes are too far apart to tell left from right. */
  direction: 'left' | 'right' | 'mixed' | 'unknown'
  /** The best 20 s. */
  bestClimbMps: number
  /** From the circle that the ground velocity runs on; null where it runs on none. */
  airspeedMps: number | null
  radiusM: number | null
  wind: WindValue | null
  /** How the circles moved over the ground; null for fewer than three turns. */
  drift: WindValue | null
}

export interface GlideValues {
  /** Kilometres per hour from entry to exit, and along the track. */
  speedKmh: number
  trackSpeedKmh: number
  /** Straight distance over loss; null when hardly any altitude is lost. */
  ratio: number | null
  /** The same through the air, where the wind is known. */
  airRatio: number | null
}

export interface Phase {
  kind: PhaseKind
  start: PhasePoint
  end: PhasePoint
  seconds: number
  /** Negative for a loss. */
  altitudeChangeM: number
  /** Altitude change over time. */
  climbMps: number
  /** From start to end in a straight line, and along the track. */
  distanceKm: number
  trackKm: number
  /** For a thermal and for circling without gain. */
  circling: CirclingValues | null
  glide: GlideValues | null
  /** For an unknown phase: seconds from fix to fix, in the mean. */
  secondsPerFix: number | null
}

export function round(value: number, digits: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(value * 10 ** digits) / 10 ** digits + 0
}
