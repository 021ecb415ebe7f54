// Keeps response times from telling whether an email has an account.
import { setTimeout as sleep } from 'node:timers/promises'

/** Well above what hashing a password takes. */
export const MIN_RESPONSE_MS = 300

export async function sleepUntil(timeMs: number): Promise<void> {
  await sleep(Math.max(0, timeMs - performance.now()))
}

/** However soon the work is done or fails, its answer comes no earlier than `MIN_RESPONSE_MS` from now. */
export async function inAtLeast<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    await sleepUntil(startedAt + MIN_RESPONSE_MS)
  }
}
