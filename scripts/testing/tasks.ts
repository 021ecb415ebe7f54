// Tasks of the runner, and their results.
import type { PartName } from './parts.ts'

/** A test by which a process knows that those of a file have ended; no report has it. */
export const END_OF_FILE = 'end of file'

export interface Task {
  part: PartName
  name: string
  /** How much is written in its files. */
  bytes: number
  run(): Promise<Outcome>
}

export interface Outcome {
  text: string
  passed: number
  skipped: number
  /** The names of those that failed. */
  failed: string[]
  cpuSeconds: number
}
