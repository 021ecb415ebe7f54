// A thread that makes one backup, reads it back and ends.
import { rmSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { readArchive } from './read-archive.ts'
import type { Place } from './tables/session.ts'
import { writeArchive } from './write-archive.ts'

const { place, file, nowMs } = workerData as { place: Place; file: string; nowMs: number }
await writeArchive(place, file, nowMs)
try {
  await readArchive(file)
} catch (error) {
  rmSync(file)
  throw error
}
