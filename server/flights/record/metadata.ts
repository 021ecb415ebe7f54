// The free-form part of a flight: what the file holds beyond the contract's fields, and the certificate of its score.
import type { Certificate } from '#contract/certificate.ts'
import { ANALYSIS_VERSION } from '#analysis/analyse.ts'
import type { LaunchType } from '#contract/launch-types.ts'
import type { Marks } from '#contract/logbook/marks.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { FileWarning } from '#contract/logbook/warnings.ts'
import type { FileSignature } from '#contract/signature.ts'
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import { FOOTPRINT_VERSION } from '#igc/flight/footprint.ts'
import { type Recording, RECORDING_VERSION } from '#igc/flight/recording.ts'
import { SUMMARY_VERSION } from '#igc/flight/summary.ts'
import { TRACE_VERSION } from '#igc/flight/trace.ts'
import { listMarks } from '#igc/marks.ts'
import { SIGNATURE_VERSION, type Signature } from '#igc/signature/signature.ts'
import type { Score } from '#scoring/score.ts'
import type { Remarks } from './text/remarks.ts'
import type { AnalysedFlight, FlightFindings } from './findings.ts'

/** The sender's corrections of the file. */
export interface UploadOptions extends Partial<Remarks> {
  launchType?: LaunchType
  isTandem?: boolean
  glider?: string
  /** The name of one of the pilot's list; null: only one that the file names. Without it, that or the default. */
  ownGlider?: string | null
  /** As its pilot has named it. */
  ownTakeoff?: { name: string; isForNearby: boolean }
  /** From an export: whether its pilot said that it counts, or that it does not. */
  isCounted?: boolean
  /** From an export: who could see it there. */
  visibility?: Visibility
  /** For a file that names no date: the local one at take-off. */
  flightDate?: string
}

export type Metadata = Record<string, unknown>

export function describeFlight(flight: AnalysedFlight, options: UploadOptions): Metadata {
  const { summary } = flight
  return {
    pilot: summary.pilot,
    glider: options.glider ?? summary.glider,
    gliderClass: summary.gliderClass,
    recorder: summary.recorder,
    ...describeFindings(flight),
  }
}

/** The computed part, which a rescore computes again; the rest is as the file and its sender say. */
export function describeFindings({ summary, place, score, analysis, signature }: FlightFindings): Metadata {
  return {
    timeZone: place.timeZone,
    launch: summary.takeoff,
    landing: summary.landing,
    altitude: summary.altitude,
    fastest30sKmh: summary.fastest30sKmh,
    fixes: summary.fixCount,
    segments: summary.segments,
    warnings: summary.warnings,
    marks: describeMarks(summary.warnings),
    recording: summary.recording,
    signature: describeSignature(signature),
    analysis: analysis?.summary ?? null,
    scoring: describeScore(score),
  }
}

/** Tells the sender of a file what was noticed about it. */
export interface Noticed {
  warnings: FileWarning[]
  /** Absent from flights of earlier releases that have not been scored again. */
  recording?: Recording
}

/** From the metadata as it is stored. */
export function readNoticed(metadata: string): Noticed {
  const { warnings = [], recording } = JSON.parse(metadata) as Partial<Noticed>
  return { warnings, ...(recording !== undefined && { recording }) }
}

/** Scoring does not know the contract: here the compiler checks that a score is the certificate the contract promises. */
export function describeScore(score: Score): Certificate {
  return { ...score }
}

/** And of the marks. Undefined, not empty: a flight without marks stays as earlier releases have stored it. */
export function describeMarks(warnings: FlightFindings['summary']['warnings']): Marks | undefined {
  const marks = listMarks(warnings)
  return marks.length > 0 ? marks : undefined
}

/** Here the compiler checks the same of a signature. */
function describeSignature(signature: Signature): FileSignature {
  return { ...signature }
}

/** The verdict of a validation server stays where this service itself cannot tell: the file is the same. */
export function keepVerdict(before: Metadata, after: Metadata): Metadata {
  const [old, now] = [before, after].map(({ signature }) => signature as FileSignature | undefined)
  return old?.checkedBy !== undefined && now?.status === 'unknown' ? { ...after, signature: old } : after
}

/** Between the name of the scorer and how often a proof was tried for in the background (rescore/tries.ts). */
export const UNPROVEN = ' / unproven '

/**
 * The name that a rescore compares: the same one gives the same range and trace, the same score, signature and
 * analysis.
 */
export function nameScorer(score: Pick<Score, 'rules' | 'solverVersion' | 'proven'>, tries = 0): string {
  const { rules, solverVersion, proven } = score
  const name = [
    `${rules.name} ${rules.version}`,
    solverVersion,
    `range ${RANGE_VERSION}`,
    `summary ${SUMMARY_VERSION}`,
    `recording ${RECORDING_VERSION}`,
    `trace ${TRACE_VERSION}`,
    `footprint ${FOOTPRINT_VERSION}`,
    `analysis ${ANALYSIS_VERSION}`,
    `signature ${SIGNATURE_VERSION}`,
  ].join(' / ')
  return proven ? name : `${name}${UNPROVEN}${tries}`
}
