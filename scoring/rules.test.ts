import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layTrack, places } from '#test/support/scoring/track-shapes.ts'
import { newestRules, XCONTEST } from './leagues/leagues.ts'
import { ffvl } from './leagues/europe.ts'
import { ukClub } from './leagues/uk.ts'
import { score } from './score.ts'

const DEADLINE = { deadlineMs: 60_000 }
const FFVL = newestRules(ffvl)
const XCLEAGUE = newestRules(ukClub)
type Course = [number, number][]
const lay = (points: Course) => layTrack(points, places.Alps!)

/** A triangle of the given sides in kilometres from the origin, left open by a gap along its last side. */
function triangle(ab: number, bc: number, ca: number, gapKm: number): Course {
  const x = (ca * ca + ab * ab - bc * bc) / (2 * ab)
  const y = Math.sqrt(ca * ca - x * x)
  const left = gapKm / ca
  return [
    [0, 0],
    [ab, 0],
    [x, y],
    [x * left, y * left],
  ]
}

void test('XContest pays a closed triangle more up to 5 %, an open one up to 20 %, and a free flight beyond', () => {
  const typeOf = (gapKm: number) => score(lay(triangle(20, 20, 20, gapKm)), XCONTEST, DEADLINE).type
  assert.equal(typeOf(0), 'Closed FAI Triangle')
  assert.equal(typeOf(2.9), 'Closed FAI Triangle')
  assert.equal(typeOf(3.1), 'FAI Triangle')
  assert.equal(typeOf(11.9), 'FAI Triangle')
  assert.equal(typeOf(19), 'Free Flight')
})

void test('XContest calls a triangle FAI when its shortest side is at least 28 % of it', () => {
  const typeOf = (shortest: number) => {
    const rest = (100 - shortest) / 2
    return score(lay(triangle(rest, rest, shortest, 0)), XCONTEST, DEADLINE).type
  }
  assert.equal(typeOf(28.1), 'Closed FAI Triangle')
  assert.equal(typeOf(25), 'Closed Free Triangle')
})

void test('XContest deducts the closing distance', () => {
  const result = score(lay(triangle(20, 20, 20, 2)), XCONTEST, DEADLINE)
  assert.ok(Math.abs(result.distanceKm - 58) < 0.02)
  assert.ok(Math.abs(result.score - 58 * 1.6) < 0.04)
})

void test('FFVL deducts nothing up to 3 km, the whole gap up to 5 %, and refuses more', () => {
  const small = score(lay(triangle(10, 10, 10, 2.9)), FFVL, DEADLINE)
  assert.equal(small.type, 'FAI Triangle')
  assert.ok(Math.abs(small.score - 30 * 1.4) < 0.04)
  assert.equal(score(lay(triangle(10, 10, 10, 3.2)), FFVL, DEADLINE).type, 'Free Flight')
  const large = score(lay(triangle(50, 50, 50, 6)), FFVL, DEADLINE)
  assert.equal(large.type, 'FAI Triangle')
  assert.ok(Math.abs(large.score - 144 * 1.4) < 0.1)
})

void test('XCLeague pays by distance, and an out and return needs only two turnpoints', () => {
  const there: Course = [
    [0, 0],
    [-1, 0],
    [9, 0],
    [0.1, 0],
  ]
  const result = score(lay(there), XCLEAGUE, DEADLINE)
  assert.equal(result.type, 'Out and Return')
  assert.equal(result.multiplier, 1.5)
  assert.equal(result.turnpoints.length, 2)
  assert.ok(Math.abs(result.distanceKm - 19.9) <= 0.051)
  const triangles = [4, 6, 10].map((side) => score(lay(triangle(side, side, side, 0)), XCLEAGUE, DEADLINE))
  assert.deepEqual(
    triangles.map(({ type, multiplier }) => [type, multiplier]),
    [
      ['FAI Triangle', 1.5],
      ['FAI Triangle', 2],
      ['FAI Triangle', 2.3],
    ],
  )
  assert.equal(score(lay(triangle(1, 1, 1, 0)), XCLEAGUE, DEADLINE).type, 'None')
})
