// How a score is published: the points that give it, for anyone to measure again, and the bound that no other
// choice of points exceeds.
import { distanceKm } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'
import type { Category, FlightType, Rules } from './rules.ts'
import type { Solution } from './solver.ts'
import { measureSilence } from './unrecorded.ts'

/** Changes whenever the same track and rules may give another answer. */
export const SOLVER_VERSION = '2'

/** Points: an optimum known this closely is called proven. */
const PROVEN_WITHIN = 0.001

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
  /** Open flight: start to finish over the turnpoints. Circuit: from turnpoint to turnpoint, and back to the first. */
  legsKm: number[]
  /** Kilometres from finish to start. */
  closingKm: number
  /** Points: no choice of points scores more. Equal to the score when that is proven to the last decimal. */
  upperBound: number
  /** True when the exact optimum is known to within a metre. */
  proven: boolean
  /** The longest time without a fix between start and finish; 0 when there is nothing to score. */
  longestSilenceSeconds: number
  /** Share of the distance over which there are no fixes, 0 to 1. */
  unrecordedShare: number
  rules: { name: string; version: string }
  solverVersion: string
  elapsedMs: number
}

/** Writes down a solution that can be checked without the solver. */
export function certify(track: Track, rules: Rules, solution: Solution, elapsedMs: number): Score {
  const category = rules.categories[solution.category]
  const distance = round(solution.distanceKm, rules.distanceDecimals)
  const multiplier = category?.multiplier ?? 0
  const score = round(distance * multiplier, rules.scoreDecimals)
  const gap = solution.upperBound - solution.score
  const points = solution.points.map((index) => pointAt(track, index))
  const legsKm = category === undefined ? [] : measureLegs(points, category)
  return {
    type: score > 0 ? category!.type : 'None',
    score,
    distanceKm: distance,
    multiplier,
    start: points.at(0) ?? null,
    turnpoints: points.slice(1, -1),
    finish: points.at(-1) ?? null,
    legsKm,
    closingKm: round(closingOf(points, category), METRES),
    upperBound:
      gap <= PROVEN_WITHIN ? score : Math.max(score, roundUp(solution.upperBound, rules.scoreDecimals)),
    proven: gap <= PROVEN_WITHIN,
    ...measureSilence(track, solution.points, legsKm),
    rules: { name: rules.name, version: rules.version },
    solverVersion: SOLVER_VERSION,
    elapsedMs: round(elapsedMs, 1),
  }
}

/** Decimals of a kilometre. */
const METRES = 3

/** Points as the rule set rounds them. */
export function roundPoints(points: number, { scoreDecimals }: Pick<Rules, 'scoreDecimals'>): number {
  return round(points, scoreDecimals)
}

function round(value: number, decimals: number): number {
  return Math.round((value + Number.EPSILON) * 10 ** decimals) / 10 ** decimals
}

function roundUp(value: number, decimals: number): number {
  return Math.ceil(value * 10 ** decimals) / 10 ** decimals
}

function pointAt({ seconds, latitude, longitude }: Track, index: number): ScoredPoint {
  const time = new Date(seconds[index]! * 1000).toISOString()
  return { index, time, latitude: latitude[index]!, longitude: longitude[index]! }
}

function measureLegs(points: readonly ScoredPoint[], { shape }: Category): number[] {
  const turnpoints = points.slice(1, -1)
  const isOpen = shape === 'open' || shape === 'straight'
  const corners = shape === 'start-and-return' ? points.slice(0, 2) : turnpoints
  const path = isOpen ? points : [...corners, corners[0]!]
  return path.slice(1).map((to, i) => round(measure(path[i]!, to), METRES))
}

function closingOf(points: readonly ScoredPoint[], category: Category | undefined): number {
  return category === undefined ? 0 : measure(points.at(-1)!, points[0]!)
}

function measure(from: ScoredPoint, to: ScoredPoint): number {
  return distanceKm(from.latitude, from.longitude, to.latitude, to.longitude)
}

/** The certificate in a sentence for the pilot. */
export function describeCertificate(score: Score): string {
  if (score.type === 'None') return 'There is no distance to score on this track.'
  const points = `${score.score} points under ${score.rules.name} rules`
  const product = `${score.distanceKm} km at ${score.multiplier} per kilometre make ${points}`
  return `${sentenceStart(score)}: ${product}; ${sentenceEnd(score)}.`
}

function sentenceStart({ type, legsKm, turnpoints, closingKm }: Score): string {
  const legs = list(legsKm.map((km) => km.toFixed(2)))
  if (type === 'Straight Distance') return `Straight distance of ${legs} km`
  if (type === 'Free Flight') return `Free flight over ${turnpoints.length} turnpoints, legs of ${legs} km`
  const perimeter = legsKm.reduce((sum, km) => sum + km, 0)
  const share = ((100 * closingKm) / perimeter).toFixed(1)
  return `${type}, legs of ${legs} km, closed to ${closingKm.toFixed(2)} km (${share} %)`
}

function sentenceEnd({ proven, upperBound, rules }: Score): string {
  if (proven) return 'no other choice of points on this track scores more'
  return `the search was stopped early, and under ${rules.name} rules no choice of points can score more than ${upperBound}`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
