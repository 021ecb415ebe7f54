import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findIndexAt, prepareColumns } from './flight-columns.ts'

test('a steady climb of 2 m/s is read as 2 m/s, also at its ends', () => {
  const seconds = Array.from({ length: 60 }, (_, index) => 1000 + index)
  const { climb, speed } = prepareColumns({
    seconds,
    latitude: seconds.map((_, index) => 46 + index * 0.0001),
    longitude: seconds.map(() => 8),
    altitude: seconds.map((_, index) => 1500 + 2 * index),
  })
  for (const index of [0, 30, 59]) {
    assert.ok(Math.abs((climb[index] as number) - 2) < 1e-6)
    // 0.0001 degrees of latitude a second are 11.12 m/s.
    assert.ok(Math.abs((speed[index] as number) - 40.03) < 0.1)
  }
})

test('fixes at the same second give no climb rather than a division by zero', () => {
  const { climb } = prepareColumns({ seconds: [5, 5], latitude: [1, 1], longitude: [1, 1], altitude: [1, 9] })
  assert.deepEqual([...climb], [0, 0])
})

test('the fix at a time is the last one not after it', () => {
  const seconds = [10, 20, 30]
  assert.deepEqual(
    [5, 10, 19, 20, 99].map((time) => findIndexAt(seconds, time)),
    [0, 0, 0, 1, 2],
  )
})
