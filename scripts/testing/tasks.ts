// What the runner runs, what comes of it, and in which order.
import type { PartName } from './parts.ts'

export interface Task {
  part: PartName
  name: string
  run(): Promise<Outcome>
}

export interface Outcome {
  text: string
  passed: number
  skipped: number
  /** The names of those that failed. */
  failed: string[]
}

/** Those that take longest start first: the last one to start would make the whole run longer. */
export const longest = [
  'check type check',
  'check lint',
  'browser test/browser/account',
  'sqlite test/contract, what a flight consists of',
  'sqlite test/contract, people',
  'sqlite test/contract, the service',
  'sqlite test/contract, flights',
  'sqlite test/contract, applications',
  'browser test/browser/flight',
  'postgres test/contract, applications',
  'postgres test/contract, flights',
  'postgres test/races',
  'browser test/browser/logbook',
  'browser test/browser/phone',
  'postgres test/contract, what a flight consists of',
  'postgres test/contract, the service',
  'postgres test/contract, people',
  'postgres test/faults',
  'browser test/browser/pages.test.ts',
  'sqlite test/examples',
  'sqlite test/cli',
  'sqlite test/cli/watch.test.ts',
  'unit server',
  'unit server/flights/scorer/scorer.test.ts',
]

/** All others follow in the order they came in. */
export function sortLongestFirst(tasks: readonly Task[]): Task[] {
  const rank = ({ part, name }: Task) => {
    const index = longest.indexOf(`${part} ${name}`)
    return index === -1 ? longest.length : index
  }
  return tasks.toSorted((a, b) => rank(a) - rank(b))
}
