import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrackGrids } from './track-grid.ts'

test('a label is on the track where the line between two fixes crosses it', () => {
  const columns = { x: Float64Array.of(0.1, 0.5), y: Float64Array.of(0.1, 0.5) }
  const grid = createTrackGrids(columns)(1000)
  const box = (left: number, top: number) => ({ left, top, right: left + 60, bottom: top + 18 })
  assert.equal(grid(box(280, 290)), true)
  assert.equal(grid(box(280, 400)), false)
  assert.equal(grid(box(600, 600)), false)
})
