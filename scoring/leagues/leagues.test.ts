import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { chooseRules } from './league.ts'
import { builtInLeagues } from './leagues.ts'

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
