import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { AccountPart } from './account-services.ts'
import { continueErasures } from './erasure.ts'
import { countErased } from './store.ts'

export function listAccountJobs(services: Services, parts: readonly AccountPart[]): Job[] {
  return [
    {
      name: 'deletions',
      everyMs: MINUTE_MS,
      run: (signal, pace) => continueErasures(services, parts, signal, pace),
      count: () => countErased(services.db.sql),
    },
  ]
}
