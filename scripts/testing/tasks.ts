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
  'browser test/browser/pages.test.ts',
  'sqlite test/contract/flights',
  'sqlite test/contract/accounts',
  'postgres test/contract/accounts',
  'sqlite test/contract',
  'postgres test/contract/flights',
  'postgres test/contract/oauth',
  'postgres test/contract/access',
  'sqlite test/cli/watch.test.ts',
  'browser test/browser/accounts.test.ts',
  'browser test/browser/developers.test.ts',
  'browser test/browser/flights.test.ts',
  'browser test/browser/oauth.test.ts',
  'postgres test/contract',
  'sqlite test/crash/mail-requests.test.ts',
  'browser test/browser/second-factor.test.ts',
  'postgres test/faults/connections.test.ts',
  'postgres test/faults/frozen-node.test.ts',
  'sqlite test/contract/oauth',
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
