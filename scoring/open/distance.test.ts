import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { NO_DEADLINE } from '../deadline.ts'
import { placeFixes } from '../positions.ts'
import { growTimeTree } from '../time-tree.ts'
import { boundOpen, isSearched, prepareOpen, searchOpen } from './distance.ts'
import type { OpenSearch } from './search.ts'

function prepare(shape: string): OpenSearch {
  const positions = placeFixes(layTrack(shapes[shape]!(600, 20, 0.02, seedRandom(7)), places.Alps!), 0, 599)
  return prepareOpen(positions, growTimeTree(positions), 1e-6)
}

function finish(search: OpenSearch, enoughKm: number): OpenSearch {
  while (!isSearched(search)) searchOpen(search, enoughKm, 8, NO_DEADLINE)
  return search
}

for (const shape of ['wander', 'scatter', 'circle laps', 'line']) {
  void test(`a flight that was passed over for one rule set stays within the bound for the next: ${shape}`, () => {
    const longest = finish(prepare(shape), 0).best.km
    const hurried = prepare(shape)
    hurried.best = { km: longest / 2, points: [0, 0, 0, 0, 0] }
    assert.ok(boundOpen(finish(hurried, longest + 1)) >= longest)
  })
}

void test('a search at its end stays as sharp when a rule set asks for a minimum: fixes of one place', () => {
  const positions = placeFixes(
    layTrack(shapes.stationary!(2500, 0, 0.02, seedRandom(7)), places.Alps!),
    0,
    2499,
  )
  const search = finish(prepareOpen(positions, growTimeTree(positions), 1e-6), 0)
  searchOpen(search, 10, 8, NO_DEADLINE)
  assert.ok(boundOpen(search) < search.best.km + 0.001, `${boundOpen(search)} km`)
})
