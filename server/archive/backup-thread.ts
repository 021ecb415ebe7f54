// A thread that makes one backup, reads it back and ends.
import { rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#server/platform/config.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { readArchive } from './read-archive.ts'
import type { Place } from './tables/session.ts'
import { writeArchive } from './write-archive.ts'

export interface Task {
  place: Place
  nowMs: number
  files: Config['files']
  file: string
}

const { place, nowMs, files: places, file } = workerData as Task
const made = await writeArchive(place, file, { nowMs, files: await openFiles({ files: places }) })
try {
  await readArchive(file)
} catch (error) {
  rmSync(file, { force: true })
  throw error
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(made)
