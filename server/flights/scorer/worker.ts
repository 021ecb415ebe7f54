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
  type StoredTrack,
  type TrackColumns,
} from './analyse.ts'

/** Owned by this thread, which runs one task at a time. */
const buffer = createReadBuffer()

export function analyse(task: {
  bytes: Uint8Array
  deadlineMs: number
  flightDate?: string | undefined
}): Promise<Analysis> {
  return analyseFile(task.bytes, task, buffer)
}

export function rescore(task: StoredTrack & { deadlineMs: number }): Promise<FlightFindings | undefined> {
  return analyseAgain(task, task.deadlineMs, buffer)
}

export function track(task: StoredTrack & { count: number }): TrackColumns {
  return extractTrack(task, task.count, buffer)
}

/** Sends a short flight down the whole path, so that the code is compiled when a pilot's file arrives. */
export async function warmUp({ seed }: { seed: number }): Promise<void> {
  const { bytes } = simulateFlight({ seed, taskKm: 20 })
  await analyseFile(bytes, { deadlineMs: 200 }, buffer)
}

export function warmUpTrack({ seed }: { seed: number }): void {
  const compressed = zstdCompressSync(simulateFlight({ seed, taskKm: 20 }).bytes)
  extractTrack({ compressed, givenDate: null }, 500, buffer)
}
