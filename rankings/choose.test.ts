import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingChoice } from '#contract/clubs/rule.ts'
import { quotaKinds } from '#contract/clubs/words.ts'
import { createRandom, makeRanked, type Random } from '#test/support/rankings/entries.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { choose } from './choose.ts'
import { isApart } from './places.ts'
import { findRuleMistakes } from './rule.ts'

/** Random cases: with `--sweeps` ten times as many. */
const CASES = process.env.SWEEPS ? 10_000 : 1_000

const values = {
  type: ['Free Flight', 'FAI Triangle', 'Free Triangle'],
  takeoff: ['north', 'middle', 'south'],
  country: ['DE', 'AT'],
  class: ['A', 'B'],
  day: ['2026-05-01', '2026-05-02'],
} as const
const latitudes = { north: 47.02, middle: 47.01, south: 47 }

function makeFlight({ below, pick }: Random, index: number): Candidate {
  const id = pick(values.takeoff)
  const takeoff = below(8) === 0 ? null : { id, latitude: latitudes[id], longitude: 11 }
  const facts = {
    takeoff,
    type: pick(values.type),
    country: pick(values.country),
    class: pick(values.class),
    date: pick(values.day),
  }
  // Small numbers: ties are frequent.
  return toCandidate(makeRanked(`f${index}`, 0, facts), 1 + below(12))
}

function makeChoice({ below, pick }: Random): RankingChoice {
  const best = 1 + below(5)
  if (below(4) === 0) return { best, apart: { km: pick([0.5, 1.112, 2]) } }
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
  return { best, ...(caps.length > 0 && { caps }), ...(floors.length > 0 && { floors }) }
}

const count = (set: readonly Candidate[], holds: (flight: Candidate) => boolean) => set.filter(holds).length

/** The definition, word by word. */
function isAllowed(
  set: readonly Candidate[],
  { best = Infinity, caps = [], floors = [], apart }: RankingChoice,
) {
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
  if (apart)
    missing.set('apart', Math.max(0, 2 - Math.max(countApart(set, apart.km), Math.min(1, set.length))))
  if (apart && set.length === 0) missing.set('apart', 0)
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

function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]])
}

const add = (set: readonly Candidate[]) => set.reduce((sum, { value }) => sum + value, 0)

suite('the choice of flights', () => {
  test(`is the best of all sets in ${CASES} random cases`, () => {
    const random = createRandom(46)
    let checked = 0
    let withQuota = 0
    while (checked < CASES) {
      const choice = makeChoice(random)
      const rule = {
        audience: 'public',
        measure: { kind: 'points', league: 'x', decimals: 0 },
        choice,
        group: { by: 'pilot' },
      }
      if (findRuleMistakes(rule).length > 0) continue
      const flights = Array.from({ length: random.below(8) }, (_, index) => makeFlight(random, index))
      const chosen = choose(flights, choice)
      const said = () => JSON.stringify({ choice, flights, chosen })
      assert.ok(isAllowed(chosen, choice), said())
      const sums = subsets(flights).map((set) => (isAllowed(set, choice) ? add(set) : 0))
      assert.equal(add(chosen), Math.max(...sums), said())
      assert.deepEqual(choose(flights.toReversed(), choice), chosen, 'whatever the order they come in')
      checked++
      if (add(chosen) < add(choose(flights, { best: choice.best! }))) withQuota++
    }
    assert.ok(withQuota > CASES / 10, `quotas matter in ${withQuota} cases`)
  })

  test('looks for two take-offs apart among a thousand, of which none are, in little time', () => {
    const random = createRandom(48)
    const flights = Array.from({ length: 1000 }, (_, index) => {
      const [latitude, longitude] = [46 + (index % 2) * 2 + index * 0.0001, 11]
      const takeoff = { id: `t${index}`, latitude, longitude }
      return toCandidate(makeRanked(`f${index}`, 0, { takeoff }), 1 + random.below(1000))
    })
    const before = process.cpuUsage().user
    assert.equal(choose(flights, { best: 6, apart: { km: 500 } }).length, 5)
    const cpuSeconds = (process.cpuUsage().user - before) / 1e6
    assert.ok(cpuSeconds < 5, `${cpuSeconds} s`)
  })

  test(`what a better flight would have to bring is exact, in ${CASES / 5} random cases`, () => {
    const random = createRandom(47)
    for (let checked = 0; checked < CASES / 5;) {
      const choice = makeChoice(random)
      if (choice.apart || choice.caps || !choice.best) continue
      const flights = Array.from({ length: random.below(7) }, (_, index) => makeFlight(random, index))
      const kinds = (choice.floors ?? []).map(({ kind }) => kind)
      const isRule = findRuleMistakes({
        audience: 'public',
        measure: { kind: 'points', league: 'x', decimals: 0 },
        choice,
        group: { by: 'pilot' },
      })
      // With two floors of a kind one flight meets one of them only, so each is tried.
      if (isRule.length > 0 || new Set(kinds).size < kinds.length) continue
      const needed = add(choose(flights, choice)) - add(choose(flights, choice, 1)) + 1
      const wanted = { ...makeFlight(random, 99) }
      const made = {
        ...wanted.values,
        ...Object.fromEntries((choice.floors ?? []).map(({ kind, values }) => [kind, values[0]])),
      }
      const withNew = (value: number) => add(choose([...flights, { ...wanted, values: made, value }], choice))
      assert.equal(withNew(needed - 1), add(choose(flights, choice)))
      assert.ok(withNew(needed) > add(choose(flights, choice)), JSON.stringify({ choice, flights, needed }))
      checked++
    }
  })

  test('the best flight goes where a greedy choice would keep it', () => {
    const flight = (id: string, value: number, type: 'Free Flight' | 'FAI Triangle', takeoff: string) =>
      toCandidate(makeRanked(id, 0, { type, takeoff: { id: takeoff, latitude: 47, longitude: 11 } }), value)
    // One of each take-off, and a place for a triangle. The best flight is from the only take-off with triangles.
    const flights = [
      flight('a', 100, 'Free Flight', 'x'),
      flight('b', 95, 'FAI Triangle', 'x'),
      flight('c', 50, 'Free Flight', 'y'),
    ]
    const choice: RankingChoice = {
      best: 2,
      caps: [{ kind: 'takeoff', most: 1 }],
      floors: [{ kind: 'type', values: ['FAI Triangle'], least: 1 }],
    }
    assert.deepEqual(
      choose(flights, choice).map(({ id }) => id),
      ['b', 'c'],
    )
  })

  test('300 flights under a table near the limit take less than a second of CPU', () => {
    const random = createRandom(3)
    const flights = Array.from({ length: 300 }, (_, index) => makeFlight(random, index))
    const choice: RankingChoice = {
      best: 49,
      caps: [{ kind: 'takeoff', most: 9 }],
      floors: [
        { kind: 'type', values: ['FAI Triangle'], least: 4 },
        { kind: 'country', values: ['DE'], least: 3 },
      ],
    }
    const before = process.cpuUsage()
    assert.equal(choose(flights, choice).length, 36)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${user} µs`)
  })
})
