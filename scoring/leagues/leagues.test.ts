import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { seedRandom } from '#test/support/scoring/track-shapes.ts'
import { readLeague } from './league-file.ts'
import { chooseRules } from './league.ts'
import { builtInLeagues } from './leagues.ts'
import { readSeed } from '#test/support/seed.ts'

const leagueOf = (id: string) => builtInLeagues.find((league) => league.id === id)!
const versionOn = (id: string, date: string, country: string | null = 'CH') =>
  chooseRules(leagueOf(id), { date, country })?.version

suite('the leagues', () => {
  test('each have rules with a source, and at most one rule set for a day and a country', () => {
    assert.equal(new Set(builtInLeagues.map(({ id }) => id)).size, builtInLeagues.length)
    for (const { id, rules } of builtInLeagues) {
      for (const [index, { sources, categories, validFrom, validTo, region }] of rules.entries()) {
        assert.ok(sources.length > 0 && categories.length > 0, id)
        assert.ok(validFrom === null || validTo === null || validFrom < validTo, id)
        const before = rules[index - 1]
        if (before && region === null) assert.ok(before.validTo! < validFrom!, id)
      }
    }
  })

  test('score a flight by the season of its date', () => {
    assert.equal(versionOn('xcontest', '2018-09-30'), '2007')
    assert.equal(versionOn('xcontest', '2018-10-01'), '2019')
    assert.equal(versionOn('norway', '2025-09-30'), '2022')
    assert.equal(versionOn('norway', '2025-12-01'), undefined)
    assert.equal(versionOn('norway', '2026-05-01'), '2026')
    assert.equal(versionOn('dhv', '2024-05-01'), undefined)
    assert.equal(versionOn('leonardo', '1999-05-01'), '1')
    assert.equal(versionOn('xccup', '2022-12-31', 'DE'), undefined)
    assert.equal(versionOn('xccup', '2026-05-01', 'DE'), '2023')
  })

  test('score a flight by the country of its take-off', () => {
    assert.equal(versionOn('cpp', '2025-05-01', 'CZ'), '2021 home')
    assert.equal(versionOn('cpp', '2025-05-01', 'AT'), '2024 Europe')
    assert.equal(versionOn('cpp', '2025-05-01', 'BR'), '2024 world')
    assert.equal(versionOn('cpp', '2025-05-01', null), '2024 world')
    assert.equal(versionOn('uk-club', '2025-05-01', 'GB'), '2022')
    assert.equal(versionOn('uk-club', '2025-05-01', 'FR'), undefined)
    assert.equal(versionOn('uk-overseas', '2025-05-01', 'FR'), '2022')
    assert.equal(versionOn('uk-overseas', '2025-05-01', 'GB'), undefined)
  })
})

const club = {
  id: 'club-cup',
  name: 'Club cup',
  seasonStart: '03-01',
  rules: [
    {
      version: '2026',
      validFrom: '2026-03-01',
      countries: ['AT', 'DE'],
      categories: [
        { shape: 'open', multiplier: 1, minimumKm: 10 },
        { shape: 'straight', multiplier: 1.1 },
        {
          shape: 'triangle',
          type: 'FAI Triangle',
          multiplier: 2,
          minimumSideShare: 0.28,
          closing: { share: 0.1 },
        },
        { shape: 'out-and-return', multiplier: 1.5, closing: { fixedKm: 1, freeKm: 1 } },
      ],
      wingFactors: { A: 1.2, 'EN B': 1.1 },
      sources: ['https://example.org/rules'],
      refuses: ['unrecorded'],
    },
  ],
}

suite('a league from a file', () => {
  test('is one like the others', () => {
    const { league, mistakes } = readLeague(`\uFEFF${JSON.stringify(club)}`)
    assert.deepEqual(mistakes, [])
    assert.equal(league!.name, 'Club cup')
    const rules = chooseRules(league!, { date: '2026-05-17', country: 'AT' })!
    assert.deepEqual([rules.name, rules.version, rules.basis], ['Club cup', '2026', 'operator'])
    assert.deepEqual(
      rules.categories.map(({ type }) => type),
      ['Free Flight', 'Straight Distance', 'FAI Triangle', 'Out and Return'],
    )
    assert.deepEqual(rules.categories[2]!.closing, { share: 0.1, fixedKm: 0, freeKm: 0 })
    assert.deepEqual(rules.refuses, ['unrecorded'])
  })

  test('is told every mistake, each in a sentence that says where it is', () => {
    const [row] = club.rules
    const wrong = {
      ...club,
      id: 'Club Cup',
      season: '03-01',
      rules: [
        { ...row, validTo: '2026-02-01', exceptCountries: ['CH'], distanceDecimals: 2.5 },
        {
          ...row,
          countries: ['Austria'],
          wingFactors: { A: 0 },
          refuses: ['spike'],
          categories: [
            { shape: 'square', multiplier: 1 },
            { shape: 'open', multiplier: -1 },
            { shape: 'triangle', type: 'Out and Return', multiplier: 1, minimumSideShare: 0.5, closing: 3 },
            { shape: 'start-and-return', multiplier: 1, closing: { share: 0.1, fixedKm: 1 } },
          ],
        },
        5,
      ],
    }
    assert.deepEqual(readLeague(JSON.stringify(wrong)).mistakes, [
      'id of the league must be 1 to 40 lowercase letters, digits and hyphens.',
      'exceptCountries of rules[0] of the league must be left out where there are countries.',
      'distanceDecimals of rules[0] of the league must be a whole number from 0 to 6.',
      'validTo of rules[0] of the league must not be before validFrom.',
      'countries[0] of rules[1] of the league must be a country code such as AT.',
      'shape of categories[0] of rules[1] of the league must be one of: open, straight, triangle, out-and-return, start-and-return.',
      'multiplier of categories[1] of rules[1] of the league must be a number from 0.01 to 100.',
      'closing of categories[2] of rules[1] of the league must be an object.',
      'type of categories[2] of rules[1] of the league must be one of: Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle.',
      'minimumSideShare of categories[2] of rules[1] of the league must be a number from 0 to 0.3333.',
      'fixedKm of closing of categories[3] of rules[1] of the league must be the only limit of a start-and-return, with freeKm the same.',
      'wingFactors.A of rules[1] of the league must be a number from 0.01 to 100.',
      'refuses[0] of rules[1] of the league must be one of implausible-speed, unrecorded, repeated-track, no-altitude.',
      'categories of rules[1] of the league must have at most one of the shape open.',
      'rules[2] of the league must be an object.',
      '"season" of the league is not known here.',
    ])
    for (const text of ['', '[]', '{}', 'null', '{"rules":{}}'])
      assert.ok(readLeague(text).mistakes.length > 0)
  })

  test('never throws, whatever the file says', () => {
    const seed = readSeed('LEAGUE')
    const random = seedRandom(seed)
    const values: unknown[] = [
      null,
      -1,
      1e308,
      'x',
      '',
      [],
      {},
      [[]],
      true,
      { __proto__: null },
      0.28,
      'open',
    ]
    const spoil = (value: unknown): unknown => {
      if (random() < 0.08) return values[Math.floor(random() * values.length)]
      if (Array.isArray(value)) return value.map(spoil)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]))
    }
    for (let round = 0; round < 2000; round++) {
      const text = JSON.stringify(spoil(club)) ?? 'null'
      const { league, mistakes } = readLeague(text)
      assert.equal(league === null, mistakes.length > 0, `LEAGUE_SEED=${seed}: ${text}`)
    }
  })
})
