// The retry schedule, and when a webhook has failed for so long that it is disabled.
import { delayAttempt } from '#server/deliveries/retry.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'

/** The delay after the first, second, … failed attempt; after the last one the delivery has failed for good. */
export const retryDelaysMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

export const DISABLE_AFTER_MS = 5 * DAY_MS

/** Undefined when there is no further attempt. `tries` counts the attempts since the delivery was created or replayed. */
export function findNextAttemptAt(
  nowMs: number,
  tries: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const delayMs = retryDelaysMs[tries - 1]
  return delayMs === undefined ? undefined : delayAttempt(nowMs, delayMs, retryAfterMs, random)
}
