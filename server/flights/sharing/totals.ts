// Totals of a pilot's public flights. Anybody may ask, as often as the limit lets them, and a logbook may be long: it is
// added up again only after a change.
import { createRecent } from '#server/platform/concurrency/recent.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nameState } from '../sums/seasons.ts'
import { type PublicTotals, sumPublicFlights } from './store.ts'

const MAX_PILOTS = 1_000

export function createTotals({ sql }: Database): (ownerId: string) => Promise<PublicTotals> {
  const recall = createRecent<PublicTotals>(MAX_PILOTS)
  return async (ownerId) => {
    // Read before the sum: a change in between is then found by the next visitor.
    const state = await nameState(sql, ownerId)
    return recall(state, () => sumPublicFlights(sql, ownerId))
  }
}
