// The way in: a track and a rule set to a score with its certificate.
import type { Track } from '#igc/track.ts'
import { certify, type Score } from './certificate.ts'
import type { Rules } from './rules.ts'
import { solve } from './solver.ts'

export { describeCertificate, type Score, type ScoredPoint } from './certificate.ts'
export { rulesByName, XCONTEST, type FlightType, type Rules } from './rules.ts'

export interface ScoreOptions {
  /** Milliseconds after which the best found so far is returned, with the bound proven by then. */
  deadlineMs: number
  /** First and last fix that count, both included; the whole track when left out. */
  from?: number
  to?: number
}

/** The best score of a track. The same track gives the same answer, elapsedMs aside, unless the deadline cuts in. */
export function score(track: Track, rules: Rules, options: ScoreOptions): Score {
  const began = performance.now()
  const from = Math.max(0, options.from ?? 0)
  const to = Math.min(track.length - 1, options.to ?? track.length - 1)
  const solution = solve(track, from, to, rules, options.deadlineMs)
  return certify(track, rules, solution, performance.now() - began)
}
