import type { Uploaded } from '../sdk/index.ts'
import { exitCodes } from './command.ts'

/** The result for one file. */
export interface Outcome {
  file: string
  /** refused: it is not a flight, and never will be; failed: it may work another time. */
  result: 'new' | 'known' | 'refused' | 'failed'
  flight?: Uploaded
  message?: string
}

export function toExitCode(outcomes: readonly { result: string }[]): number {
  if (outcomes.some(({ result }) => result === 'failed')) return exitCodes.failed
  return outcomes.some(({ result }) => result === 'refused') ? exitCodes.refused : exitCodes.done
}
