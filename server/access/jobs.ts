// Deletes old rows of the ledger, and the counters of past rate-limit windows.
import { deleteBatches, type Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { firstDay } from './dashboard.ts'
import { pruneLedger } from './ledger-store.ts'
import { pruneGuesses } from './limits/guess-store.ts'
import { pruneCounters } from './store.ts'

export function listAccessJobs({ config, db, now }: Services): Job[] {
  return [
    {
      name: 'delete old access records',
      everyMs: HOUR_MS,
      run: () =>
        deleteBatches(
          () => pruneLedger(db.sql, firstDay(now(), config.retention.ledger)),
          () => pruneCounters(db.sql, now()),
          () => pruneGuesses(db.sql, now()),
        ),
    },
  ]
}
