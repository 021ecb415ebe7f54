// What flights keep for a while only, and what an earlier release has left undone.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { forgetDeletions } from './change-numbers.ts'
import { completeFlights } from './complete.ts'
import { sweepFiles } from './files/files.ts'
import { deleteExpiredKeys } from './upload/idempotency-store.ts'

export function listFlightJobs(services: Services): Job[] {
  const { db, now } = services
  return [
    {
      name: 'delete expired idempotency keys',
      everyMs: 10 * MINUTE_MS,
      run: () => deleteExpiredKeys(db.sql, now()),
    },
    {
      name: 'sweep files that no flight has',
      everyMs: 10 * MINUTE_MS,
      run: () => sweepFiles(services),
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
