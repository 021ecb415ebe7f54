import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { boundClosing, findClosing, prepareClosing } from './closing.ts'
import { distanceBetween, placeFixes, type Positions } from '../positions.ts'
import { growTimeTree } from '../time-tree.ts'

function measureClosing(positions: Positions, a: number, c: number): number {
  let least = Infinity
  for (let s = 0; s <= a; s++) {
    for (let e = c; e < positions.count; e++) least = Math.min(least, distanceBetween(positions, s, e))
  }
  return least
}

for (const shape of ['wander', 'loop', 'ridge laps', 'scatter', 'line']) {
  void test(`the closing distance is the least from before to after, in any order of asking: ${shape}`, () => {
    const random = seedRandom(5)
    const positions = placeFixes(layTrack(shapes[shape]!(90, 10, 0.02, random), places.Alps!), 0, 89)
    const search = prepareClosing(growTimeTree(positions))
    const pairs = Array.from({ length: 90 * 90 }, (_, k) => [Math.floor(k / 90), k % 90] as const)
    const shuffled = pairs.filter(([a, c]) => a < c).toSorted(() => random() - 0.5)
    for (const [a, c] of shuffled.slice(0, 1500)) {
      const expected = measureClosing(positions, a, c)
      const limit = random() < 0.5 ? 1000 : expected * (0.5 + random())
      assert.ok(boundClosing(search, a, c) <= expected + 1e-9)
      const { start, finish, distanceKm } = findClosing(search, a, c, limit)
      if (expected >= limit) {
        const isBetween = distanceKm >= limit - 1e-9 && distanceKm <= expected + 1e-9
        assert.ok(isBetween, `${a}, ${c}: ${distanceKm} within ${limit}`)
        continue
      }
      assert.ok(Math.abs(distanceKm - expected) < 1e-9, `${a}, ${c}: ${distanceKm}, not ${expected}`)
      assert.ok(start >= 0 && start <= a && finish >= c)
      assert.ok(Math.abs(distanceBetween(positions, start, finish) - expected) < 1e-9)
    }
  })
}
