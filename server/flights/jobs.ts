// What flights keep for a while only, and what an earlier release has left undone.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { forgetDeletions } from './change-numbers.ts'
import { completeFlights } from './complete.ts'
import { deleteExpiredKeys } from './upload/idempotency-store.ts'

export function listFlightJobs({ db, now }: Services): Job[] {
  return [
    {
      name: 'delete expired idempotency keys',
      everyMs: 10 * MINUTE_MS,
      run: () => deleteExpiredKeys(db.sql, now()),
    },
    {
      name: 'forget old deletions of flights',
      everyMs: 60 * MINUTE_MS,
      run: () => db.transaction((sql) => forgetDeletions(sql, now())),
    },
    {
      name: 'complete flights of an earlier release',
      everyMs: 10 * MINUTE_MS,
      run: () => db.transaction((sql) => completeFlights(sql)),
    },
  ]
}
