// Keeps response times from telling whether an email has an account.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#server/platform/services.ts'

/** Well above what hashing a password takes. */
const MIN_RESPONSE_MS = 300

type Floor = Pick<Services, 'minResponseMs'>

/** Until the answer to what began at `startedAt` may be given. */
export async function sleepToFloor(
  { minResponseMs = MIN_RESPONSE_MS }: Floor,
  startedAt: number,
): Promise<void> {
  const left = () => startedAt + minResponseMs - performance.now()
  // Timers count whole milliseconds, and may fire up to two too soon.
  while (left() > 0) await sleep(Math.ceil(left()))
}

/** However soon the work is done or fails, its answer comes no earlier than that. */
export async function inAtLeast<Result>(floor: Floor, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    await sleepToFloor(floor, startedAt)
  }
}
