// The defects that other leagues' programs were found with, and what a rule's parts do.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { makeEntry, season, simple } from '#test/support/rankings/entries.ts'
import { explain } from './explain.ts'
import type { EntryState } from './judge.ts'
import { rank, toResult } from './rank.ts'

function rankAll(
  rule: RankingRule,
  entries: readonly RankingEntry[],
  states: Record<string, EntryState> = {},
  terms: SeasonTerms = season,
) {
  const ranking = rank(rule, terms, entries, new Map(Object.entries(states)))
  const { rows, entries: judged } = toResult(rule, ranking)
  return {
    ranking,
    rows: rows.map(({ key, place, sum }) => [key, place, sum]),
    reasons: Object.fromEntries(judged.map(({ entry, reason }) => [entry, reason])),
  }
}

suite('defects of other leagues’ programs', () => {
  const records: RankingRule = { ...simple, choice: { best: 1 }, group: { by: 'takeoff', flights: 1 } }

  test('the record of a deleted flight goes with it', () => {
    const [first, second] = [makeEntry('a', 90), makeEntry('b', 80, { pilot: 'ben' })]
    assert.deepEqual(rankAll(records, [first, second]).rows, [['home', 1, 9000]])
    assert.deepEqual(rankAll(records, [second]).rows, [['home', 1, 8000]])
  })

  test('a newcomer is one of the season that is ranked, not of another', () => {
    const rule: RankingRule = { ...simple, filter: { newcomers: true } }
    const [then, now] = [makeEntry('a', 50, { isNewcomer: true }), makeEntry('b', 70, { isNewcomer: false })]
    assert.deepEqual(rankAll(rule, [then]).rows, [['anna', 1, 5000]])
    assert.deepEqual(rankAll(rule, [now]).reasons, { b: 'no-newcomer' })
  })

  test('the seniors’ bonus is by the band on the day of the flight', () => {
    const rule: RankingRule = { ...simple, factors: [{ bands: ['60-plus'], times: 1.02 }] }
    const before = makeEntry('a', 100, { date: '2026-03-01', band: '26-59' })
    const after = makeEntry('b', 100, { date: '2026-09-01', band: '60-plus' })
    assert.deepEqual(rankAll(rule, [before, after]).rows, [['anna', 1, 10000 + 10200]])
  })

  test('flights before joining a team or a club do not count for it', () => {
    const rule: RankingRule = { ...simple, group: { by: 'team' } }
    const { rows, reasons } = rankAll(rule, [makeEntry('a', 100), makeEntry('b', 60, { team: 'eagles' })])
    assert.deepEqual(rows, [['eagles', 1, 6000]])
    assert.equal(reasons.a, 'no-group')
  })

  test('no more than N count, of a pilot and of a club', () => {
    const flights = Array.from({ length: 9 }, (_, at) => makeEntry(`f${at}`, 10 + at, { club: 'thermik' }))
    assert.deepEqual(rankAll(simple, flights).rows, [['anna', 1, 1800 + 1700 + 1600]])
    const clubs: RankingRule = { ...simple, group: { by: 'club', flights: 2 } }
    assert.deepEqual(rankAll(clubs, flights).rows, [['thermik', 1, 1800 + 1700]])
    assert.equal(rankAll(clubs, flights).reasons.f6, 'surpassed-in-group')
  })

  test('rows are in the order of their sums, whatever the ids', () => {
    const { rows } = rankAll(simple, [
      makeEntry('a', 10, { pilot: 'aaa' }),
      makeEntry('b', 30, { pilot: 'zzz' }),
      makeEntry('c', 20, { pilot: 'mmm' }),
    ])
    assert.deepEqual(
      rows.map(([key]) => key),
      ['zzz', 'mmm', 'aaa'],
    )
  })

  test('a filter of countries is applied', () => {
    const { rows, reasons } = rankAll({ ...simple, filter: { countries: ['AT'] } }, [
      makeEntry('a', 10, { country: 'DE' }),
      makeEntry('b', 5, { country: 'AT' }),
      makeEntry('c', 7, { country: null }),
    ])
    assert.deepEqual(rows, [['anna', 1, 500]])
    assert.deepEqual([reasons.a, reasons.c], ['another-country', 'another-country'])
  })

  test('a mixed rule holds for the members of a team, too', () => {
    const rule: RankingRule = {
      ...simple,
      choice: { best: 3, floors: [{ kind: 'type', values: ['FAI Triangle'], least: 1 }] },
      group: { by: 'team' },
    }
    const open = [1, 2, 3].map((at) => makeEntry(`o${at}`, 100 + at, { team: 'eagles' }))
    assert.deepEqual(rankAll(rule, open).rows, [['eagles', 1, 10300 + 10200]])
  })
})

suite('places', () => {
  const entries = [
    makeEntry('a1', 60, { pilot: 'anna', date: '2026-06-01' }),
    makeEntry('b1', 40, { pilot: 'ben', date: '2026-07-01' }),
    makeEntry('b2', 20, { pilot: 'ben', date: '2026-04-01' }),
    makeEntry('c1', 50, { pilot: 'cleo' }),
    makeEntry('d1', 60, { pilot: 'dora', date: '2026-05-01' }),
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
    assert.deepEqual(rankAll(rule, [makeEntry('a', 33.35)]).rows, [['anna', 1, 3502]])
    // 2.675 in binary is below the half: as text it is not.
    const whole: RankingRule = {
      ...simple,
      factors: [{ classes: ['B'], times: 2.675 }],
      figure: { ...simple.figure },
    }
    assert.deepEqual(rankAll(whole, [makeEntry('a', 1)]).rows, [['anna', 1, 268]])
    const twice: RankingRule = {
      ...simple,
      factors: [
        { classes: ['B'], times: 1.1 },
        { types: ['Free Flight'], times: 1.1 },
      ],
    }
    assert.deepEqual(rankAll(twice, [makeEntry('a', 0.15)]).rows, [['anna', 1, 18]])
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

  test('each entry has the first that holds', () => {
    const { reasons } = rankAll(
      rule,
      [
        makeEntry('best', 90),
        makeEntry('second', 80),
        makeEntry('none', 95),
        makeEntry('earlier', 99, { date: '2025-12-31' }),
        makeEntry('private', 99, { isPublic: false }),
        makeEntry('rejected', 99),
        makeEntry('review', 99),
        makeEntry('accepted', 30, { pilot: 'ben' }),
        makeEntry('late', 99, { uploadedAt: '2026-05-31T22:00:00.000Z' }),
        makeEntry('closed', 99, { date: '2026-11-08', uploadedAt: '2026-11-15T23:00:00.000Z' }),
        makeEntry('unscored', 99, { figure: null }),
        makeEntry('waiting', 99, { figure: null, isUnscored: true }),
        makeEntry('class', 99, { class: null }),
        makeEntry('monday', 99, { date: '2026-05-18' }),
        makeEntry('small', 19.99),
      ],
      { none: 'not-entered', rejected: 'rejected', review: 'review', accepted: 'accepted' },
      terms,
    )
    assert.deepEqual(reasons, {
      best: 'counts',
      second: 'surpassed',
      none: 'not-entered',
      earlier: 'outside-season',
      private: 'private',
      rejected: 'rejected',
      review: 'in-review',
      accepted: 'counts',
      late: 'too-late',
      closed: 'too-late',
      unscored: 'no-figure',
      waiting: 'not-scored',
      class: 'another-class',
      monday: 'another-weekday',
      small: 'below-minimum',
    })
  })

  test('the days to upload end at midnight of the season’s time zone', () => {
    const at = (uploadedAt: string) =>
      rankAll(rule, [makeEntry('a', 50, { uploadedAt })], {}, terms).reasons.a
    assert.equal(at('2026-05-31T21:59:59.999Z'), 'counts')
    assert.equal(at('2026-05-31T22:00:00.000Z'), 'too-late')
  })

  test('a quota that keeps a better flight out is named', () => {
    const mixed: RankingRule = {
      ...simple,
      choice: { best: 3, floors: [{ kind: 'country', values: ['AT'], least: 1 }] },
    }
    const { rows, reasons } = rankAll(mixed, [makeEntry('a', 90), makeEntry('b', 80), makeEntry('c', 70)])
    assert.deepEqual(rows, [['anna', 1, 17000]])
    assert.equal(reasons.c, 'quota')
  })

  test('the next flight, and what a better one would have to bring', () => {
    const entries = [60, 50, 40, 30].map((points, at) => makeEntry(`f${at}`, points))
    const { ranking } = rankAll(simple, entries)
    const { entries: explained, ...needed } = explain(
      simple,
      'anna',
      ranking.judgements,
      ranking.members,
      16000,
    )
    assert.deepEqual(
      explained.filter(({ isNext }) => isNext).map(({ entry }) => entry),
      ['f3'],
    )
    // 40 leaves, so 40.01 counts; 60 + 50 stay, so 50.01 pass 160.
    assert.deepEqual(needed, { neededToCount: 4001, neededToPass: 5001 })
  })

  test('a pilot with flights for several rows is told what the proof says of each', () => {
    const byDay: RankingRule = { ...simple, choice: { best: 1 }, group: { by: 'day', flights: 1 } }
    const fly = (day: number, points: number, facts = {}) =>
      makeEntry(`${day} ${points}`, points, { date: `2026-05-0${day}`, ...facts })
    const own = [fly(1, 50), fly(2, 40), fly(2, 30), fly(3, 20)]
    const { ranking, reasons } = rankAll(byDay, [...own, fly(3, 90, { pilot: 'ben' })])
    const judgements = ranking.judgements.filter(({ entry }) => entry.pilot === 'anna')
    const { entries } = explain(byDay, '2026-05-01', judgements, ranking.members, null)
    const told = Object.fromEntries(entries.map(({ entry, reason }) => [entry, reason]))
    assert.deepEqual(told, {
      '1 50': 'counts',
      '2 40': 'counts',
      '2 30': 'surpassed',
      '3 20': 'surpassed-in-group',
    })
    assert.deepEqual({ ...reasons, ...told }, reasons)
    assert.deepEqual(
      entries.filter(({ isNext }) => isNext).map(({ entry }) => entry),
      ['2 30'],
    )
  })
})
