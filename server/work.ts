// Every background job there is. What is not here does not happen.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

export function listJobs(_services: Services): Job[] {
  return []
}
