// A commit is durable once SQLite's write-ahead log is on the disk. SQLite waits for that in the commit, and the event loop
// with it: for milliseconds after an upload, for much longer when the disk is slow. So a large commit does not wait
// (`synchronous = normal`, which keeps the file whole whatever happens), and its log is brought to the disk off the loop,
// before anybody is answered and before the next transaction begins.
import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { DatabaseUnavailableError } from '../database.ts'
import type { Connection } from './connection.ts'

export interface DurableLog {
  /** Throws once the disk has failed: what is written afterwards would come after a gap. */
  requireIntact(): void
  /** Runs what commits, and resolves when that is on the disk. One at a time, and never within a transaction. */
  beside<Result>(commit: () => Promise<Result>): Promise<Result>
  close(): void
}

export type SyncFile = (file: number) => Promise<void>

export function createDurableLog(
  { handle }: Connection,
  location: string,
  sync: SyncFile = promisify(fdatasync),
): DurableLog {
  let file: number | undefined
  let fault: DatabaseUnavailableError | undefined

  const reachDisk = async () => {
    // It is there as long as a connection is open. SQLite's locks are on other files: closing it ends none.
    file ??= openSync(`${location}-wal`, 'r')
    try {
      await sync(file)
    } catch (error) {
      const description = 'the disk has not taken what was committed: nothing is written until a restart'
      throw (fault = new DatabaseUnavailableError(description, { cause: error }))
    }
  }
  return {
    requireIntact: () => {
      if (fault) throw fault
    },
    beside: async (commit) => {
      handle.exec('pragma synchronous = normal')
      const result = await commit().finally(() => handle.exec('pragma synchronous = full'))
      await reachDisk()
      return result
    },
    close: () => {
      if (file !== undefined) close(file)
      file = undefined
    },
  }
}
