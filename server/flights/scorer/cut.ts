// A flight as others see it where privacy zones cut it. The rest is written as a separate file, and everything is
// read from that one: nothing that others see can depend on what is hidden.
import { zstdCompressSync } from 'node:zlib'
import type { ReadBuffer } from '#igc/read.ts'
import { writeIgc } from '#igc/write.ts'
import { findShown, selectRows } from '#privacy/cut.ts'
import type { ScoringOptions } from '#scoring/score-file.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { CutFlight, CutTask } from '../record/services.ts'
import { analyseAgain, readLaunched } from './analyse.ts'
import { igcCompression } from './compression.ts'

/** Fewer are not a flight. */
const MIN_FIXES = 10

export async function cutStored(
  stored: StoredTrack & CutTask,
  scoring: ScoringOptions,
  buffer: ReadBuffer,
): Promise<CutFlight> {
  const { file, flight } = readLaunched(stored, buffer)
  const { track } = file
  const range = flight ?? { from: 0, to: track.length - 1 }
  const { rows, ...rest } = findShown(track, range, stored.zones, stored.stretch)
  if (rows.length === range.to - range.from + 1) return { kind: 'whole' }
  if (rows.length < MIN_FIXES) return { kind: 'nothing' }
  const ends = { isLaunchShown: rows[0] === range.from, isLandingShown: rows.at(-1) === range.to }
  // The rows are views into the buffer, which the next file overwrites: they are copied first.
  const shown = writeIgc({ track: selectRows(track, rows), hasFineDecimals: true })
  const compressed = new Uint8Array(zstdCompressSync(shown, igcCompression))
  const findings = await analyseAgain({ compressed, givenDate: null }, scoring, buffer)
  return findings?.summary.range
    ? { kind: 'cut', compressed, findings, ...ends, ...rest }
    : { kind: 'nothing' }
}
