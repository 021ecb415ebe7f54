// Choices at random, and what they mean, word by word: every set of flights is tried.
import type { RankingChoice } from '#contract/clubs/rule.ts'
import { quotaKinds } from '#contract/clubs/words.ts'
import type { Candidate } from '#rankings/candidate.ts'
import { isApart } from '#rankings/places.ts'
import type { Random } from './entries.ts'

/** Few of each: quotas are met often. */
export const values = {
  type: ['Free Flight', 'FAI Triangle', 'Free Triangle'],
  takeoff: ['north', 'middle', 'south'],
  country: ['DE', 'AT'],
  class: ['A', 'B'],
  day: ['2026-05-01', '2026-05-02'],
} as const
const latitudes = { north: 47.02, middle: 47.01, south: 47 }

export function makeFacts({ below, pick }: Random) {
  const id = pick(values.takeoff)
  return {
    takeoff: below(8) === 0 ? null : { id, latitude: latitudes[id], longitude: 11 },
    type: pick(values.type),
    country: pick(values.country),
    class: pick(values.class),
    date: pick(values.day),
  }
}

export function makeQuotas({ below, pick }: Random): Pick<RankingChoice, 'caps' | 'floors'> {
  const some = (kind: keyof typeof values) =>
    values[kind].filter((_, at) => at === 0 || below(2) === 0).slice(0, 2)
  const caps = Array.from({ length: below(3) }, () => {
    const kind = pick(quotaKinds)
    return { kind, most: 1 + below(2), ...(below(2) === 0 && { values: [...some(kind)] }) }
  })
  const floors = Array.from({ length: below(3) }, () => {
    const kind = pick(quotaKinds)
    return { kind, least: 1 + below(2), values: [...some(kind)] }
  })
  return { ...(caps.length > 0 && { caps }), ...(floors.length > 0 && { floors }) }
}

export const makeApart = ({ pick }: Random) => ({ apart: { km: pick([0.5, 1.112, 2]) } })

/** Whether it has a rule without mistakes is for the caller to ask. */
export function makeChoice(random: Random): RankingChoice {
  const best = 1 + random.below(5)
  return { best, ...(random.below(4) === 0 ? makeApart(random) : makeQuotas(random)) }
}

export const add = (set: readonly { readonly value: number }[]) =>
  set.reduce((sum, { value }) => sum + value, 0)

export function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]])
}

export const findBestSum = (flights: readonly Candidate[], choice: RankingChoice) =>
  Math.max(...subsets(flights).map((set) => (isAllowed(set, choice) ? add(set) : 0)))

const count = (set: readonly Candidate[], holds: (flight: Candidate) => boolean) => set.filter(holds).length

export function isAllowed(
  set: readonly Candidate[],
  { best = Infinity, caps = [], floors = [], apart }: RankingChoice,
): boolean {
  for (const { kind, values, most } of caps) {
    const listed = values
      ? [values]
      : [...new Set(set.map((flight) => flight.values[kind]))].map((value) => [value])
    if (listed.some((some) => count(set, (flight) => some.includes(flight.values[kind] as string)) > most))
      return false
  }
  const missing = new Map<string, number>()
  for (const { kind, values, least } of floors) {
    const there = count(set, (flight) => values.includes(flight.values[kind] as string))
    missing.set(kind, (missing.get(kind) ?? 0) + Math.max(0, least - there))
  }
  if (apart && set.length > 0) missing.set('apart', 2 - Math.min(2, Math.max(1, countApart(set, apart.km))))
  return set.length + Math.max(0, ...missing.values()) <= best
}

/** The most flights that are pairwise apart. */
function countApart(set: readonly Candidate[], km: number): number {
  const areApart = (a: Candidate, b: Candidate) => !!a.place && !!b.place && isApart(a.place, b.place, km)
  return Math.max(
    0,
    ...subsets(set)
      .filter((some) => some.every((a, at) => some.slice(at + 1).every((b) => areApart(a, b))))
      .map(({ length }) => length),
  )
}
