import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingChoice } from '#contract/clubs/rule.ts'
import { add, findBestSum, isAllowed, makeChoice, makeFacts } from '#test/support/rankings/brute-force.ts'
import { createRandom, makeRanked, type Random, simple } from '#test/support/rankings/entries.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { choose } from './choose.ts'
import { findRuleMistakes } from './rule.ts'

/** Random cases: with `--sweeps` ten times as many. */
const CASES = process.env.SWEEPS ? 10_000 : 1_000

const makeFlight = (random: Random, index: number): Candidate =>
  // Small numbers: ties are frequent.
  toCandidate(makeRanked(`f${index}`, 0, makeFacts(random)), 1 + random.below(12))

suite('the choice of flights', () => {
  test(`is the best of all sets in ${CASES} random cases`, () => {
    const random = createRandom(46)
    let checked = 0
    let withQuota = 0
    while (checked < CASES) {
      const choice = makeChoice(random)
      if (findRuleMistakes({ ...simple, choice }).length > 0) continue
      const flights = Array.from({ length: random.below(8) }, (_, index) => makeFlight(random, index))
      const chosen = choose(flights, choice)
      const said = () => JSON.stringify({ choice, flights, chosen })
      assert.ok(isAllowed(chosen, choice), said())
      assert.equal(add(chosen), findBestSum(flights, choice), said())
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
      // With two floors of a kind one flight meets one of them only, so each is tried.
      if (findRuleMistakes({ ...simple, choice }).length > 0 || new Set(kinds).size < kinds.length) continue
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
