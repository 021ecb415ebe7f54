// A separate limit for something that can be guessed or flooded: sign-in, device codes, mail.
import type { RateLimitedBody } from '#contract/errors.ts'
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { createCounters } from './counters.ts'

export interface Verdict {
  isAllowed: boolean
  /** Whole seconds until the next use is allowed; 0 when this one is. */
  retryAfterSeconds: number
  /** When the next use is allowed, milliseconds since 1970. */
  endsAt: number
}

export interface Limiter {
  /** Counts one use under a name (an account, an address); a refused one is not counted. */
  consume(name: string): Promise<Verdict>
  /** A use that was counted, but should not be. */
  giveBack(name: string): void
  /** The same as `consume`, and throws the 429 of the contract. */
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
    const now = services.now()
    if (points === 0) return allowAt(now)
    const count = await countRequest(name, quota, 0)
    if (!count) countRequest.noteUncounted()
    if (!count && failsClosed)
      throw temporarilyUnavailable('This is not possible just now; try again in a moment.', 5)
    if (!count?.isRefused) return allowAt(now)
    return {
      isAllowed: false,
      retryAfterSeconds: secondsUntil(count.endsAt, services.now()),
      endsAt: count.endsAt,
    }
  }
  return {
    consume,
    giveBack: (name) => (points === 0 ? undefined : countRequest.giveBack(name, 0)),
    require: async (name) => {
      const verdict = await consume(name)
      if (!verdict.isAllowed) throw rateLimitExceeded(verdict.endsAt, services.now())
    },
  }
}

const allowAt = (endsAt: number): Verdict => ({ isAllowed: true, retryAfterSeconds: 0, endsAt })

export function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((timeMs - nowMs) / 1000))
}

/** Headers of every 429, also of one that is a page. */
export function writeRefusalHeaders(retryAfterSeconds: number, endsAtMs: number): Record<string, string> {
  return {
    'retry-after': String(retryAfterSeconds),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(endsAtMs / 1000)),
  }
}

export function rateLimitExceeded(endsAtMs: number, nowMs: number): ApiError {
  const retryAfter = secondsUntil(endsAtMs, nowMs)
  const description = `Too many requests; try again in ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.`
  return new ApiError(429, 'rate_limit_exceeded', description, {
    headers: writeRefusalHeaders(retryAfter, endsAtMs),
    body: {
      success: false,
      error: 'rate_limit_exceeded',
      retryAfter,
      error_description: description,
    } satisfies RateLimitedBody,
  })
}
