// From a file that was read to its flight and score. The server's threads and a visitor's browser both go through here,
// so that they cannot differ.
import { type Altitudes, chooseAltitudes } from '#igc/flight/altitude.ts'
import { type FlightSummary, summariseFlight } from '#igc/flight/summary.ts'
import type { IgcFile } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import { chooseBest } from './best-recording.ts'
import { certify } from './certificate.ts'
import { findRefusal } from './leagues/refusal.ts'
import type { Rules } from './rules.ts'
import { type Score, score, type ScoreOptions } from './score.ts'
import { NOTHING } from './solver.ts'

export interface ScoringOptions extends Pick<ScoreOptions, 'deadlineMs' | 'clock'> {
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
  const file = measure('scoring', () => chooseBest(read, rules, limits))
  const { track } = file
  if (!track) return undefined
  const altitudes = measure('reading', () => chooseAltitudes(track))
  const summary = measure('reading', () => summariseFlight({ ...file, track }, altitudes))
  // A file in which nothing flies has an empty range: it scores nothing, and the certificate says so.
  const range = summary.range ?? { from: 0, to: 0 }
  const scored = measure('scoring', () => score(track, rules, { ...limits, ...range }))
  return { file, track, altitudes, ...applyRefusal({ summary, score: scored }, track, rules) }
}

type Scored = Pick<ScoredFile, 'summary' | 'score'>

/** A flight that the rules refuse keeps everything but its points. */
function applyRefusal({ summary, score }: Scored, track: Track, rules: Rules): Scored {
  const message = findRefusal(rules, summary.warnings)
  if (message === undefined) return { summary, score }
  const warnings = [...summary.warnings, { line: 0, code: 'refused', message }]
  return { summary: { ...summary, warnings }, score: certify(track, rules, NOTHING, score.elapsedMs) }
}
