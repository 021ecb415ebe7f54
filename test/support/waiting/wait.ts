// Waits for what a test needs, instead of for a time.
import { setTimeout as sleep } from 'node:timers/promises'

// Soon at first, then ever more rarely: to ask takes CPU from the thing that is waited for.
const FIRST_POLL_MS = 10
const MAX_POLL_MS = 200
const POLL_GROWTH = 1.3
/**
 * Only ends a test that would hang: how fast something is belongs to the benches. Threads that yield to everything, as those of
 * proofs do, got no core for two minutes beside twenty busy processes.
 */
const GIVE_UP_MS = process.env.SWEEPS ? 1_200_000 : 300_000

/** Until `find` gives something; what it gives. `what` is said when that never happens. */
export async function waitUntil<Found>(
  what: string | (() => string),
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, false | undefined | null>> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * POLL_GROWTH, MAX_POLL_MS)) {
    const found = await find()
    if (found) return found as Exclude<Found, false | undefined | null>
    if (performance.now() > giveUpAt) {
      const text = typeof what === 'string' ? what : what()
      throw new Error(`waited ${GIVE_UP_MS / 1000} s until ${text}`)
    }
    await sleep(pollMs)
  }
}
