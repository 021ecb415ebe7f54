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
  'sqlite test/contract/flights',
  'browser test/browser/logbook',
  'sqlite test/contract/accounts',
  'postgres test/contract/flights',
  'browser test/browser/account',
  'sqlite test/contract',
  'sqlite test/contract/access',
  'postgres test/contract/accounts',
  'browser test/browser/flight',
  'sqlite test/examples',
  'sqlite test/contract/oauth',
  'postgres test/races',
  'browser test/browser/pages.test.ts',
  'browser test/browser/developers',
  'postgres test/faults',
  'sqlite test/cli/watch.test.ts',
  'postgres test/contract/oauth',
  'postgres test/contract/access',
  'postgres test/contract',
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
