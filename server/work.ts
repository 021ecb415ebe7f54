// Every background job there is. What is not here does not happen.
import { listAccessJobs } from '#server/access/jobs.ts'
import { forgetOldSessions } from '#server/accounts/housekeeping.ts'
import { forgetIdempotencyKeys } from '#server/flights/housekeeping.ts'
import { cleanUpOauth } from '#server/oauth/housekeeping.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { listWebhookJobs } from '#server/webhooks/jobs.ts'

export function listJobs(services: Services): Job[] {
  return [
    ...listAccessJobs(services),
    forgetOldSessions(services),
    forgetIdempotencyKeys(services),
    cleanUpOauth(services),
    ...listWebhookJobs(services),
  ]
}
