// That the hardest tracks are proven in time, by the work it takes: the clock of a busy machine would tell nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { NO_DEADLINE } from './deadline.ts'
import { builtInLeagues, newestRules, XCONTEST } from './leagues/leagues.ts'
import { solve } from './solver.ts'

const FIXES = 65_000
/** Some 0.1 µs each. */
const MOST_LOOKS = 1_000_000

/** Families of triangles take some 2 µs each. */
const cases = [
  { shape: 'circle laps', km: 8, noiseKm: 0, seed: 4, families: 250_000 },
  { shape: 'circle laps', km: 8, noiseKm: 0.005, seed: 4, families: 60_000 },
  { shape: 'circle laps', km: 8, noiseKm: 0.05, seed: 4, families: 50_000 },
  { shape: 'stationary', km: 0, noiseKm: 0.005, seed: 4, families: 5000 },
  { shape: 'stationary', km: 0, noiseKm: 0.05, seed: 4, families: 10_000 },
  { shape: 'scatter', km: 1, noiseKm: 0, seed: 4, families: 5000 },
  { shape: 'scatter', km: 20, noiseKm: 0, seed: 4, families: 5000 },
  { shape: 'drifting laps', km: 5, noiseKm: 0.02, seed: 5, families: 15_000 },
  { shape: 'drifting laps', km: 5, noiseKm: 0.02, seed: 7, families: 150_000 },
  { shape: 'drifting laps', km: 5, noiseKm: 0, seed: 8, families: 10_000 },
]

for (const { shape, km, noiseKm, seed, families } of cases) {
  void test(`${FIXES} fixes are proven with little work: ${shape} of ${km} km, noise of ${noiseKm} km, seed ${seed}`, () => {
    const track = layTrack(shapes[shape]!(FIXES, km, noiseKm, seedRandom(seed)), places.Alps!)
    const { score, upperBound, work } = solve(track, 0, FIXES - 1, XCONTEST, NO_DEADLINE)
    assert.ok(score > 0 && upperBound - score < 0.001, `${score} of at most ${upperBound}`)
    assert.ok(work.families < families, `${work.families} families of triangles`)
    assert.ok(work.fixes < MOST_LOOKS, `${work.fixes} looks at fixes for open flights`)
  })
}

void test('along a ridge no FAI triangle is looked for that is wider than the ridge', () => {
  const rules = newestRules(builtInLeagues.find(({ id }) => id === 'fai-triangle')!)
  const track = layTrack(shapes['ridge laps']!(4000, 40, 0.05, seedRandom(4)), places.Alps!)
  const { score, upperBound, work } = solve(track, 0, 3999, rules, NO_DEADLINE)
  assert.ok(score > 0 && upperBound - score < 0.001, `${score} of at most ${upperBound}`)
  assert.ok(work.families < 80_000, `${work.families} families of triangles`)
})
