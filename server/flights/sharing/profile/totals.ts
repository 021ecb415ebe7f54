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
}

export function createTotals({ sql }: Database): (ownerId: string) => Promise<PublicTotals> {
  const recall = createRecent<PublicTotals>(MAX_PILOTS)
  return async (ownerId) => {
    // Read before the sum: a change in between is then found by the next visitor.
    const state = await nameState(sql, ownerId)
    return recall(state, async () => sumUp(await listPublicFigures(sql, ownerId)))
  }
}

/** The best first. */
function sumUp(flights: readonly PublicFigures[]): PublicTotals {
  const seasons = [...Map.groupBy(flights, ({ season }) => season)]
  return {
    ...add(flights),
    seasons: seasons
      .map(([season, flown]) => ({ season, ...add(flown) }))
      .toSorted((one, other) => other.season - one.season),
    bestIds: flights.slice(0, BEST).map(({ id }) => id),
  }
}

const add = (flights: readonly PublicFigures[]): Sums => ({
  flights: flights.length,
  seconds: flights.reduce((sum, { seconds }) => sum + seconds, 0),
  kilometres: flights.reduce((sum, { kilometres }) => sum + kilometres, 0),
  best: flights[0]?.score ?? 0,
})
