// A choice that asks for two take-offs apart from each other: without them one place stays empty.
import { addValues, type Candidate } from './candidate.ts'
import { isApart } from './places.ts'

/** Of each pair of take-offs apart their best flights are forced, which could take the place of any other from there. */
export function chooseApart(sorted: readonly Candidate[], best: number, km: number): Candidate[] {
  const leaders = listLeaders(sorted)
  let found = sorted.slice(0, best - 1)
  for (const [at, first] of leaders.entries()) {
    // The next one that is apart is the best, too.
    const second = leaders.slice(at + 1).find((other) => isApart(first.place, other.place, km))
    const set = second ? fill(sorted, [first, second], best) : []
    if (addValues(set) > addValues(found)) found = set
  }
  return found
}

/** The best flight of each take-off that is known. */
function listLeaders(sorted: readonly Candidate[]) {
  const known = sorted.flatMap(({ place, ...flight }) => (place ? [{ ...flight, place }] : []))
  const byPlace = Map.groupBy(known, ({ place: { latitude, longitude } }) => `${latitude} ${longitude}`)
  return [...byPlace.values()].map((flights) => flights[0]!)
}

function fill(sorted: readonly Candidate[], forced: readonly Candidate[], places: number): Candidate[] {
  const ids = new Set(forced.map(({ id }) => id))
  let free = places - forced.length
  return sorted.filter(({ id }) => ids.has(id) || free-- > 0)
}
