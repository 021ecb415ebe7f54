import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bruteForceScore } from '#test/support/scoring/brute-force-score.ts'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { rulesOfEachShape } from '#test/support/scoring/rules.ts'
import { NO_DEADLINE } from './deadline.ts'
import { XCONTEST } from './leagues/leagues.ts'
import type { Rules } from './rules.ts'
import { solve } from './solver.ts'

// A millimetre of tolerance in the search, and the rounding of two ways to measure.
const WITHIN = 2e-6
// Where nothing but a fixed gap counts, even a small track has triples by the hundred thousand, after which half a metre
// is no longer pursued.
const COARSELY = 6e-4
const isFull = process.env.SWEEPS === '1'
const ROUNDS = isFull ? 9 : 3

for (const [index, rules] of rulesOfEachShape.entries()) {
  const isOften = index < 3 || isFull
  for (const [at, [shapeName, shape]] of Object.entries(shapes).entries()) {
    void test(`${rules.name} finds the optimum of brute force on small tracks: ${shapeName}`, () => {
      const random = seedRandom(shapeName.length * 31 + rules.name.length)
      const pick = (choices: number[]) => choices[Math.floor(random() * choices.length)]!
      for (const [placeName, place] of choosePlaces(index + at)) {
        for (let round = isOften ? 0 : 1; round < ROUNDS; round++) {
          // Mostly small, and one in every place that is long enough for several stretches and splits.
          const count = round === 0 ? 90 : 2 + Math.floor(random() * 48)
          const km = pick([0.2, 3, 12, 40, 150, 5000])
          const track = layTrack(shape(count, km, pick([0, 0.002, 0.02, 0.5]), random), place)
          const solution = solve(track, 0, count - 1, rules, NO_DEADLINE)
          const expected = bruteForceScore(track, rules)
          const within = WITHIN + 1e-9 * expected
          const where = `${count} fixes over ${km} km at ${placeName}, round ${round}`
          assert.ok(
            Math.abs(solution.score - expected) <= within,
            `${where}: ${solution.score}, not ${expected}`,
          )
          assert.ok(
            solution.upperBound >= expected - 1e-9 * expected,
            `${where}: bound ${solution.upperBound}`,
          )
          const proven = within + (hasFixedGap(rules) ? COARSELY : 0)
          assert.ok(solution.upperBound <= solution.score + proven, `${where}: not proven`)
        }
      }
    })
  }
}

/** In a daily run every place has its share of the rules and shapes. */
function choosePlaces(turn: number) {
  const all = Object.entries(places)
  return isFull ? all : [all[turn % all.length]!]
}

function hasFixedGap({ categories }: Rules): boolean {
  return categories.some(({ closing, shape }) => shape === 'triangle' && closing.share === 0)
}

// Plain dynamic programming takes a second for each.
const HARD_WHEN_OPEN = new Set(
  isFull ? ['line', 'slow bend', 'circle laps', 'stationary', 'scatter'] : ['slow bend', 'stationary'],
)
const openOnly = { ...XCONTEST, categories: XCONTEST.categories.filter(({ shape }) => shape === 'open') }

for (const [shapeName, shape] of Object.entries(shapes)) {
  void test(`the longest open flight is that of plain dynamic programming on longer tracks: ${shapeName}`, () => {
    const random = seedRandom(shapeName.length)
    const counts = Array.from({ length: isFull ? 25 : 3 }, () => 100 + Math.floor(random() * 200))
    if (HARD_WHEN_OPEN.has(shapeName)) counts.push(2100)
    for (const count of counts) {
      const track = layTrack(shape(count, 5 + 60 * random(), 0.03 * random(), random), places.Alps!)
      const solution = solve(track, 0, count - 1, openOnly, NO_DEADLINE)
      const expected = bruteForceScore(track, openOnly)
      assert.ok(Math.abs(solution.score - expected) <= WITHIN, `${count}: ${solution.score}, not ${expected}`)
      assert.ok(solution.upperBound >= expected - 1e-9)
    }
  })
}
