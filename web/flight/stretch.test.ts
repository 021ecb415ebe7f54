import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSelection, measureStretch } from './stretch.ts'

const columns = {
  seconds: Float64Array.of(0, 100, 200, 300),
  latitude: Float64Array.of(46, 46, 46.01, 46.02),
  longitude: Float64Array.of(8, 8, 8, 8),
  altitude: Float64Array.of(1000, 1200, 1100, 1000),
}

test('a stretch has its climb, distance, speed and glide', () => {
  const climb = measureStretch(columns, { from: 0, to: 1 })
  assert.deepEqual(climb, { seconds: 100, change: 200, climb: 2, kilometres: 0, speed: 0, glide: null })
  const { kilometres, speed, glide } = measureStretch(columns, { from: 1, to: 3 })
  assert.ok(Math.abs(kilometres - 2.224) < 0.001)
  assert.ok(Math.abs(speed - 40.03) < 0.01)
  assert.ok(Math.abs(glide! - 11.12) < 0.01)
})

test('a selection tells each change once', () => {
  const selection = createSelection()
  const seen: unknown[] = []
  const stop = selection.listen((stretch) => seen.push(stretch))
  selection.set({ from: 1, to: 2 })
  selection.set({ from: 1, to: 2 })
  selection.set(undefined)
  stop()
  selection.set({ from: 0, to: 1 })
  assert.deepEqual(seen, [{ from: 1, to: 2 }, undefined])
})
