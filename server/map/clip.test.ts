import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bounds, clipLine, clipRing, thin } from './clip.ts'

const unit: Bounds = { west: 0, south: 0, east: 1, north: 1 }

function area(ring: number[]): number {
  let sum = 0
  for (let index = 0; index < ring.length; index += 2) {
    const next = (index + 2) % ring.length
    sum +=
      (ring[index] as number) * (ring[next + 1] as number) -
      (ring[next] as number) * (ring[index + 1] as number)
  }
  return Math.abs(sum / 2)
}

test('a ring inside the view is kept as it is', () => {
  const ring = [0.2, 0.2, 0.8, 0.2, 0.5, 0.9]
  assert.deepEqual(clipRing(ring, unit), ring)
})

test('a ring around the view becomes the view', () => {
  assert.equal(area(clipRing([-5, -5, 5, -5, 5, 5, -5, 5], unit)), 1)
})

test('a ring outside the view vanishes', () => {
  assert.deepEqual(clipRing([2, 2, 3, 2, 3, 3], unit), [])
})

test('half a square over the edge keeps the half inside', () => {
  assert.equal(area(clipRing([0.5, 0.25, 1.5, 0.25, 1.5, 0.75, 0.5, 0.75], unit)), 0.25)
})

test('a line that leaves the view and comes back is two runs', () => {
  const line = [0.5, 0.5, 0.9, 0.5, 3, 3, 4, 3, 5, 0.2, 0.9, 0.2, 0.5, 0.2]
  assert.equal(clipLine(line, unit).length, 2)
})

test('thinning keeps the ends and drops what a pixel covers', () => {
  assert.deepEqual(thin([0, 0, 0.001, 0, 0.002, 0, 0.5, 0, 0.5004, 0], 0.01), [0, 0, 0.5, 0, 0.5004, 0])
})
