// A statement whose table is locked must not take every connection of the node into its wait.
//
// States of a statement:
//
//   FREE      It runs. When it waits for a table's lock until lock_timeout -> BLOCKED.
//   BLOCKED   One blocked statement at a time runs as a trial; all others are refused at once. The trial succeeds, or
//             fails for another reason -> FREE; it waits in vain again -> BLOCKED.
//
// What waits for a row is not meant: a row is one caller's, a table everybody's.
import { DatabaseUnavailableError } from '../database.ts'
import { isTableLockTimeout } from './faults.ts'

export type GuardTableLock = <Result>(text: string, run: () => Promise<Result>) => Promise<Result>

export function createTableLockGuard(): GuardTableLock {
  const blocked = new Set<string>()
  let isTrying = false

  const tryBlocked = async <Result>(text: string, run: () => Promise<Result>): Promise<Result> => {
    if (isTrying) throw new DatabaseUnavailableError('a table that the statement needs is locked')
    isTrying = true
    try {
      return await runNoting(text, run)
    } finally {
      isTrying = false
    }
  }
  const runNoting = async <Result>(text: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await run()
      if (blocked.size > 0) blocked.delete(text)
      return result
    } catch (error) {
      if (isTableLockTimeout(error)) blocked.add(text)
      else blocked.delete(text)
      throw error
    }
  }
  return (text, run) => (blocked.has(text) ? tryBlocked(text, run) : runNoting(text, run))
}
