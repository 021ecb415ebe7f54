// Tests and replays send to a receiver on demand: a budget for each user, whatever the credential.
import { createLimiter, type Limiter } from '#server/access/limits/limiter.ts'
import type { Services } from '#server/platform/services.ts'

const MAX_IN_A_MINUTE = 30

export interface WebhookLimits {
  test: Limiter
  replay: Limiter
}

/** Made once: the API and the dashboard count together. */
export function createWebhookLimits(services: Services): WebhookLimits {
  return {
    test: createLimiter(services, 'webhook-test', MAX_IN_A_MINUTE, 60),
    replay: createLimiter(services, 'webhook-replay', MAX_IN_A_MINUTE, 60),
  }
}
