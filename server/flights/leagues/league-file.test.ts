import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { chooseRules } from '#scoring/leagues/league.ts'
import { seedRandom } from '#test/support/scoring/track-shapes.ts'
import { readSeed } from '#test/support/seed.ts'
import { readLeague } from './league-file.ts'

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
    const league = readLeague(`\uFEFF${JSON.stringify(club)}`)
    assert.equal(league.name, 'Club cup')
    const rules = chooseRules(league, { date: '2026-05-17', country: 'AT' })!
    assert.deepEqual([rules.name, rules.version, rules.basis], ['Club cup', '2026', 'operator'])
    assert.deepEqual(
      rules.categories.map(({ type }) => type),
      ['Free Flight', 'Straight Distance', 'FAI Triangle', 'Out and Return'],
    )
    assert.deepEqual(rules.categories[2]!.closing, { share: 0.1, fixedKm: 0, freeKm: 0 })
    assert.deepEqual(rules.refuses, ['unrecorded'])
  })

  test('is told its mistake, in a sentence that says where it is', () => {
    const [row] = club.rules
    const withRow = (change: object) => ({ ...club, rules: [{ ...row, ...change }] })
    const withCategory = (category: object) => withRow({ categories: [{ multiplier: 1, ...category }] })
    const triangle = { shape: 'triangle', type: 'FAI Triangle', closing: { share: 0.1 } }
    const cases: [object, string | RegExp][] = [
      [{ ...club, id: 'Club Cup' }, 'id must be 1 to 40 lowercase letters, digits and hyphens.'],
      [
        { ...club, season: '03-01' },
        /^season is not known here\. Only id, name, seasonStart and rules are\./,
      ],
      [{ ...club, rules: [5] }, 'Each of rules must be a JSON object.'],
      [withRow({ exceptCountries: ['CH'] }), 'Give countries or exceptCountries, not both.'],
      [withRow({ distanceDecimals: 2.5 }), 'rules.0.distanceDecimals must be a whole number from 0 to 6.'],
      [withRow({ validFrom: '2026-03-01', validTo: '2026-02-01' }), 'validTo must not be before validFrom.'],
      [withRow({ countries: ['Austria'] }), 'Each of rules.0.countries must be a country code such as AT.'],
      [withRow({ wingFactors: { A: 0 } }), 'rules.0.wingFactors.A must be a number from 0.01 to 100.'],
      [
        withRow({ refuses: ['spike'] }),
        'Each of rules.0.refuses must be one of: implausible-speed, unrecorded, repeated-track, no-altitude.',
      ],
      [
        withCategory({ shape: 'square' }),
        'rules.0.categories.0.shape must be one of: open, straight, triangle, out-and-return, start-and-return.',
      ],
      [
        withCategory({ shape: 'open', multiplier: -1 }),
        'rules.0.categories.0.multiplier must be a number from 0.01 to 100.',
      ],
      [
        withCategory({ ...triangle, type: 'Out and Return' }),
        /type must be one of: Free Triangle, FAI Triangle/,
      ],
      [withCategory({ ...triangle, type: undefined }), 'type is missing for the shape triangle.'],
      [withCategory({ ...triangle, closing: undefined }), 'closing is missing for the shape triangle.'],
      [
        withCategory({ ...triangle, minimumSideShare: 0.5 }),
        /minimumSideShare must be a number from 0 to 0\.33/,
      ],
      [withCategory({ shape: 'open', closing: {} }), 'closing means nothing for the shape open.'],
      [
        withCategory({ shape: 'start-and-return', closing: { share: 0.1, fixedKm: 1 } }),
        'fixedKm must be the only limit of a start-and-return, with freeKm the same.',
      ],
      [
        withRow({ categories: [1, 2].map((multiplier) => ({ shape: 'open', multiplier })) }),
        'categories must have at most one of the shape open.',
      ],
    ]
    for (const [given, message] of cases) assert.throws(() => readLeague(JSON.stringify(given)), { message })
    for (const text of ['', '[]', '{}', 'null', '{"rules":{}}']) assert.throws(() => readLeague(text))
  })

  test('is read or refused, whatever the file says', () => {
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
      try {
        assert.ok(readLeague(text).rules.length > 0, `LEAGUE_SEED=${seed}: ${text}`)
      } catch (error) {
        assert.ok(!(error instanceof TypeError), `LEAGUE_SEED=${seed}: ${text}: ${(error as Error).stack}`)
      }
    }
  })
})
