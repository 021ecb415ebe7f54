// The defects that other leagues' programs were found with, and what a rule's parts do.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { RankingReason } from '#contract/clubs/words.ts'
import { makeRanked, season, simple } from '#test/support/rankings/entries.ts'
import { explain, findNeeded } from './explain.ts'
import type { FlightState } from './judge.ts'
import { rank, toResult } from './rank.ts'

function rankAll(
  rule: RankingRule,
  entries: readonly RankingFlight[],
  states: Record<string, FlightState> = {},
  terms: SeasonTerms = season,
) {
  const ranking = rank(rule, terms, entries, new Map(Object.entries(states)))
  const { rows, flights: judged } = toResult(rule, ranking)
  return {
    ranking,
    rows: rows.map(({ key, place, sum }) => [key, place, sum]),
    reasons: Object.fromEntries(judged.map(({ flight, reason }) => [flight, reason])),
  }
}

suite('defects of other leagues’ programs', () => {
  const records: RankingRule = { ...simple, choice: { best: 1 }, group: { by: 'takeoff', flights: 1 } }

  test('the record of a deleted flight goes with it', () => {
    const [first, second] = [makeRanked('a', 90), makeRanked('b', 80, { pilot: 'ben' })]
    assert.deepEqual(rankAll(records, [first, second]).rows, [['home', 1, 9000]])
    assert.deepEqual(rankAll(records, [second]).rows, [['home', 1, 8000]])
  })

  test('a newcomer is one of the season that is ranked, not of another', () => {
    const rule: RankingRule = { ...simple, filter: { newcomers: true } }
    const [then, now] = [
      makeRanked('a', 50, { isNewcomer: true }),
      makeRanked('b', 70, { isNewcomer: false }),
    ]
    assert.deepEqual(rankAll(rule, [then]).rows, [['anna', 1, 5000]])
    assert.deepEqual(rankAll(rule, [now]).reasons, { b: 'no-newcomer' })
  })

  test('the seniors’ bonus is by the band on the day of the flight', () => {
    const rule: RankingRule = { ...simple, factors: [{ bands: ['60-plus'], times: 1.02 }] }
    const before = makeRanked('a', 100, { date: '2026-03-01', band: '26-59' })
    const after = makeRanked('b', 100, { date: '2026-09-01', band: '60-plus' })
    assert.deepEqual(rankAll(rule, [before, after]).rows, [['anna', 1, 10000 + 10200]])
  })

  test('flights before joining a team or a club do not count for it', () => {
    const rule: RankingRule = { ...simple, group: { by: 'team' } }
    const { rows, reasons } = rankAll(rule, [makeRanked('a', 100), makeRanked('b', 60, { team: 'eagles' })])
    assert.deepEqual(rows, [['eagles', 1, 6000]])
    assert.equal(reasons.a, 'no-group')
  })

  test('a mixed rule holds for the members of a team, too', () => {
    const rule: RankingRule = {
      ...simple,
      choice: { best: 3, floors: [{ kind: 'type', values: ['FAI Triangle'], least: 1 }] },
      group: { by: 'team' },
    }
    const open = [1, 2, 3].map((at) => makeRanked(`o${at}`, 100 + at, { team: 'eagles' }))
    assert.deepEqual(rankAll(rule, open).rows, [['eagles', 1, 10300 + 10200]])
  })
})

suite('places', () => {
  const entries = [
    makeRanked('a1', 60, { pilot: 'anna', date: '2026-06-01' }),
    makeRanked('b1', 40, { pilot: 'ben', date: '2026-07-01' }),
    makeRanked('b2', 20, { pilot: 'ben', date: '2026-04-01' }),
    makeRanked('c1', 50, { pilot: 'cleo' }),
    makeRanked('d1', 60, { pilot: 'dora', date: '2026-05-01' }),
  ]

  test('equal sums share a place, and the next is skipped', () => {
    assert.deepEqual(
      rankAll(simple, entries).rows.map(([key, place]) => [key, place]),
      [
        ['anna', 1],
        ['ben', 1],
        ['dora', 1],
        ['cleo', 4],
      ],
    )
  })

  test('a rule may name what decides between equal sums', () => {
    const order = (ties: NonNullable<RankingRule['ties']>) =>
      rankAll({ ...simple, ties }, entries)
        .rows.map(([key, place]) => `${place} ${key}`)
        .slice(0, 3)
    assert.deepEqual(order(['best-flight']), ['1 anna', '1 dora', '3 ben'])
    assert.deepEqual(order(['best-flight', 'earlier-date']), ['1 dora', '2 anna', '3 ben'])
    assert.deepEqual(order(['fewer-flights']), ['1 anna', '1 dora', '3 ben'])
  })

  test('too few rows have no places', () => {
    assert.deepEqual(rankAll({ ...simple, leastRows: 4 }, entries).rows[0], ['anna', 1, 6000])
    assert.deepEqual(rankAll({ ...simple, leastRows: 5 }, entries).rows[0], ['anna', null, 6000])
  })

  test('a factor is exact and rounded once, halves up', () => {
    // 33.35 x 1.05 = 35.0175 -> 35.02; 0.15 x 1.1 x 1.1 = 0.1815, not 0.17 x 1.1 -> 0.18.
    const rule: RankingRule = { ...simple, factors: [{ classes: ['B'], times: 1.05 }] }
    assert.deepEqual(rankAll(rule, [makeRanked('a', 33.35)]).rows, [['anna', 1, 3502]])
    // 2.675 in binary is below the half: as text it is not.
    const whole: RankingRule = {
      ...simple,
      factors: [{ classes: ['B'], times: 2.675 }],
    }
    assert.deepEqual(rankAll(whole, [makeRanked('a', 1)]).rows, [['anna', 1, 268]])
    const twice: RankingRule = {
      ...simple,
      factors: [
        { classes: ['B'], times: 1.1 },
        { types: ['Free Flight'], times: 1.1 },
      ],
    }
    assert.deepEqual(rankAll(twice, [makeRanked('a', 0.15)]).rows, [['anna', 1, 18]])
  })
})

suite('reasons', () => {
  const rule: RankingRule = {
    ...simple,
    minimum: 20,
    choice: { best: 1 },
    filter: { classes: ['B'], weekdays: [7] },
  }
  const terms: SeasonTerms = { ...season, uploadDays: 14, closing: '2026-11-15' }

  test('each flight has the first that holds', () => {
    const { reasons } = rankAll(
      rule,
      [
        makeRanked('best', 90),
        makeRanked('second', 80),
        makeRanked('earlier', 99, { date: '2025-12-31' }),
        makeRanked('rejected', 99),
        makeRanked('review', 99),
        makeRanked('accepted', 30, { pilot: 'ben' }),
        makeRanked('late', 99, { uploadedAt: '2026-05-31T22:00:00.000Z' }),
        makeRanked('closed', 99, { date: '2026-11-08', uploadedAt: '2026-11-15T23:00:00.000Z' }),
        makeRanked('unscored', 99, { measured: null }),
        makeRanked('waiting', 99, { measured: null, isUnscored: true }),
        makeRanked('glider', 99, { class: null }),
        makeRanked('class', 99, { class: 'C' }),
        makeRanked('monday', 99, { date: '2026-05-18' }),
        makeRanked('small', 19.99),
      ],
      { rejected: 'rejected', review: 'review', accepted: 'accepted' },
      terms,
    )
    assert.deepEqual(reasons, {
      best: 'counts',
      second: 'surpassed',
      earlier: 'outside-season',
      rejected: 'rejected',
      review: 'in-review',
      accepted: 'counts',
      late: 'too-late',
      closed: 'too-late',
      unscored: 'no-value',
      waiting: 'not-scored',
      glider: 'no-glider',
      class: 'another-class',
      monday: 'another-weekday',
      small: 'below-minimum',
    })
  })

  test('the days to upload end at midnight of the season’s time zone', () => {
    const at = (uploadedAt: string) =>
      rankAll(rule, [makeRanked('a', 50, { uploadedAt })], {}, terms).reasons.a
    assert.equal(at('2026-05-31T21:59:59.999Z'), 'counts')
    assert.equal(at('2026-05-31T22:00:00.000Z'), 'too-late')
  })

  test('a quota that keeps a better flight out is named', () => {
    const mixed: RankingRule = {
      ...simple,
      choice: { best: 3, floors: [{ kind: 'country', values: ['AT'], least: 1 }] },
    }
    const { rows, reasons } = rankAll(mixed, [makeRanked('a', 90), makeRanked('b', 80), makeRanked('c', 70)])
    assert.deepEqual(rows, [['anna', 1, 17000]])
    assert.equal(reasons.c, 'quota')
  })

  test('the next flight, and what a better one would have to bring', () => {
    const entries = [60, 50, 40, 30].map((points, at) => makeRanked(`f${at}`, points))
    const { ranking } = rankAll(simple, entries)
    const { next, ...needed } = explain(simple, 'anna', ranking.judgements, 16000)
    assert.deepEqual([...next], ['f3'])
    // 40 leaves, so 40.01 counts; 60 + 50 stay, so 50.01 pass 160.
    assert.deepEqual(needed, { neededToCount: 4001, neededToPass: 5001 })
  })

  test('a pilot with flights for several rows is told the next of each', () => {
    const byDay: RankingRule = { ...simple, choice: { best: 1 }, group: { by: 'day', flights: 1 } }
    const fly = (day: number, points: number, facts = {}) =>
      makeRanked(`${day} ${points}`, points, { date: `2026-05-0${day}`, ...facts })
    const own = [fly(1, 50), fly(2, 40), fly(2, 30), fly(3, 20)]
    const { ranking, reasons } = rankAll(byDay, [...own, fly(3, 90, { pilot: 'ben' })])
    const judgements = ranking.judgements.filter(({ flight }) => flight.pilot === 'anna')
    assert.deepEqual([...explain(byDay, '2026-05-01', judgements, null).next], ['2 30'])
    assert.deepEqual(reasons, {
      '1 50': 'counts',
      '2 40': 'counts',
      '2 30': 'surpassed',
      '3 20': 'surpassed-in-group',
      '3 90': 'counts',
    })
  })

  test('tell what would have to change', () => {
    const needed = (reason: RankingReason, date = '2026-05-17') => findNeeded(rule, terms, { reason, date })
    assert.deepEqual(needed('no-glider'), { allowed: ['B'] })
    assert.deepEqual(needed('another-weekday'), { allowed: ['7'] })
    assert.deepEqual(needed('outside-season'), { from: terms.from, to: terms.to })
    assert.deepEqual(needed('too-late'), { uploadedBy: '2026-05-31' })
    assert.deepEqual(needed('too-late', '2026-11-10'), { uploadedBy: '2026-11-15' })
    assert.deepEqual(needed('below-minimum'), { minimum: 20 })
    assert.equal(needed('surpassed'), null)
  })
})
