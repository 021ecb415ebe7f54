// A statement whose table is locked must not take every connection of the node into its wait.
//
// States of a statement:
//
//   FREE      It runs. When it waits for a table's lock until lock_timeout -> BLOCKED.
//   BLOCKED   One blocked statement at a time runs as a trial; all others are refused at once. The trial succeeds, or
//             fails for another reason -> FREE; it waits in vain again -> BLOCKED.
//
// Statements waiting for a row lock are exempt: a row is one caller's, a table everybody's.
import { DatabaseLockedError } from '../database.ts'
import { isTableLockTimeout } from './faults.ts'

export interface TableLocks {
  /** Before a statement runs: throws when it is refused; true when it runs as a trial. */
  enter(text: string): boolean
  leave(text: string, isTrial: boolean, error?: unknown): void
}

export function createTableLocks(): TableLocks {
  const blocked = new Set<string>()
  let isTrying = false
  return {
    enter: (text) => {
      if (blocked.size === 0 || !blocked.has(text)) return false
      if (isTrying) throw new DatabaseLockedError('a table that the statement needs is locked')
      isTrying = true
      return true
    },
    leave: (text, isTrial, error) => {
      if (isTrial) isTrying = false
      if (error !== undefined && isTableLockTimeout(error)) blocked.add(text)
      else if (blocked.size > 0) blocked.delete(text)
    },
  }
}
