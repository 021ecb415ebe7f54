// The reading, diagnosis, scores and signature that the contract expects of a file.
import { createHash } from 'node:crypto'
import { fingerprintBytes } from '#igc/fingerprint.ts'
import { type Diagnosis, readIgc } from '#igc/read.ts'
import { checkSignature } from '#igc/signature/signature.ts'
import type { Track } from '#igc/track.ts'
import { builtInLeagues, newestRules, XCONTEST } from '#scoring/leagues/leagues.ts'
import { type Score, scoreAll } from '#scoring/score.ts'
import { type ScoredFile, scoreFile } from '#scoring/score-file.ts'
import type { Recipe } from './recipes/recipe.ts'

/** Long enough for every proof, however slow the machine: a vector never depends on the clock. */
const DEADLINE_MS = 600_000
/** Files are dated up to this day; one of a later day is in the future. */
const NOW = new Date('2026-06-01T00:00:00Z')

export type Expected = ReturnType<typeof expectOf>

export function expectOf({ bytes, flightDate, isForLeagues }: Recipe) {
  const file = readIgc(bytes, { now: NOW, ...(flightDate !== undefined && { date: flightDate }) })
  const scored = scoreFile(file, { rules: XCONTEST, deadlineMs: DEADLINE_MS })
  return {
    isValid: scored !== undefined,
    diagnoses: listDiagnoses(file.diagnoses, scored),
    ...(scored && {
      reading: describeReading(scored),
      flight: describeFlight(scored),
      certificate: describeCertificate(scored.score),
      ...(isForLeagues && { scores: scoreByLeagues(scored) }),
    }),
    signature: pick(checkSignature(bytes, file.date)),
  }
}

/** Those of the reader, and those of the flight once it was scored; errors first, then by line. */
function listDiagnoses(read: readonly Diagnosis[], scored: ScoredFile | undefined) {
  const codes = new Set(read.map(({ code }) => code))
  const later = scored?.summary.warnings.filter(({ code }) => !codes.has(code)) ?? []
  return [...read, ...later.map((warning) => ({ ...warning, severity: 'warning' as const }))]
    .map(({ line, severity, code }) => ({ line, severity, code }))
    .toSorted(
      (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning') || a.line - b.line,
    )
}

function describeReading({ file, track }: ScoredFile) {
  const { pilot = null, gliderType = null, recorderType = null, recorderId = null } = file.headers
  return {
    date: file.date ?? null,
    fixes: track.length,
    first: fixAt(track, 0),
    last: fixAt(track, track.length - 1),
    /** SHA-256 of the fixes; the README says of which bytes. */
    fingerprint: createHash('sha256').update(fingerprintBytes(track)).digest('hex'),
    pilot,
    glider: gliderType,
    recorder: recorderType ?? recorderId,
  }
}

function fixAt(track: Track, row: number) {
  return {
    time: toTime(track.seconds[row]!),
    latitude: round(track.latitude[row]!, 7),
    longitude: round(track.longitude[row]!, 7),
    pressureAltitude: track.pressureAltitude[row]!,
    gnssAltitude: track.gnssAltitude[row]!,
    isValid: track.valid[row] === 1,
  }
}

function describeFlight({ summary }: ScoredFile) {
  const { takeoff, landing, durationSeconds, altitude, warnings, segments, recording } = summary
  return {
    takeoffTime: takeoff.time,
    landingTime: landing.time,
    durationSeconds,
    altitudeSource: altitude.source,
    flights: segments.length,
    recording,
    warnings: warnings.map(({ line, code }) => ({ line, code })),
  }
}

/** Without what depends on the machine and the release. */
function describeCertificate(score: Score): Omit<Score, 'elapsedMs' | 'solverVersion'> {
  const { elapsedMs: _, solverVersion: __, ...certificate } = score
  return certificate
}

function scoreByLeagues({ track, summary }: ScoredFile) {
  const rules = builtInLeagues.map(newestRules)
  const range = summary.range ?? { from: 0, to: 0 }
  const scores = scoreAll(track, rules, { deadlineMs: DEADLINE_MS, ...range })
  return Object.fromEntries(builtInLeagues.map(({ id }, at) => [id, describeCertificate(scores[at]!)]))
}

const pick = ({ status, maker }: ReturnType<typeof checkSignature>) => ({ status, maker })
const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
