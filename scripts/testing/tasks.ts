// What the runner runs, and what comes of it.
import type { PartName } from './parts.ts'

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
