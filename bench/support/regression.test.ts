// No flight may score less, or lose its proof, that had both with an earlier solver. Some of the generated flights here, all
// of them with SWEEPS; `npm run bench -- regression` also takes real files and any revision.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedFlights } from '#test/support/scoring/generated-flights.ts'
import { findLosses, leagueIds, readReferences, scoreByAll } from '#test/support/scoring/regression.ts'

const ONE_OF = process.env.SWEEPS ? 1 : 8
const { leagues, flights } = readReferences()

void test('every generated flight has its points of before under every league, proven', () => {
  const chosen = generatedFlights.filter((_, i) => i % ONE_OF === 0)
  assert.ok(chosen.length >= 15)
  for (const { name, lay } of chosen) {
    const byLeague = new Map(leagues.map((league, i) => [league, flights[name]![i]!]))
    const now = scoreByAll(lay())
    const before = leagueIds.map((league, i) => ({
      score: byLeague.get(league) ?? now[i]!.score,
      proven: true,
    }))
    assert.deepEqual(findLosses(name, before, now), [])
  }
})

void test('a lower score and a lost proof are told apart', () => {
  const before = [
    { score: 5, proven: true },
    { score: 7, proven: true },
  ]
  const now = [
    { score: 4.99, proven: true },
    { score: 7, proven: false },
  ]
  assert.deepEqual(findLosses('a flight', before, now), [
    `a flight, ${leagueIds[0]}: 4.99 points, not 5`,
    `a flight, ${leagueIds[1]}: no longer proven`,
  ])
})
