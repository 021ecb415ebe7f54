// When a failed attempt is made again, and since when a receiver has been failing.
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/platform/time.ts'

/** Each delay is lengthened or shortened by up to this share: retries do not all arrive at once. */
const JITTER = 0.1
const MAX_RETRY_AFTER_MS = DAY_MS
// Longer than any delay between two attempts: failures further apart are not one continuous outage.
const STREAK_GAP_MS = 36 * HOUR_MS

/** A receiver's Retry-After can lengthen the delay, never shorten it. */
export function delayAttempt(
  nowMs: number,
  delayMs: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number {
  const jittered = delayMs * (1 + JITTER * (2 * random() - 1))
  return Math.ceil(nowMs + Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}

/** Since when a receiver that fails now has been failing, without a success or a long pause in between. */
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
