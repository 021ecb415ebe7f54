// The truth about uploaded files, found without the service: read, scored and analysed from their bytes.
import { analyseFlight } from '#analysis/analyse.ts'
import { readIgc } from '#igc/read.ts'
import type { Rules } from '#scoring/rules.ts'
import { XCONTEST } from '#scoring/score.ts'
import { scoreFile } from '#scoring/score-file.ts'

const DEADLINE_MS = 20_000

export function readTruth(bytes: Uint8Array, rules: Rules = XCONTEST) {
  const scored = scoreFile(readIgc(bytes), { rules, deadlineMs: DEADLINE_MS })
  if (!scored?.summary.range) throw new Error('the file holds no flight')
  const { summary, score, track, altitudes } = scored
  const analysis = analyseFlight(track, { range: scored.summary.range, altitudes, course: score })
  if (!analysis) throw new Error('the flight has no analysis')
  return { summary, score, analysis }
}

export type Truth = ReturnType<typeof readTruth>

/** The file as it is when its recorder stops in flight. */
export function cutShort(bytes: Uint8Array, share: number): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n')
  const fixes = lines.filter((line) => line.startsWith('B')).length
  let seen = 0
  const kept = lines.filter((line) => !line.startsWith('B') || ++seen <= share * fixes)
  return Buffer.from(kept.join('\r\n'), 'latin1')
}
