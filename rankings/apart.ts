// A choice that asks for take-offs apart from each other: of `takeoffs` of them, each one that is missing leaves a place empty.
import type { RankingChoice } from '#contract/clubs/rule.ts'
import { addFigures, type Candidate } from './candidate.ts'
import { isApart } from './places.ts'

type Apart = NonNullable<RankingChoice['apart']>

/**
 * For each number of take-offs apart: so many flights are forced, pairwise apart, and the best others fill the places. Two or
 * three are forced, so at most flights³/6 sets are looked at; the search leaves those whose bound is not above the best.
 */
export function chooseApart(
  sorted: readonly Candidate[],
  best: number,
  { km, takeoffs }: Apart,
  wanted: number,
): Candidate[] {
  let found: Candidate[] = []
  let greatest = 0
  const needed = takeoffs - wanted
  for (let count = needed; count >= 1; count--) {
    const places = best - wanted - (needed - count)
    const rest = addFigures(sorted.slice(0, Math.max(0, places - count)))
    const force = (forced: readonly Candidate[], from: number): void => {
      if (forced.length === count) {
        const set = fill(sorted, forced, places)
        if (addFigures(set) <= greatest) return
        found = set
        greatest = addFigures(set)
        return
      }
      for (let at = from; at < sorted.length; at++) {
        const flight = sorted[at]!
        // Later ones are no better, and the rest is at most that of the best flights.
        if (addFigures(forced) + (count - forced.length) * flight.figure + rest <= greatest) return
        if (forced.every((other) => areApart(flight, other, km))) force([...forced, flight], at + 1)
      }
    }
    if (places >= count) force([], 0)
  }
  return found
}

function fill(sorted: readonly Candidate[], forced: readonly Candidate[], places: number): Candidate[] {
  const others = sorted.filter((flight) => !forced.includes(flight)).slice(0, places - forced.length)
  const chosen = new Set([...forced, ...others])
  return sorted.filter((flight) => chosen.has(flight))
}

/** A take-off that is not known is apart from none. */
function areApart(a: Candidate, b: Candidate, km: number): boolean {
  return a.place !== null && b.place !== null && isApart(a.place, b.place, km)
}
