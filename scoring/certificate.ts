// What a score is handed out as: the points that give it, so that anybody can measure them again, and the bound
// that no other choice of points exceeds.
import type { FlightType } from './rules.ts'

/** One fix of the track. */
export interface ScoredPoint {
  /** Position in the track's columns. */
  index: number
  /** ISO 8601, UTC. */
  time: string
  /** WGS84 degrees. */
  latitude: number
  longitude: number
}

export interface Score {
  type: FlightType
  /** Points, rounded as the rule set says. */
  score: number
  /** Kilometres that are multiplied: for a triangle the closing distance is deducted. Rounded as the rule set says. */
  distanceKm: number
  multiplier: number
  /** Null when there is nothing to score. */
  start: ScoredPoint | null
  turnpoints: ScoredPoint[]
  finish: ScoredPoint | null
  /** Open flight: start to finish over the turnpoints. Triangle: first to second, second to third, third to first. */
  legsKm: number[]
  /** Kilometres from finish to start. */
  closingKm: number
  /** Points, rounded like the score: no choice of points scores more. */
  upperBound: number
  /** True when the exact optimum is known to within a metre. */
  proven: boolean
  rules: { name: string; version: string }
  solverVersion: string
  elapsedMs: number
}
