// The way in: a track and one or several rule sets to scores with their certificates.
import type { Track } from '#igc/track.ts'
import { certify, type Score } from './certificate.ts'
import { type Clock, type Deadline, startDeadline, stopAt, wallClock } from './deadline.ts'
import type { Rules } from './rules.ts'
import {
  boundLongest,
  type Known,
  learnFrom,
  NOTHING,
  prepareGround,
  prepareKnown,
  type Solution,
  solve,
  solveOn,
} from './solver.ts'
import { compareGenerosity, type Solved, transfer } from './transfer.ts'

export { describeCertificate, type Score, type ScoredPoint } from './certificate.ts'
export { XCONTEST } from './leagues/leagues.ts'
export type { FlightType, Rules } from './rules.ts'

export interface ScoreOptions {
  /** Milliseconds after which the best found so far is returned, with the bound proven by then. */
  deadlineMs: number
  /** Counts them; that of the wall when left out. */
  clock?: Clock
  /** First and last fix that count, both included; the whole track when left out. */
  from?: number
  to?: number
}

/** The best score of a track. The same track gives the same answer, elapsedMs aside, unless the deadline cuts in. */
export function score(track: Track, rules: Rules, options: ScoreOptions): Score {
  const began = performance.now()
  const from = Math.max(0, options.from ?? 0)
  const to = Math.min(track.length - 1, options.to ?? track.length - 1)
  const deadline = startDeadline(options.deadlineMs, options.clock ?? wallClock)
  const solution = solve(track, from, to, rules, deadline)
  return certify(track, rules, solution, performance.now() - began)
}

/**
 * The best scores of a track under several rule sets, in their order: each as exact as by itself, for they share the
 * ground and the longest open flight, and begin with the circuits that the others have found. The deadline is for each
 * of them, and four times as long for all; one whose best course follows from that of another costs nothing.
 */
export function scoreAll(track: Track, rulesList: readonly Rules[], options: ScoreOptions): Score[] {
  const from = Math.max(0, options.from ?? 0)
  const to = Math.min(track.length - 1, options.to ?? track.length - 1)
  const { solveNext, boundOpenKm } = beginSolving(track, from, to, options)
  const solved: (Solved & { elapsedMs: number })[] = []
  for (const rules of rulesList.toSorted(compareGenerosity)) {
    const began = performance.now()
    const solution = transfer(rules, solved, boundOpenKm()) ?? solveNext(rules)
    solved.push({ rules, solution, elapsedMs: performance.now() - began })
  }
  return rulesList.map((rules) => {
    const { solution, elapsedMs } = solved.find((one) => one.rules === rules)!
    return certify(track, rules, solution, elapsedMs)
  })
}

/** The limit for all rule sets of one call together. */
export const DEADLINES_FOR_ALL = 4

function beginSolving(
  track: Track,
  from: number,
  to: number,
  { deadlineMs, clock = wallClock }: ScoreOptions,
): { solveNext: (rules: Rules) => Solution; boundOpenKm: () => number } {
  if (to - from < 1) return { solveNext: () => NOTHING, boundOpenKm: () => 0 }
  const ground = prepareGround(track, from, to)
  const last = clock() + DEADLINES_FOR_ALL * deadlineMs
  const deadline = (): Deadline => stopAt(Math.min(last, clock() + deadlineMs), clock)
  let known: Known | undefined
  const solveNext = (rules: Rules) => {
    known ??= prepareKnown(ground, deadline())
    const solution = solveOn(ground, rules, deadline(), known)
    learnFrom(known, ground, solution)
    return solution
  }
  return { solveNext, boundOpenKm: () => (known ? boundLongest(known) : Infinity) }
}
