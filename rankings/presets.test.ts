// Each preset with an example computed by hand.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingFlight } from '#contract/clubs/proof.ts'
import { builtInLeagues } from '#scoring/leagues/leagues.ts'
import { makeRanked } from '#test/support/rankings/entries.ts'
import { type Preset, presets } from './presets.ts'
import { rank } from './rank.ts'
import { findRuleMistakes } from './rule.ts'

const find = (id: string): Preset => presets.find((preset) => preset.id === id)!

function rankBy(id: string, name: string, entries: RankingFlight[]) {
  const preset = find(id)
  const { rule } = preset.rankings.find((ranking) => ranking.name === name)!
  const terms = { from: '2025-10-01', to: '2026-12-31', timeZone: 'Europe/Berlin', uploadDays: 14 }
  return rank(rule, terms, entries, new Map()).rows.map(({ key, place, sum }) => [key, place, sum])
}

const km = (id: string, kilometres: number, facts: Partial<RankingFlight>) =>
  makeRanked(id, kilometres, facts, 3)

suite('presets', () => {
  test('every one is a rule without mistakes, of a league that there is', () => {
    for (const preset of presets) {
      for (const { name, rule } of preset.rankings) {
        assert.deepEqual(findRuleMistakes(rule), [], `${preset.id} ${name}`)
        const { league } = rule.measure
        assert.ok(league === undefined || builtInLeagues.some((known) => known.id === league), preset.id)
      }
    }
  })

  test('XCCup: three of which one open and one triangle, 80 points at least', () => {
    const rows = rankBy('xccup', 'Overall', [
      km('open', 100.001, { class: 'B' }), // 100.001 x 3.08 = 308.003 -> 308
      km('open2', 90, { class: 'B' }), // 277.2 -> 277
      km('open3', 89, { class: 'B' }), // 274.12 -> 274: the triangle leaves it no place
      km('flat', 20.5, { class: 'B', type: 'Free Triangle' }), // 126.28 -> 126
      km('short', 25.9, { class: 'B' }), // 79.772 -> 80, not below the minimum, and weaker
      km('solo', 50, { pilot: 'ben', class: 'C', type: 'FAI Triangle' }), // 299
      km('hang', 200, { pilot: 'carl', class: 'hang glider' }),
    ])
    assert.deepEqual(rows, [
      ['anna', 1, 308 + 277 + 126],
      ['ben', 2, 299],
    ])
  })

  test('XCCup: at most five of a pilot count for the club, and twelve of fifteen for the team', () => {
    const flights = Array.from({ length: 6 }, (_, at) =>
      km(`a${at}`, 100, { club: 'c', team: 't', class: 'B' }),
    )
    const others = ['ben', 'cleo', 'dora', 'emil'].flatMap((pilot, index) =>
      [0, 1, 2].map((at) => km(`${pilot}${at}`, 50 + index, { pilot, club: 'c', team: 't', class: 'B' })),
    )
    // 100 km: 308; 50: 154; 51: 157.08 -> 157; 52: 160.16 -> 160; 53: 163.24 -> 163.
    assert.deepEqual(rankBy('xccup', 'Clubs', [...flights, ...others]), [
      ['c', 1, 5 * 308 + 3 * (154 + 157 + 160 + 163)],
    ])
    assert.deepEqual(rankBy('xccup', 'Teams', [...flights, ...others]), [
      ['t', 1, 3 * (308 + 157 + 160 + 163)],
    ])
  })

  test('DHV: without a flight in Germany the third place stays empty', () => {
    const abroad = [100, 90, 80].map((points, at) =>
      makeRanked(`f${at}`, points, { country: 'IT', class: 'A' }),
    )
    assert.deepEqual(rankBy('dhv', 'Overall', abroad), [['anna', 1, 11000 + 9900]])
    const home = makeRanked('home', 23.8, { country: 'DE', class: 'B' }) // 24.99: below 25
    assert.deepEqual(rankBy('dhv', 'Overall', [...abroad, home]), [['anna', 1, 20900]])
    const better = makeRanked('home', 23.81, { country: 'DE', class: 'B' }) // 25.0005 -> 25.00
    assert.deepEqual(rankBy('dhv', 'Overall', [...abroad, better]), [['anna', 1, 23400]])
    assert.deepEqual(rankBy('dhv', 'Overall', [makeRanked('x', 300, { country: 'BR' })]), [])
  })

  test('XContest: six, uploaded within fourteen days', () => {
    const flights = [10, 20, 30, 40, 50, 60, 70].map((points, at) => makeRanked(`f${at}`, points))
    const late = makeRanked('late', 500, { uploadedAt: '2026-06-01T12:00:00.000Z' })
    assert.deepEqual(rankBy('xcontest', 'Overall', [...flights, late]), [['anna', 1, 27000]])
    const last = makeRanked('last', 5, { date: '2025-10-01', uploadedAt: '2025-10-15T12:00:00.000Z' })
    assert.deepEqual(rankBy('xcontest', 'Overall', [last]), [['anna', 1, 500]])
  })

  test('Norway: five, and wings of A to C in Sport', () => {
    const flights = [1, 2, 3, 4, 5, 6].map((at) =>
      makeRanked(`f${at}`, 10 * at, { class: at === 6 ? 'D' : 'C' }),
    )
    assert.deepEqual(rankBy('norway', 'Overall', flights), [['anna', 1, 20000]])
    assert.deepEqual(rankBy('norway', 'Sport', flights), [['anna', 1, 15000]])
  })

  test('Israel: ten with wing factors, five of five in a team', () => {
    const flights = Array.from({ length: 11 }, (_, at) =>
      makeRanked(`f${at}`, 10.01, { team: 't', class: 'B' }),
    )
    // 10.01 x 1.25 = 12.5125 -> 12.51
    assert.deepEqual(rankBy('israel', 'Overall', flights), [['anna', 1, 12510]])
    const sixth = ['b', 'c', 'd', 'e', 'f'].map((pilot) =>
      makeRanked(pilot, 2, { pilot, team: 't', class: 'A' }),
    )
    assert.deepEqual(rankBy('israel', 'Teams', [...flights, ...sixth]), [['t', 1, 5 * 1251 + 4 * 280]])
  })

  test('UK: six a pilot, four pilots a club', () => {
    const flights = ['a', 'b', 'c', 'd', 'e'].flatMap((pilot, index) =>
      Array.from({ length: 7 }, (_, at) => makeRanked(`${pilot}${at}`, index + 1, { pilot, club: 'avon' })),
    )
    assert.deepEqual(rankBy('uk', 'National', flights)[0], ['e', 1, 3000])
    assert.deepEqual(rankBy('uk', 'Clubs', flights), [['avon', 1, 6 * (500 + 400 + 300 + 200)]])
  })

  test('CFD: two take-offs 2 km apart, else two flights', () => {
    const from = (latitude: number) => ({
      takeoff: { id: `t${String(latitude).replace('.', '-')}`, latitude, longitude: 6 },
    })
    // 0.017 degrees are 1.890 km, 0.018 are 2.002 km.
    const near = [
      makeRanked('a', 100, from(45)),
      makeRanked('b', 90, from(45)),
      makeRanked('c', 80, from(45.017)),
    ]
    assert.deepEqual(rankBy('cfd', 'Pilots', near), [['anna', 1, 19000]])
    assert.deepEqual(rankBy('cfd', 'Pilots', [...near, makeRanked('d', 15, from(45.018))]), [
      ['anna', 1, 20500],
    ])
    assert.deepEqual(rankBy('cfd', 'Pilots', [...near, makeRanked('d', 14.99, from(45.018))]), [
      ['anna', 1, 19000],
    ])
  })

  test('a club’s evening: Wednesdays, one flight each', () => {
    const wednesday = { date: '2026-05-20', uploadedAt: '2026-05-20T20:00:00.000Z' }
    const rows = rankBy('club-evening', 'Wednesdays', [
      makeRanked('a', 12, wednesday),
      makeRanked('b', 10, wednesday),
      makeRanked('c', 5, { ...wednesday, date: '2026-05-27' }),
      makeRanked('d', 100, { date: '2026-05-21' }),
    ])
    assert.deepEqual(rows, [['anna', 1, 1700]])
    const hours = [5400, 1980].map((seconds, at) =>
      makeRanked(`h${at}`, 0, { measured: { units: seconds, decimals: 0, rules: null } }),
    )
    assert.deepEqual(rankBy('club-evening', 'Airtime', hours), [['anna', 1, 15 + 6]])
  })

  test('records by site: the longest of each kind, the earlier of equal ones', () => {
    const rows = rankBy('site-records', 'FAI triangles', [
      makeRanked('a', 80, { type: 'FAI Triangle' }),
      makeRanked('b', 90, { type: 'Closed FAI Triangle', pilot: 'ben' }),
      makeRanked('c', 200, { type: 'Free Flight' }),
    ])
    assert.deepEqual(rows, [['home', 1, 9000]])
  })
})
