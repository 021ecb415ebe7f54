// Whether this node should be sent requests: its database takes writes, its clock is right, and it is not about to stop.
import { type Clock, describeSkew } from './clock/clock.ts'
import type { Database } from './database/database.ts'
import { temporarilyUnavailable } from './errors.ts'
import { shareReads } from './metrics/share-reads.ts'

const RETRY_AFTER_SECONDS = 5
const SKEW_RETRY_AFTER_SECONDS = 60

export interface Readiness {
  /** Throws 503 with the reason why not. However often it is called, it writes once a second. */
  require(): Promise<void>
  /** The node is about to stop. */
  end(): void
}

export function createReadiness(db: Database, clock: Clock, now: () => number): Readiness {
  let isEnding = false
  const checkWrite = shareReads(() => db.checkWrite(now()))
  return {
    require: async () => {
      if (isEnding) throw notReady('This node is about to stop.')
      await checkWrite().catch((error: unknown) => {
        throw notReady('The database takes no writes right now.', error)
      })
      if (!clock.isTrue()) throw temporarilyUnavailable(describeSkew(clock), SKEW_RETRY_AFTER_SECONDS)
    },
    end: () => {
      isEnding = true
    },
  }
}

const notReady = (description: string, cause?: unknown) =>
  temporarilyUnavailable(description, RETRY_AFTER_SECONDS, cause)
