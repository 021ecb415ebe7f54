// What runs in a thread of the pool: one exported function a kind of task.
import { simulateFlight } from '#igc/simulate.ts'
import { type Analysis, analyseFile, extractTrack, scoreFile, type TrackColumns } from './analyse.ts'
import type { Score } from '#scoring/score.ts'

export function analyse({ bytes, deadlineMs }: { bytes: Uint8Array; deadlineMs: number }): Promise<Analysis> {
  return analyseFile(bytes, deadlineMs)
}

export function rescore(task: { compressed: Uint8Array; deadlineMs: number }): Score | undefined {
  return scoreFile(task.compressed, task.deadlineMs)
}

export function track({ compressed, count }: { compressed: Uint8Array; count: number }): TrackColumns {
  return extractTrack(compressed, count)
}

/** A short flight through the whole path, so that the code is compiled when a pilot's comes. */
export async function warmUp({ seed }: { seed: number }): Promise<void> {
  const { bytes } = simulateFlight({ seed, taskKm: 20 })
  const analysis = await analyseFile(bytes, 200)
  if (analysis.isFlight) extractTrack(analysis.flight.compressed, 500)
}
