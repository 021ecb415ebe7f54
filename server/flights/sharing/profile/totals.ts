// Totals of a pilot's public flights. Anybody may ask, as often as the limit lets them, and a logbook may be long: it is
// added up again only after a change.
import { createRecent } from '#server/platform/concurrency/recent.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nameState } from '../../sums/seasons.ts'
import { listPublicFigures, type PublicFigures } from '../store.ts'

const MAX_PILOTS = 1_000
const BEST = 3

export interface Sums {
  flights: number
  seconds: number
  kilometres: number
  best: number
}

export interface PublicTotals extends Sums {
  /** The newest first. */
  seasons: (Sums & { season: number })[]
  /** The ids of those with most points. */
  bestIds: string[]
  /** The flight with the most of each. */
  records: Record<RecordKind, PublicFigures>
  year: FlownYear
}

export const recordKinds = ['kilometres', 'seconds', 'highestM'] as const
export type RecordKind = (typeof recordKinds)[number]

/** The last one with flights. */
export interface FlownYear {
  year: number
  /** Seconds in the air by day. */
  days: ReadonlyMap<string, number>
}

export function createTotals({ sql }: Database): (ownerId: string) => Promise<PublicTotals | undefined> {
  const recall = createRecent<PublicTotals | undefined>(MAX_PILOTS)
  return async (ownerId) => {
    // Read before the sum: a change in between is then found by the next visitor.
    const state = await nameState(sql, ownerId)
    return recall(state, async () => {
      const flights = await listPublicFigures(sql, ownerId)
      return flights.length > 0 ? sumUp(flights) : undefined
    })
  }
}

/** The best first. */
function sumUp(flights: readonly PublicFigures[]): PublicTotals {
  const most = (kind: RecordKind) =>
    flights.reduce((best, flight) => (flight[kind] > best[kind] ? flight : best))
  const seasons = [...Map.groupBy(flights, ({ season }) => season)]
  return {
    ...add(flights),
    seasons: seasons
      .map(([season, flown]) => ({ season, ...add(flown) }))
      .toSorted((one, other) => other.season - one.season),
    bestIds: flights.slice(0, BEST).map(({ id }) => id),
    records: { kilometres: most('kilometres'), seconds: most('seconds'), highestM: most('highestM') },
    year: readYear(flights),
  }
}

function readYear(flights: readonly PublicFigures[]): FlownYear {
  const year = Math.max(...flights.map(({ date }) => Number(date.slice(0, 4))))
  const days = new Map<string, number>()
  for (const { date, seconds } of flights)
    if (date.startsWith(String(year))) days.set(date, (days.get(date) ?? 0) + seconds)
  return { year, days }
}

const add = (flights: readonly PublicFigures[]): Sums => ({
  flights: flights.length,
  seconds: flights.reduce((sum, { seconds }) => sum + seconds, 0),
  kilometres: flights.reduce((sum, { kilometres }) => sum + kilometres, 0),
  best: flights[0]?.score ?? 0,
})
