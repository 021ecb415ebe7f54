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
  'browser test/browser/logbook',
  'sqlite test/contract/flights/photos',
  'sqlite test/contract/flights',
  'sqlite test/contract/accounts',
  'postgres test/contract/flights',
  'sqlite test/examples',
  'sqlite test/contract',
  'browser test/browser/pages.test.ts',
  'postgres test/contract/flights/photos',
  'browser test/browser/flight',
  'browser test/browser/account',
  'postgres test/races',
  'sqlite test/contract/access',
  'browser test/browser/developers',
  'postgres test/contract/accounts',
  'sqlite test/contract/oauth',
  'browser test/browser/language/languages.test.ts',
  'browser test/browser/phone',
  'postgres test/faults',
  'postgres test/contract/oauth',
  'sqlite test/cli',
  'sqlite test/cli/watch.test.ts',
  'postgres test/contract/access',
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
