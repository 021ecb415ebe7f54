import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { tendKeys } from './openid/keys.ts'

export function listOauthJobs(services: Services): Job[] {
  return [{ name: 'keys', everyMs: HOUR_MS, run: () => tendKeys(services) }]
}
