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
import { type Candidate, compareCandidates } from './candidate.ts'

/**
 * The best first. `wanted` places are left for a flight that meets every floor and reaches no cap: with it the sum says what
 * such a flight would be added to.
 */
export function choose(flights: readonly Candidate[], choice: RankingChoice, wanted: 0 | 1 = 0): Candidate[] {
  const sorted = flights.toSorted(compareCandidates)
  if (choice.best === undefined) return sorted
  if (choice.apart) return chooseApart(sorted, choice.best, choice.apart, wanted)
  if (!choice.caps?.length && !choice.floors?.length) return sorted.slice(0, choice.best - wanted)
  return chooseByTable(sorted, createTable(choice, wanted)).sort(compareCandidates)
}

type Cap = NonNullable<RankingChoice['caps']>[number]

interface Table {
  /** Whose value has a cap for each value; undefined where there is none. */
  readonly each: Cap | undefined
  readonly most: number
  readonly states: number
  /** The state after a flight; -1 where it is one too many. */
  step(state: number, flight: Candidate): number
  isAllowed(state: number): boolean
}

interface Counter {
  readonly kind: QuotaKind
  readonly values: readonly string[]
  readonly size: number
  /** A floor counts no further than it needs; a cap refuses. */
  readonly isFloor: boolean
}

const listCounters = ({ caps = [], floors = [] }: RankingChoice): Counter[] => [
  ...floors.map(({ kind, values, least }) => ({ kind, values, size: least + 1, isFloor: true })),
  ...caps.flatMap(({ kind, values, most }) =>
    values ? [{ kind, values, size: most + 1, isFloor: false }] : [],
  ),
]

export function countStates(choice: RankingChoice): number {
  const { best = 0, caps = [] } = choice
  const each = caps.find(({ values }) => !values)
  const sizes = listCounters(choice).map(({ size }) => size)
  return [best + 1, each ? each.most + 1 : 1, ...sizes].reduce((product, size) => product * size, 1)
}

function createTable(choice: RankingChoice, wanted: number): Table {
  const best = choice.best!
  const counters = listCounters(choice)
  const sizes = [best + 1, ...counters.map(({ size }) => size)]
  const weights = sizes.map((_, at) => sizes.slice(0, at).reduce((product, size) => product * size, 1))
  const digit = (state: number, at: number) => Math.floor(state / weights[at]!) % sizes[at]!
  const each = choice.caps?.find(({ values }) => !values)
  const kinds = [...new Set(counters.filter(({ isFloor }) => isFloor).map(({ kind }) => kind))]
  return {
    each,
    most: each?.most ?? 0,
    states: sizes.reduce((product, size) => product * size, 1),
    step(state, flight) {
      if (digit(state, 0) === best) return -1
      let next = state + 1
      for (const [index, { kind, values, size, isFloor }] of counters.entries()) {
        const value = flight.values[kind]
        if (value === null || !values.includes(value)) continue
        const isFull = digit(state, index + 1) === size - 1
        if (isFull && !isFloor) return -1
        if (!isFull) next += weights[index + 1]!
      }
      return next
    },
    isAllowed(state) {
      const missing = kinds.map((kind) =>
        counters.reduce(
          (sum, counter, index) =>
            counter.isFloor && counter.kind === kind ? sum + counter.size - 1 - digit(state, index + 1) : sum,
          0,
        ),
      )
      return digit(state, 0) + wanted + Math.max(0, ...missing.map((count) => count - wanted)) <= best
    },
  }
}

/** From the last flight to the first: the best sum from there on, for each state; then the way from the first. */
function chooseByTable(sorted: readonly Candidate[], table: Table): Candidate[] {
  const { states, most, each } = table
  const flights = groupByValue(sorted, each?.kind)
  const width = states * (most + 1)
  const takes = new Uint8Array(flights.length * width)
  const steps = flights.map((flight) =>
    Int32Array.from({ length: states }, (_, state) => table.step(state, flight)),
  )
  const isLast = flights.map(
    (flight, at) => !each || valueOf(flight, each) !== valueOf(flights[at + 1], each),
  )
  let after = new Float64Array(width)
  for (let cell = 0; cell < width; cell++) after[cell] = table.isAllowed(cell % states) ? 0 : -Infinity
  for (let at = flights.length - 1; at >= 0; at--) {
    const sums = new Float64Array(width)
    for (let cell = 0; cell < width; cell++) {
      const skip = after[isLast[at] ? cell % states : cell]!
      const next = nextCell(cell, at)
      const take = next === -1 ? -Infinity : flights[at]!.figure + after[next]!
      sums[cell] = Math.max(take, skip)
      if (take >= skip && take > -Infinity) takes[at * width + cell] = 1
    }
    after = sums
  }
  let cell = 0
  return flights.filter((_, at) => {
    const isTaken = takes[at * width + cell] === 1
    cell = isTaken ? nextCell(cell, at) : isLast[at] ? cell % states : cell
    return isTaken
  })

  /** A cell is a state and, with a cap for each value, how many of the value at hand were taken. */
  function nextCell(from: number, at: number): number {
    const taken = Math.floor(from / states)
    const state = steps[at]![from % states]!
    if (state === -1 || (each && taken === most)) return -1
    return isLast[at] ? state : state + (taken + 1) * states
  }
}

const valueOf = (flight: Candidate | undefined, { kind }: Cap) => flight && (flight.values[kind] ?? '')

/** Flights of one value next to each other, the value with the best flight first. */
function groupByValue(sorted: readonly Candidate[], kind: QuotaKind | undefined): readonly Candidate[] {
  if (kind === undefined) return sorted
  return [...Map.groupBy(sorted, ({ values }) => values[kind] ?? '').values()].flat()
}
