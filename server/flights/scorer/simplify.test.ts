import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { chooseFixes } from './simplify.ts'
import { toFeature } from '../read/track.ts'

function makeTrack(points: [number, number][]): Track {
  return {
    length: points.length,
    seconds: Float64Array.from(points, (_, index) => index),
    latitude: Float64Array.from(points, (point) => point[0]),
    longitude: Float64Array.from(points, (point) => point[1]),
    pressureAltitude: new Int32Array(points.length),
    gnssAltitude: new Int32Array(points.length),
    valid: new Uint8Array(points.length).fill(1),
  }
}

test('both ends are kept, in order, never more than asked for', () => {
  const point = fc.tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  )
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 2, maxLength: 200 }),
      fc.integer({ min: 2, max: 250 }),
      (points, count) => {
        const range = { from: 0, to: points.length - 1 }
        const rows = chooseFixes(makeTrack(points), range, count)
        assert.ok(rows.length <= Math.max(2, count))
        assert.equal(rows[0], 0)
        assert.equal(rows.at(-1), points.length - 1)
        for (let index = 1; index < rows.length; index++) assert.ok(rows[index]! > rows[index - 1]!)
      },
    ),
    { numRuns: 300 },
  )
})

test('the corner of an L is the third fix chosen, also across the antimeridian', () => {
  for (const shift of [0, 179.5]) {
    const legs = Array.from({ length: 21 }, (_, index): [number, number] =>
      index <= 10 ? [0, index * 0.1] : [(index - 10) * 0.1, 1],
    )
    const points = legs.map(([lat, lng]): [number, number] => [lat, ((lng + shift + 540) % 360) - 180])
    assert.deepEqual(chooseFixes(makeTrack(points), { from: 0, to: 20 }, 3), [0, 10, 20])
  }
})

test('a long flight is simplified in a moment', () => {
  const { track, range } = simulateFlight({ seed: 1, taskKm: 150 })
  const began = performance.now()
  const rows = chooseFixes(track, range, 1000)
  assert.equal(rows.length, 1000)
  assert.ok(performance.now() - began < 5000)
})

test('GeoJSON is cut at the antimeridian, with a point on each side of it', () => {
  const columns = {
    seconds: [0, 1, 2],
    latitude: [0, 1, 2],
    longitude: [179, -179, -178],
    altitude: [100, 200, 300],
  }
  const feature = toFeature({ id: 'a', hash: 'b' }, columns)
  assert.deepEqual(feature.geometry, {
    type: 'MultiLineString',
    coordinates: [
      [
        [179, 0, 100],
        [180, 0.5, 150],
      ],
      [
        [-180, 0.5, 150],
        [-179, 1, 200],
        [-178, 2, 300],
      ],
    ],
  })
  assert.equal(feature.properties.times.length, 3)
})
