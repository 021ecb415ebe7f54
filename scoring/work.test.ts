// That the hardest tracks are proven in time, by the work it takes: the clock of a busy machine would tell nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { NO_DEADLINE } from './deadline.ts'
import { XCONTEST } from './leagues/leagues.ts'
import { solve } from './solver.ts'

const FIXES = 65_000
/** Some 2 µs each. */
const MOST_FAMILIES = 250_000
/** Some 0.1 µs each. */
const MOST_LOOKS = 1_000_000

const cases = [
  ['circle laps', 8, 0],
  ['circle laps', 8, 0.005],
  ['circle laps', 8, 0.05],
  ['stationary', 0, 0.005],
  ['stationary', 0, 0.05],
  ['scatter', 1, 0],
  ['scatter', 20, 0],
] as const

for (const [shape, km, noiseKm] of cases) {
  void test(`${FIXES} fixes are proven with little work: ${shape} of ${km} km, noise of ${noiseKm} km`, () => {
    const track = layTrack(shapes[shape]!(FIXES, km, noiseKm, seedRandom(4)), places.Alps!)
    const { score, upperBound, work } = solve(track, 0, FIXES - 1, XCONTEST, NO_DEADLINE)
    assert.ok(score > 0 && upperBound - score < 0.001, `${score} of at most ${upperBound}`)
    assert.ok(work.families < MOST_FAMILIES, `${work.families} families of triangles`)
    assert.ok(work.fixes < MOST_LOOKS, `${work.fixes} looks at fixes for open flights`)
  })
}
