// The analysis of a flight as it is stored: compressed, and in short.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { analyseFlight } from '#analysis/analyse.ts'
import type { AnalysisSummary, FlightAnalysis } from '#contract/analysis.ts'
import type { Altitudes } from '#igc/flight/altitude.ts'
import type { FlightSummary } from '#igc/flight/summary.ts'
import { createScratch, type Scratch } from '#igc/scratch.ts'
import type { Track } from '#igc/track.ts'
import type { Score } from '#scoring/score.ts'
import { nameSpeeds } from '../record/analysis-store.ts'
import type { StoredAnalysis } from '../record/findings.ts'

/** For flights of ten hours: nine columns of a number a second. */
const SCRATCH_NUMBERS = 9 * 36_000

/** The memory of this thread, which analyses one flight at a time. */
let memory: Scratch | undefined

/** Null when there is no flight to analyse. */
export function analyseScored(
  track: Track,
  altitudes: Altitudes,
  { range }: FlightSummary,
  score: Score,
): StoredAnalysis | null {
  memory ??= createScratch(SCRATCH_NUMBERS)
  memory.reset()
  // Analysis does not know the contract: here the compiler checks that one is what the contract promises.
  const analysis: FlightAnalysis | null =
    range && analyseFlight(track, { range, altitudes, course: score, memory })
  if (!analysis) return null
  // A copy of exactly its length: sent to another thread, a view takes its whole buffer along.
  const compressed = new Uint8Array(zstdCompressSync(JSON.stringify(analysis)))
  return { summary: summariseAnalysis(analysis), compressed }
}

function summariseAnalysis({ version, totals, wind }: FlightAnalysis): AnalysisSummary {
  const { thermals, glides } = totals
  return {
    version,
    thermals: thermals.count,
    bestClimbMps: thermals.bestClimbMps,
    meanClimbMps: thermals.meanClimbMps,
    longestGlideKm: glides.longestKm,
    wind,
  }
}

/** Their texts count: another version of the compression writes other bytes. */
export function isSameAnalysis(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (!one || !other) return one === other
  if (Buffer.compare(one, other) === 0) return true
  const [left, right] = [one, other].map((each) => nameSpeeds(String(zstdDecompressSync(each))))
  return left === right
}
