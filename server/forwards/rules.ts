// Rules of forwarding: the flights that a destination gets, when each is tried again, and until when.
import type { DestinationFilter } from '#contract/forwards/destinations.ts'
import { delayAttempt } from '#server/deliveries/retry.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'
import type { Kind } from './kinds/kind.ts'
import type { ForwardableFlight } from '#server/events/pilots-flights.ts'

const delaysMs = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]
const LATER_MS = 12 * HOUR_MS
/** For services without a deadline. */
export const TRIED_FOR_MS = 14 * DAY_MS
/** A service's day may end before ours. */
const MARGIN_DAYS = 1

/** Of the number of tries so far, 1 or more. */
export function findNextTryAt(nowMs: number, tries: number, retryAfterMs = 0, random?: () => number): number {
  return delayAttempt(nowMs, delaysMs[tries - 1] ?? LATER_MS, retryAfterMs, random)
}

/** The last moment at which a flight is tried. */
export function findUsefulUntil(
  nowMs: number,
  { deadlineDays }: Pick<Kind, 'deadlineDays'>,
  date: string,
): number {
  if (deadlineDays === null) return nowMs + TRIED_FOR_MS
  return Date.parse(`${date}T00:00:00Z`) + (deadlineDays - MARGIN_DAYS) * DAY_MS
}

type Judged = Pick<ForwardableFlight, 'date' | 'distanceKm' | 'points' | 'class' | 'visibility'>

/** Why a flight is not sent there, as a sentence; undefined when it is. */
export function findReason(
  { isLeague }: Pick<Kind, 'isLeague'>,
  filter: DestinationFilter,
  flight: Judged,
): string | undefined {
  const { flownSince, minDistanceKm, minPoints, classes, onlyPublic } = filter
  if (isLeague && flight.visibility === 'private')
    return 'The flight is private, and a league publishes flights.'
  if (onlyPublic && flight.visibility !== 'public') return 'The flight is not public.'
  if (flownSince && flight.date < flownSince) return `The flight is from before ${flownSince}.`
  if (minDistanceKm && flight.distanceKm < minDistanceKm)
    return `The flight has less than ${minDistanceKm} km.`
  if (minPoints && flight.points < minPoints) return `The flight has less than ${minPoints} points.`
  if (classes && !(flight.class && classes.includes(flight.class)))
    return `The glider’s class is none of ${classes.join(', ')}.`
  return undefined
}
