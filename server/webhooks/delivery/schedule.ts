// The retry schedule, and when a webhook has failed for so long that it is disabled.
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

/** Each delay is lengthened or shortened by up to this share: retries do not all arrive at once. */
export const JITTER = 0.1
export const MAX_RETRY_AFTER_MS = DAY_MS
export const DISABLE_AFTER_MS = 5 * DAY_MS
// Longer than any delay between two attempts: failures further apart are not one continuous outage.
const STREAK_GAP_MS = 36 * HOUR_MS

/**
 * Undefined when there is no further attempt. `tries` counts the attempts since the delivery was created or replayed;
 * a receiver's Retry-After can lengthen the delay, never shorten it.
 */
export function findNextAttemptAt(
  nowMs: number,
  tries: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const delayMs = retryDelaysMs[tries - 1]
  if (delayMs === undefined) return undefined
  const jittered = delayMs * (1 + JITTER * (2 * random() - 1))
  return Math.ceil(nowMs + Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}

/** Since when a webhook that fails now has been failing, without a success or a long pause in between. */
export function findFailingSince(
  nowMs: number,
  failingSince: number | null,
  lastFailedAt: number | null,
): number {
  if (failingSince === null || lastFailedAt === null) return nowMs
  return nowMs - lastFailedAt > STREAK_GAP_MS ? nowMs : failingSince
}

/** RFC 9110 10.2.3: seconds or a date. Anything else is ignored. */
export function readRetryAfter(value: string | undefined, nowMs: number): number {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS
  // Date.parse alone would take "-5" for a year.
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? 0 : Math.max(0, time - nowMs)
}
