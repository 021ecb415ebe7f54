// The first answer to an Idempotency-Key is kept for a day.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { deleteExpiredKeys } from './upload/idempotency-store.ts'

export function listFlightJobs({ db, now }: Services): Job[] {
  return [
    {
      name: 'delete expired idempotency keys',
      everyMs: 10 * MINUTE_MS,
      run: () => deleteExpiredKeys(db.sql, now()),
    },
  ]
}
