// Waits for what a test needs, instead of for a time.
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 25
/** Only ends a test that would hang: how fast something is belongs to the benches. */
const GIVE_UP_MS = process.env.FULL ? 1_200_000 : 120_000

/** Until `find` gives something; what it gives. `what` is said when that never happens. */
export async function waitUntil<Found>(
  what: string | (() => string),
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, false | undefined | null>> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  for (;;) {
    const found = await find()
    if (found) return found as Exclude<Found, false | undefined | null>
    if (performance.now() > giveUpAt) {
      const text = typeof what === 'string' ? what : what()
      throw new Error(`waited ${GIVE_UP_MS / 1000} s until ${text}`)
    }
    await sleep(POLL_MS)
  }
}
