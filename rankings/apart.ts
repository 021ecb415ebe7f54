// A choice that asks for take-offs apart from each other: of `takeoffs` of them, each one that is missing leaves a place empty.
import type { RankingChoice } from '#contract/clubs/rule.ts'
import { addValues, type Candidate } from './candidate.ts'
import { isApart } from './places.ts'

type Apart = NonNullable<RankingChoice['apart']>

/**
 * For each number of take-offs apart: so many flights are forced, pairwise apart, and the best others fill the places. Two or
 * three are forced, each the best of its take-off, which could take the place of any other; the search leaves those whose
 * bound is not above the best.
 */
export function chooseApart(
  sorted: readonly Candidate[],
  best: number,
  { km, takeoffs }: Apart,
  wanted: number,
): Candidate[] {
  const leaders = listLeaders(sorted)
  const listApart = createNeighbours(leaders, km)
  let found: Candidate[] = []
  let greatest = 0
  const needed = takeoffs - wanted
  for (let count = needed; count >= 1; count--) {
    const places = best - wanted - (needed - count)
    const rest = addValues(sorted.slice(0, Math.max(0, places - count)))
    /** `open` are the leaders that are apart from all forced ones, the best first. */
    const force = (forced: readonly Candidate[], open: Places): void => {
      if (forced.length === count) {
        const set = fill(sorted, forced, places)
        if (addValues(set) <= greatest) return
        found = set
        greatest = addValues(set)
        return
      }
      for (let at = findNext(open, 0); at !== -1; at = findNext(open, at + 1)) {
        const flight = leaders[at]!
        // Later ones are no better, and the rest is at most that of the best flights.
        if (addValues(forced) + (count - forced.length) * flight.value + rest <= greatest) return
        force([...forced, flight], forced.length + 1 === count ? open : intersect(open, listApart(at)))
      }
    }
    if (places >= count) force([], listAll(leaders.length))
  }
  return found
}

/** The best flight of each take-off, and of those without one. */
function listLeaders(sorted: readonly Candidate[]): Candidate[] {
  const leaders = new Map<string, Candidate>()
  for (const flight of sorted) {
    const key = flight.place ? `${flight.place.latitude} ${flight.place.longitude}` : ''
    if (!leaders.has(key)) leaders.set(key, flight)
  }
  return [...leaders.values()]
}

function fill(sorted: readonly Candidate[], forced: readonly Candidate[], places: number): Candidate[] {
  const others = sorted.filter((flight) => !forced.includes(flight)).slice(0, places - forced.length)
  const chosen = new Set([...forced, ...others])
  return sorted.filter((flight) => chosen.has(flight))
}

/** A set of indexes, a bit each: a pilot who starts at a thousand places must not cost a thousand cubed steps. */
type Places = Int32Array

const BITS = 32

function listAll(count: number): Places {
  const all = new Int32Array(Math.ceil(count / BITS))
  for (let at = 0; at < count; at++) all[at >> 5]! |= 1 << at
  return all
}

const intersect = (a: Places, b: Places): Places => a.map((word, at) => word & b[at]!)

/** -1 where there is none. */
function findNext(places: Places, from: number): number {
  for (let word = from >> 5; word < places.length; word++) {
    const bits = word === from >> 5 ? places[word]! & (-1 << from) : places[word]!
    if (bits !== 0) return word * BITS + 31 - Math.clz32(bits & -bits)
  }
  return -1
}

/** For each leader those after it that are apart from it, found when they are first asked for. */
function createNeighbours(leaders: readonly Candidate[], km: number): (at: number) => Places {
  const known: Places[] = []
  const find = (at: number): Places => {
    const apart = new Int32Array(Math.ceil(leaders.length / BITS))
    for (let other = at + 1; other < leaders.length; other++)
      if (areApart(leaders[at]!, leaders[other]!, km)) apart[other >> 5]! |= 1 << other
    return apart
  }
  return (at) => (known[at] ??= find(at))
}

/** A take-off that is not known is apart from none. */
function areApart(a: Candidate, b: Candidate, km: number): boolean {
  return a.place !== null && b.place !== null && isApart(a.place, b.place, km)
}
