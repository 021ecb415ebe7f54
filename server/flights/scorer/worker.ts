// What runs in a thread of the pool: one exported function per kind of task.
import { zstdCompressSync } from 'node:zlib'
import { createReadBuffer } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import {
  type Analysis,
  analyseAgain,
  analyseFile,
  extractTrack,
  type FlightFindings,
  type TrackColumns,
} from './analyse.ts'

/** Owned by this thread, which runs one task at a time. */
const buffer = createReadBuffer()

export function analyse({ bytes, deadlineMs }: { bytes: Uint8Array; deadlineMs: number }): Promise<Analysis> {
  return analyseFile(bytes, deadlineMs, buffer)
}

export function rescore(task: {
  compressed: Uint8Array
  deadlineMs: number
}): Promise<FlightFindings | undefined> {
  return analyseAgain(task.compressed, task.deadlineMs, buffer)
}

export function track({ compressed, count }: { compressed: Uint8Array; count: number }): TrackColumns {
  return extractTrack(compressed, count, buffer)
}

/** Sends a short flight down the whole path, so that the code is compiled when a pilot's file arrives. */
export async function warmUp({ seed }: { seed: number }): Promise<void> {
  const { bytes } = simulateFlight({ seed, taskKm: 20 })
  await analyseFile(bytes, 200, buffer)
}

export function warmUpTrack({ seed }: { seed: number }): void {
  extractTrack(zstdCompressSync(simulateFlight({ seed, taskKm: 20 }).bytes), 500, buffer)
}
