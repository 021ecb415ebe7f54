// Whole leagues at random: rules with all their parts, whose places are computed a second time, from their definition.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingFilter, RankingRule } from '#contract/clubs/rule.ts'
import { groupKinds } from '#contract/clubs/words.ts'
import {
  add,
  isAllowed,
  makeApart,
  makeChoice,
  makeFacts,
  makeQuotas,
  subsets,
  values,
} from '#test/support/rankings/brute-force.ts'
import { createRandom, makeRanked, type Random, season, simple } from '#test/support/rankings/entries.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { isWithin } from './places.ts'
import { rank, toResult } from './rank.ts'
import { findRuleMistakes } from './rule.ts'

/** With `--sweeps` a hundred times as many. */
const LEAGUES = process.env.SWEEPS ? 3_000 : 30

const measures: RankingRule['measure'][] = [
  { kind: 'points', league: 'xcontest', decimals: 2 },
  { kind: 'km', league: 'xcontest', decimals: 3 },
  { kind: 'hours', decimals: 4 },
  { kind: 'flights', decimals: 0 },
]
const filters: RankingFilter[] = [
  { classes: ['B'] },
  { types: ['Free Flight', 'FAI Triangle'] },
  { countries: ['AT'] },
  { takeoffs: ['north', 'south'] },
  { circles: [{ latitude: 47.02, longitude: 11, radiusKm: 1.2 }] },
  { weekdays: [6] },
  { launchTypes: ['Self'], signatures: ['valid'] },
  { sex: 'female' },
  { bands: ['26-59', '60-plus'] },
  { newcomers: true },
]
const factors: NonNullable<RankingRule['factors']> = [
  { classes: ['B'], times: 1.05 },
  { types: ['Free Triangle'], times: 1.75 },
  { bands: ['60-plus'], classes: ['A'], times: 0.9375 },
]

function makeLeague(random: Random): RankingRule {
  const { below, pick } = random
  const measure = pick(measures)
  const isCounted = measure.kind === 'flights'
  const size = pick([{}, {}, { members: 1 + below(3) }, { flights: 1 + below(6) }])
  return {
    audience: 'public',
    measure,
    choice: below(8) === 0 ? {} : makeChoice(random),
    group: { by: pick(groupKinds), ...size },
    ...(below(2) === 0 && { filter: { ...pick(filters), ...pick(filters) } }),
    ...(below(2) === 0 && !isCounted && { factors: factors.filter(() => below(2) === 0) }),
    ...(below(3) === 0 && { minimum: isCounted ? 1 : 20 }),
    ...(below(4) === 0 && { leastRows: 2 + below(3) }),
    // Where all flights are worth the same, days say nothing: several sets are the best.
    ...(below(2) === 0 && { ties: isCounted ? ['fewer-flights'] : ['best-flight', 'earlier-date'] }),
  }
}

/** Values are far from each other: one set alone is the best. */
function makeSeason(random: Random, { measure }: RankingRule): RankingFlight[] {
  const { below, pick } = random
  const pilots = ['anna', 'ben', 'cleo', 'dora'].map((pilot) => ({
    pilot,
    band: pick(['16-25', '26-59', '60-plus', null] as const),
    sex: pick(['female', 'male', null] as const),
    isNewcomer: below(2) === 0,
  }))
  return Array.from({ length: 24 }, (_, index) => {
    const measured = {
      points: { units: below(10_000_000), decimals: 4, rules: 'x' },
      km: { units: below(100_000_000), decimals: 5, rules: 'x' },
      hours: { units: below(1_000_000), decimals: 0, rules: null },
      flights: { units: 1, decimals: 0, rules: null },
    }[measure.kind]
    return makeRanked(`f${String(index).padStart(2, '0')}`, 0, {
      ...makeFacts(random),
      ...pick(pilots),
      measured: below(10) === 0 ? null : measured,
      class: pick([...values.class, null]),
      launchType: pick(['Self', 'Towed'] as const),
      signature: pick(['valid', 'unsigned'] as const),
      club: pick(['thermik', 'aufwind', null]),
      team: pick(['eagles', 'larks', null]),
    })
  })
}

/** In whole units, halves up: factors have four decimals. */
function valueOf({ measure, factors: all = [] }: RankingRule, flight: RankingFlight): number | null {
  if (!flight.measured) return null
  const applied = all.filter(
    ({ classes, bands, types }) =>
      (!classes || classes.includes(flight.class!)) &&
      (!bands || bands.includes(flight.band!)) &&
      (!types || types.includes(flight.type)),
  )
  const above = applied.reduce((product, { times }) => product * BigInt(times * 10_000), 1n)
  const below = applied.reduce((product) => product * 10_000n, measure.kind === 'hours' ? 3_600n : 1n)
  const units = BigInt(flight.measured.units) * above * 10n ** BigInt(measure.decimals)
  const whole = below * 10n ** BigInt(flight.measured.decimals)
  return Number((units * 2n + whole) / (whole * 2n))
}

function isRanked(rule: RankingRule, flight: RankingFlight, value: number | null): value is number {
  const { filter = {}, minimum = 0, measure } = rule
  const lists = [
    [filter.types, flight.type],
    [filter.classes, flight.class],
    [filter.bands, flight.band],
    [filter.countries, flight.country],
    [filter.takeoffs, flight.takeoff?.id],
    [filter.launchTypes, flight.launchType],
    [filter.signatures, flight.signature],
    [filter.weekdays, new Date(flight.date).getUTCDay() || 7],
    [filter.sex && [filter.sex], flight.sex],
    [filter.newcomers && [true], flight.isNewcomer],
  ] as const
  if (!value || value < minimum * 10 ** measure.decimals) return false
  if (lists.some(([list, own]) => list && !(list as readonly unknown[]).includes(own))) return false
  const { takeoff } = flight
  return !filter.circles || filter.circles.some((one) => takeoff && isWithin(takeoff, one, one.radiusKm))
}

const keyOf = ({ group: { by } }: RankingRule, flight: RankingFlight) =>
  ({
    pilot: flight.pilot,
    club: flight.club,
    team: flight.team,
    takeoff: flight.takeoff?.id ?? null,
    day: flight.date,
  })[by]

const best = <Item>(items: readonly Item[], measure: (item: Item) => number) =>
  items.reduce((found, item) => (measure(item) > measure(found) ? item : found))

function rankByDefinition(rule: RankingRule, flights: readonly RankingFlight[]) {
  const { group, choice, ties = [], leastRows = 0 } = rule
  const ranked = flights.flatMap((flight) => {
    const value = valueOf(rule, flight)
    const key = keyOf(rule, flight)
    return isRanked(rule, flight, value) && key !== null ? [{ key, flight, value }] : []
  })
  const rows = [...Map.groupBy(ranked, ({ key }) => key)].map(([key, own]) => {
    const members = [...Map.groupBy(own, ({ flight }) => flight.pilot).values()].map((ofPilot) => {
      const candidates = ofPilot.map(({ flight, value }) => toCandidate(flight, value))
      const allowed = subsets(candidates).filter((set) => isAllowed(set, choice))
      return best(allowed, add)
    })
    const counted = subsets(members).filter(({ length }) => length <= (group.members ?? Infinity))
    const all = best(
      counted.map((some) => some.flat()),
      add,
    )
    const kept = all.toSorted((a, b) => b.value - a.value).slice(0, group.flights)
    return { key, sum: add(kept), flights: kept }
  })
  const order = { 'best-flight': bestFlight, 'fewer-flights': fewerFlights, 'earlier-date': earlierDate }
  const figures = (row: (typeof rows)[number]) => [row.sum, ...ties.map((tie) => order[tie](row.flights))]
  const beats = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((figure, index) => figure !== b[index])
    return at !== -1 && a[at]! > b[at]!
  }
  return rows.map((row) => {
    const better = rows.filter((other) => beats(figures(other), figures(row)))
    return { ...row, place: rows.length < leastRows ? null : better.length + 1 }
  })
}

const bestFlight = (flights: readonly Candidate[]) => Math.max(0, ...flights.map(({ value }) => value))
const fewerFlights = ({ length }: readonly Candidate[]) => -length
const earlierDate = (flights: readonly Candidate[]) =>
  -Math.max(0, ...flights.map(({ date }) => Date.parse(date)))

suite('leagues at random', () => {
  test(`${LEAGUES} of them rank as their definition says`, () => {
    const random = createRandom(55)
    const seen = new Set<string>()
    for (let leagues = 0; leagues < LEAGUES;) {
      const rule = makeLeague(random)
      if (findRuleMistakes(rule).length > 0) continue
      const flights = makeSeason(random, rule)
      const { rows, flights: judged } = toResult(rule, rank(rule, season, flights, new Map()))
      const expected = rankByDefinition(rule, flights)
      const byKey = (list: readonly { key: string; place: number | null; sum: number }[]) =>
        list.map(({ key, place, sum }) => `${key} ${place} ${sum}`).sort()
      const said = JSON.stringify(rule)
      assert.deepEqual(byKey(rows), byKey(expected), said)
      const sums = rows.map(({ sum }) => sum)
      assert.deepEqual(
        sums,
        sums.toSorted((a, b) => b - a),
        'the best first',
      )
      if (rule.measure.kind !== 'flights') {
        const counting = judged.filter(({ reason }) => reason === 'counts').map(({ flight }) => flight)
        assert.deepEqual(
          counting.sort(),
          expected.flatMap((row) => row.flights.map(({ id }) => id)).sort(),
          said,
        )
      }
      const { choice, group, measure } = rule
      for (const part of [group.by, measure.kind, ...Object.keys({ ...rule, ...choice, ...group })])
        seen.add(part)
      leagues++
    }
    const parts = ['caps', 'floors', 'apart', 'members', 'flights', 'factors', 'filter', 'ties', 'leastRows']
    const all = [...parts, ...groupKinds, ...measures.map(({ kind }) => kind)]
    assert.deepEqual(
      all.filter((part) => !seen.has(part)),
      [],
      'every part of a rule is tried',
    )
  })

  test('apart with caps or floors is refused with a sentence, whatever they are', () => {
    const random = createRandom(56)
    let refused = 0
    while (refused < 100) {
      const quotas = makeQuotas(random)
      const mistakes = findRuleMistakes({ ...simple, choice: { best: 3, ...makeApart(random), ...quotas } })
      const isCombined = quotas.caps !== undefined || quotas.floors !== undefined
      const sentence = 'apart of the choice cannot be combined with caps or floors.'
      assert.equal(mistakes.includes(sentence), isCombined, JSON.stringify(quotas))
      if (!isCombined) assert.deepEqual(mistakes, [])
      refused += Number(isCombined)
    }
  })
})
