// A limit of its own for something that can be guessed or flooded: sign-in, device codes, mail.
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toNetwork } from '../address.ts'
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

/** At most `points` uses of one name in `seconds`; 0 points is no limit. */
export function createLimiter(services: Services, limiter: string, points: number, seconds: number): Limiter {
  const countRequest = createCounters(services, `${limiter}:`)
  const quota = { windowMs: seconds * 1000, requests: points, uploads: 0 }
  const consume = async (name: string): Promise<Verdict> => {
    const count = points === 0 ? undefined : await countRequest(name, quota, false)
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

/** Sign-in attempts of one account from one address; throws 429 beyond RATE_LIMIT_SIGN_IN in 10 minutes. */
export function createSignInLimit(services: Services): (account: string, address: string) => Promise<void> {
  const limiter = createLimiter(services, 'sign-in', services.config.rateLimits.signIn, 600)
  return (account, address) => limiter.require(`${account.trim().toLowerCase()}|${toNetwork(address)}`)
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
