// Guessing at a password is slow, from however many addresses it comes: after a few wrong ones each further attempt at
// the account must wait, twice as long every time. A device on which the user has signed in before does not wait for
// what strangers do, so no one can lock a pilot out.
//
// An attempt counts before it is checked, and a right one clears the count: of any number at once only the allowed
// ones are checked. Where the count cannot be reached all attempts are refused (503), unlike with the other limits.
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { toNetworks } from '../address.ts'
import { countGuess, forgetGuesses } from './guess-store.ts'
import { createLimiter, type Limiter, rateLimitExceeded } from './limiter.ts'

/** Attempts at one account from all over the world, on top of those that one address has. */
const FREE_FACTOR = 2
const MAX_DELAY_MS = 15 * MINUTE_MS
const FORGET_AFTER_MS = DAY_MS
const WINDOW_SECONDS = 600
/** A network of many homes may try this many times as often as one: /64, /56, /48; one IPv4 address, its /24. */
const NETWORK_FACTORS = [1, 2, 4]
/** And so often at all accounts together, by the largest of its networks: one guess at each of many accounts. */
const ALL_ACCOUNTS_FACTOR = 3

export interface GuessLimit {
  /** Throws 429 when the account must wait. `knownDevice` names a device on which its user has signed in before. */
  attempt(account: string, ip: string, knownDevice: string | undefined): Promise<Attempt>
}

export interface Attempt {
  /** It was right. */
  succeeded(): Promise<void>
}

/** After so many attempts in a row, of which some are free. */
export function delayAfter(attempts: number, free: number): number {
  return attempts < free ? 0 : Math.min(2 ** (attempts - free + 1) * SECOND_MS, MAX_DELAY_MS)
}

export function createGuessLimit(services: Services): GuessLimit {
  const { signIn } = services.config.rateLimits
  const store = createGuessStore(services)
  const networks: Limiter[] = NETWORK_FACTORS.map((factor, index) =>
    createLimiter(services, `sign-in-${index}`, signIn * factor, WINDOW_SECONDS, { failsClosed: true }),
  )
  const allAccounts = createLimiter(services, 'sign-in-all', signIn * ALL_ACCOUNTS_FACTOR, WINDOW_SECONDS, {
    failsClosed: true,
  })
  const devices = createLimiter(services, 'sign-in-device', signIn, WINDOW_SECONDS, { failsClosed: true })
  return {
    attempt: async (account, ip, knownDevice) => {
      const name = account.trim().toLowerCase()
      const forget = () => store.forget(name)
      if (signIn === 0) return { succeeded: forget }
      if (knownDevice !== undefined) {
        await devices.require(`${name}|${knownDevice}`)
        return { succeeded: forget }
      }
      // First: what is refused here uses up no account's attempts.
      const largest = toNetworks(ip).at(-1) ?? ''
      await allAccounts.require(largest)
      for (const [index, network] of toNetworks(ip).entries())
        await networks[index]?.require(`${name}|${network}`)
      const now = services.now()
      const { isAllowed, nextAt } = await store.count(name, now)
      if (!isAllowed) throw rateLimitExceeded(nextAt, now)
      return {
        succeeded: async () => {
          allAccounts.giveBack(largest)
          await forget()
        },
      }
    },
  }
}

function createGuessStore({ config, db }: Services) {
  const free = config.rateLimits.signIn * FREE_FACTOR
  const closed = (error: unknown): never => {
    throw temporarilyUnavailable('Signing in is not possible just now; try again in a moment.', 5, error)
  }
  const rule = {
    delayAfter: (attempts: number) => delayAfter(attempts, free),
    forgetAfterMs: FORGET_AFTER_MS,
  }
  return {
    count: (account: string, nowMs: number) => countGuess(db, account, nowMs, rule).catch(closed),
    forget: (account: string) => forgetGuesses(db.sql, account).catch(closed),
  }
}
