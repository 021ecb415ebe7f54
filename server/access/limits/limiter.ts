// A limit of its own for something that can be guessed or flooded: sign-in, device codes, mail.
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { createCounters } from './counters.ts'

export interface Verdict {
  isAllowed: boolean
  /** Whole seconds until the next use is allowed; 0 when this one is. */
  retryAfterSeconds: number
}

export interface Limiter {
  /** Counts one use under a name (an account, an address); a refused one is not counted. */
  consume(name: string): Promise<Verdict>
  /** The same, and throws the 429 of the contract. */
  require(name: string): Promise<void>
}

/**
 * At most `points` uses of one name in `seconds`; 0 points is no limit. While the counters of several nodes cannot be
 * reached uses are allowed, or refused with 503 where it `failsClosed`.
 */
export function createLimiter(
  services: Services,
  limiter: string,
  points: number,
  seconds: number,
  { failsClosed = false } = {},
): Limiter {
  const countRequest = createCounters(services, `${limiter}:`)
  const quota = { windowMs: seconds * 1000, requests: points, uploads: 0 }
  const consume = async (name: string): Promise<Verdict> => {
    if (points === 0) return { isAllowed: true, retryAfterSeconds: 0 }
    const count = await countRequest(name, quota, false)
    if (!count) countRequest.noteUncounted()
    if (!count && failsClosed)
      throw temporarilyUnavailable('This is not possible just now; try again in a moment.', 5)
    if (!count?.isRefused) return { isAllowed: true, retryAfterSeconds: 0 }
    return { isAllowed: false, retryAfterSeconds: secondsUntil(count.endsAt, services.now()) }
  }
  return {
    consume,
    require: async (name) => {
      const verdict = await consume(name)
      if (!verdict.isAllowed) throw rateLimitExceeded(verdict.retryAfterSeconds)
    },
  }
}

export function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((timeMs - nowMs) / 1000))
}

export function rateLimitExceeded(retryAfterSeconds: number): ApiError {
  return new ApiError(429, 'rate_limit_exceeded', 'Too many requests; try again later.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: { success: false, error: 'rate_limit_exceeded', retryAfter: retryAfterSeconds },
  })
}
