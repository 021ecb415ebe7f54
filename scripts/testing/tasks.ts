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

export interface Failure {
  /** Undefined for a check; several when it is not known in which one it happened. */
  file?: string | undefined
  /** Empty when no test failed, but the process of these files. */
  name: string
  text: string
}

export interface TimedTest {
  file: string
  name: string
  seconds: number
}

export interface Outcome {
  passed: number
  /** Why each skipped test was skipped. */
  skipped: string[]
  failures: Failure[]
  tests: TimedTest[]
  /** The output of its files, shown when one fails. */
  printed: string
}

export const nothing: Outcome = {
  passed: 0,
  skipped: [],
  failures: [],
  tests: [],
  printed: '',
}
