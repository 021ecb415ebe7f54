import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSteps } from '#server/flights/read/track.ts'
import { findFix, prepareColumns, readTrack, thinOut } from './flight-columns.ts'

const column = (count: number, at: (index: number) => number) =>
  Float64Array.from({ length: count }, (_, index) => at(index))

test('what the server sends as steps is read as the same track to the last digit', () => {
  const track = {
    seconds: column(500, (index) => 1_780_000_000 + index * 3),
    latitude: column(500, (index) => Math.round((-46.123457 + Math.sin(index / 7) / 30) * 1e6) / 1e6),
    longitude: column(500, (index) => Math.round((179.99 - index * 0.001) * 1e6) / 1e6),
    altitude: column(500, (index) => 1500 - index * 4),
  }
  const sent = toSteps({
    seconds: [...track.seconds],
    latitude: [...track.latitude],
    longitude: [...track.longitude],
    altitude: [...track.altitude],
  })
  assert.ok(Object.values(sent).flat().every(Number.isInteger))
  assert.deepEqual(readTrack(JSON.parse(JSON.stringify(sent)) as typeof sent), track)
})

test('a steady climb of 2 m/s is read as 2 m/s, also at its ends', async () => {
  const { climbAt, speedAt } = await prepareColumns({
    seconds: column(60, (index) => 1000 + index),
    latitude: column(60, (index) => 46 + index * 0.0001),
    longitude: column(60, () => 8),
    altitude: column(60, (index) => 1500 + 2 * index),
  })
  for (const index of [0, 30, 59]) {
    assert.ok(Math.abs(climbAt(index) - 2) < 1e-6)
    // 0.0001 degrees of latitude a second are 11.12 m/s.
    assert.ok(Math.abs(speedAt(index) - 40.03) < 0.1)
  }
})

test('fixes at the same second give no climb rather than a division by zero', async () => {
  const one = column(2, () => 1)
  const { climbAt } = await prepareColumns({
    seconds: one,
    latitude: one,
    longitude: one,
    altitude: column(2, (index) => index * 9),
  })
  assert.deepEqual([climbAt(0), climbAt(1)], [0, 0])
})

test('a time is found among fixes', () => {
  const seconds = [0, 100, 200, 300]
  const found = [-5, 0, 99, 100, 150, 300, 900].map((time) => findFix(seconds, time))
  assert.deepEqual(found, [0, 0, 0, 1, 1, 3, 3])
})

test('a line is thinned out to what a screen shows, with its ends, and its lowest and highest fix', () => {
  const altitude = Float64Array.from({ length: 40_000 }, (_, index) => 1000 + (index % 7))
  altitude[12_345] = 4000
  altitude[23_456] = 10
  const kept = thinOut(altitude, { from: 100, to: 39_999 })
  assert.ok(kept.length > 1000 && kept.length < 2100, `${kept.length} fixes`)
  assert.deepEqual([kept[0], kept.at(-1)], [100, 39_999])
  assert.ok(kept.includes(12_345) && kept.includes(23_456))
  assert.deepEqual(
    kept,
    kept.toSorted((one, other) => one - other),
  )
  assert.deepEqual(thinOut(altitude, { from: 5, to: 6 }), [5, 6])
  assert.deepEqual(thinOut(altitude, { from: 5, to: 5 }), [5])
})
