// A holder of locks must not wait for the world outside: a bucket that hangs would hold up every writer of an
// embedded database, and every reader of a locked row. Work inside a transaction is marked, and requests to the
// world outside refuse to begin there.
import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<{ isOpen: boolean }>()

export async function inTransactionScope<Result>(work: () => Promise<Result>): Promise<Result> {
  const mark = { isOpen: true }
  try {
    return await scope.run(mark, work)
  } finally {
    // Work that was started and not awaited runs on with the mark, and outside the transaction.
    mark.isOpen = false
  }
}

export function requireNoTransaction(what: string): void {
  if (scope.getStore()?.isOpen) throw new Error(`${what} inside a transaction, whose locks would wait for it`)
}
