// The flights of one pilot that count: those with the greatest sum that the caps and floors of the choice allow.
//
// A set of flights is allowed when it keeps every cap, and when the places that floors keep for other flights are left in
// it: floors of one kind need a place each, floors of different kinds can be met by the same flight.
//
// Greedy would be wrong: with two of one take-off at most and one place for a triangle, the best flight may have to go. All
// sets are compared by dynamic programming over what the rules can see of a set: how many flights, how many towards each floor
// and cap, how many of the value at hand. The table has flights x states entries, and the rule check bounds the states.
import type { RankingChoice } from '#contract/clubs/rule.ts'
import type { QuotaKind } from '#contract/clubs/words.ts'
import { chooseApart } from './apart.ts'
import { type Candidate, compareFlights } from './candidate.ts'

/**
 * The best first. `wanted` places are left for a flight that meets every floor and reaches no cap: with it the sum says what
 * such a flight would be added to.
 */
export function choose(flights: readonly Candidate[], choice: RankingChoice, wanted: 0 | 1 = 0): Candidate[] {
  const sorted = flights.toSorted(compareFlights)
  if (choice.best === undefined) return sorted
  // A flight from elsewhere leaves the others as they are.
  if (choice.apart)
    return wanted ? sorted.slice(0, choice.best - 1) : chooseApart(sorted, choice.best, choice.apart.km)
  if (!choice.caps?.length && !choice.floors?.length) return sorted.slice(0, choice.best - wanted)
  return chooseByTable(sorted, choice, wanted).sort(compareFlights)
}

type Cap = NonNullable<RankingChoice['caps']>[number]

/** One digit of a state: how many flights were taken, of these values or of all. */
interface Counter {
  readonly kind?: QuotaKind
  readonly values?: readonly string[] | undefined
  readonly size: number
  /** A floor counts no further than it needs; all others refuse. */
  readonly isFloor: boolean
  /** Added to the state by one more flight. */
  readonly weight: number
}

/** The number of flights first; last, with a cap for each value, that of the value at hand. */
function listCounters({ best = 0, caps = [], floors = [] }: RankingChoice): Counter[] {
  const inOrder = caps.toSorted((a, b) => Number(!a.values) - Number(!b.values))
  const counters = [
    { size: best + 1, isFloor: false },
    ...floors.map(({ kind, values, least }) => ({ kind, values, size: least + 1, isFloor: true })),
    ...inOrder.map(({ kind, values, most }) => ({ kind, values, size: most + 1, isFloor: false })),
  ]
  let weight = 1
  return counters.map((counter) => ({ ...counter, weight: (weight *= counter.size) / counter.size }))
}

const multiplySizes = (counters: readonly Counter[]) =>
  counters.reduce((product, { size }) => product * size, 1)

export const countStates = (choice: RankingChoice): number => multiplySizes(listCounters(choice))

const digitOf = (state: number, { weight, size }: Counter) => Math.floor(state / weight) % size

function isCounted({ values: flown }: Candidate, { kind, values }: Counter): boolean {
  if (!kind || !values) return true
  const value = flown[kind]
  return value !== null && values.includes(value)
}

/** The state after a flight that these count; -1 where it is one too many. */
function step(state: number, counters: readonly Counter[]): number {
  let next = state
  for (const counter of counters) {
    const isFull = digitOf(state, counter) === counter.size - 1
    if (isFull && !counter.isFloor) return -1
    if (!isFull) next += counter.weight
  }
  return next
}

function isAllowed(state: number, counters: readonly Counter[], wanted: number): boolean {
  const missing = new Map<QuotaKind, number>()
  for (const counter of counters) {
    if (!counter.isFloor) continue
    const sum = missing.get(counter.kind!) ?? -wanted
    missing.set(counter.kind!, sum + counter.size - 1 - digitOf(state, counter))
  }
  const flights = counters[0]!
  return digitOf(state, flights) + wanted + Math.max(0, ...missing.values()) < flights.size
}

const listCounting = (flight: Candidate, counters: readonly Counter[]) =>
  counters.filter((counter) => isCounted(flight, counter))

const describe = (counting: readonly Counter[]) => counting.map(({ weight }) => weight).join()

/** From each state, for each flight. Flights that the same counters count share their steps. */
function listSteps(flights: readonly Candidate[], counters: readonly Counter[], states: number) {
  const known: Record<string, Int32Array> = {}
  return flights.map((flight) => {
    const counting = listCounting(flight, counters)
    return (known[describe(counting)] ??= Int32Array.from({ length: states }, (_, state) =>
      step(state, counting),
    ))
  })
}

/**
 * Without flights that a better one can always replace: of those that the same counters count, a set has no use for more than
 * the first `best`, nor for more of one value than its cap lets in. One of the first is then free, for the rest of the set
 * fills one place less than there are. So the table does not grow with a logbook.
 */
function keepUseful(
  sorted: readonly Candidate[],
  counters: readonly Counter[],
  { best = 0 }: RankingChoice,
  each: Cap | undefined,
): Candidate[] {
  const seen = new Map<string, number>()
  const isAmong = (first: number, key: string) => {
    const before = seen.get(key) ?? 0
    if (before < first) seen.set(key, before + 1)
    return before < first
  }
  return sorted.filter((flight) => {
    const key = describe(listCounting(flight, counters))
    const isOfValue = !each || isAmong(each.most, `${key} of ${valueOf(flight, each.kind)}`)
    return isOfValue && isAmong(best, key)
  })
}

/** From the last flight to the first: the best sum from there on, for each state; then the way from the first. */
function chooseByTable(sorted: readonly Candidate[], choice: RankingChoice, wanted: number): Candidate[] {
  const counters = listCounters(choice)
  const states = multiplySizes(counters)
  const each = choice.caps?.find(({ values }) => !values)
  const useful = keepUseful(sorted, counters, choice, each)
  const flights = each ? groupByValue(useful, each.kind) : useful
  const steps = listSteps(flights, counters, states)
  // After the last flight of a value the count of the next value begins.
  const kept = flights.map((flight, at) => {
    const isLast = each && valueOf(flight, each.kind) !== valueOf(flights[at + 1], each.kind)
    return isLast ? states / (each.most + 1) : states
  })
  const skip = (state: number, at: number) => state % kept[at]!
  const take = (state: number, at: number) => {
    const next = steps[at]![state]!
    return next === -1 ? -1 : skip(next, at)
  }
  const isTaken = new Uint8Array(flights.length * states)
  let after = Float64Array.from({ length: states }, (_, state) =>
    isAllowed(state, counters, wanted) ? 0 : -Infinity,
  )
  for (let at = flights.length - 1; at >= 0; at--) {
    const sums = new Float64Array(states)
    for (let state = 0; state < states; state++) {
      const next = take(state, at)
      const taken = next === -1 ? -Infinity : flights[at]!.value + after[next]!
      const skipped = after[skip(state, at)]!
      sums[state] = Math.max(taken, skipped)
      if (taken >= skipped && taken > -Infinity) isTaken[at * states + state] = 1
    }
    after = sums
  }
  let state = 0
  return flights.filter((_, at) => {
    const isChosen = isTaken[at * states + state] === 1
    state = isChosen ? take(state, at) : skip(state, at)
    return isChosen
  })
}

const valueOf = (flight: Candidate | undefined, kind: QuotaKind) => flight && (flight.values[kind] ?? '')

/** Flights of one value next to each other, the value with the best flight first. */
function groupByValue(sorted: readonly Candidate[], kind: QuotaKind): readonly Candidate[] {
  return [...Map.groupBy(sorted, (flight) => valueOf(flight, kind)).values()].flat()
}
