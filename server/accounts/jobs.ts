import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { AccountPart } from './account-services.ts'
import { continueErasures } from './erasure.ts'

export function listAccountJobs(services: Services, parts: readonly AccountPart[]): Job[] {
  return [
    {
      name: 'finish deleting accounts',
      everyMs: MINUTE_MS,
      run: () => continueErasures(services, parts),
    },
  ]
}
