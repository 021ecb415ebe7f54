// What a pilot's public flights add up to. Anybody may ask, as often as the limit lets them, and a logbook may be long: it is
// added up again only after a change.
import type { Database } from '#server/platform/database/database.ts'
import { findLastNumber } from '../change-numbers.ts'
import { type PublicTotals, sumPublicFlights } from './store.ts'

const MAX_PILOTS = 1_000

export function createTotals({ sql }: Database): (ownerId: string) => Promise<PublicTotals> {
  const known = new Map<string, { asOf: number; totals: PublicTotals }>()
  return async (ownerId) => {
    // Before the sum: a change in between is then found by the next visitor.
    const asOf = await findLastNumber(sql, ownerId)
    const last = known.get(ownerId)
    if (last?.asOf === asOf) return last.totals
    const totals = await sumPublicFlights(sql, ownerId)
    known.delete(ownerId)
    known.set(ownerId, { asOf, totals })
    if (known.size > MAX_PILOTS) known.delete(known.keys().next().value!)
    return totals
  }
}
