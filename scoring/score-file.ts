// From a file that was read to its flight and score. The server's threads and a visitor's browser both go through
// here and cannot differ.
import type { Altitudes } from '#igc/flight/altitude.ts'
import { type FlownPart, listFlownParts } from '#igc/flight/flown-parts.ts'
import { type FlightSummary, summarisePart } from '#igc/flight/summary.ts'
import type { IgcFile } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import { certify } from './certificate.ts'
import { findRefusal } from './leagues/refusal.ts'
import type { Rules } from './rules.ts'
import { type Score, score, type ScoreOptions } from './score.ts'
import { NOTHING } from './solver.ts'
import { warnOfSilence } from './unrecorded.ts'

type Limits = Pick<ScoreOptions, 'deadlineMs' | 'clock'>

export interface ScoringOptions extends Limits {
  rules: Rules
}

export interface ScoredFile {
  /** With the recording that is the flight. */
  file: IgcFile
  track: Track
  altitudes: Altitudes
  summary: FlightSummary
  score: Score
}

/** For a caller that counts the time of each part. */
export type MeasurePart = <Result>(part: 'reading' | 'scoring', work: () => Result) => Result

const withoutMeasuring: MeasurePart = (_part, work) => work()

/** Undefined for a file that was refused: its diagnoses say why. */
export function scoreFile(
  read: IgcFile,
  { rules, ...limits }: ScoringOptions,
  measure: MeasurePart = withoutMeasuring,
): ScoredFile | undefined {
  const parts = measure('reading', () => listFlownParts(read))
  const best = measure('scoring', () => scoreBest(parts, rules, limits))
  if (!best) return undefined
  const { file, altitudes } = best.part
  const summary = measure('reading', () => summarisePart(best.part))
  const warnings = [...summary.warnings, ...warnOfSilence(file, best.score)]
  const scored = { summary: { ...summary, warnings }, score: best.score }
  return { file, track: file.track, altitudes, ...applyRefusal(scored, file.track, rules) }
}

interface BestFlight {
  part: FlownPart
  score: Score
}

/**
 * Of several flights in a file the best one is the flight. The deadline is for all of them together, and once more for
 * the best, where that was too little for its proof.
 */
function scoreBest(parts: readonly FlownPart[], rules: Rules, limits: Limits): BestFlight | undefined {
  if (parts.length < 2) return parts[0] && scorePart(parts[0], rules, limits)
  const share = { ...limits, deadlineMs: limits.deadlineMs / parts.length }
  const [best] = parts.map((part) => scorePart(part, rules, share)).toSorted(compareFlights)
  return best!.score.proven ? best : scorePart(best!.part, rules, limits)
}

function scorePart(part: FlownPart, rules: Rules, limits: Limits): BestFlight {
  // A file in which nothing flies has an empty range: it scores nothing, and the certificate says so.
  const range = part.flight ?? { from: 0, to: 0 }
  return { part, score: score(part.file.track, rules, { ...limits, ...range }) }
}

/** The best first: by points, then the longest. */
function compareFlights(a: BestFlight, b: BestFlight): number {
  return b.score.score - a.score.score || durationOf(b.part) - durationOf(a.part)
}

function durationOf({ file, flight }: FlownPart): number {
  return flight ? file.track.seconds[flight.to]! - file.track.seconds[flight.from]! : -1
}

type Scored = Pick<ScoredFile, 'summary' | 'score'>

/** A flight that the rules refuse keeps everything but its points. */
function applyRefusal({ summary, score }: Scored, track: Track, rules: Rules): Scored {
  const message = findRefusal(rules, summary.warnings)
  if (message === undefined) return { summary, score }
  const warnings = [...summary.warnings, { line: 0, code: 'refused', message }]
  return { summary: { ...summary, warnings }, score: certify(track, rules, NOTHING, score.elapsedMs) }
}
