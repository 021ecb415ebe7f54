import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMultiPolygons } from './shapes.ts'

test('multipolygons are read from GeoJSON text with their holes and bounds', () => {
  const collection = {
    type: 'GeometryCollection',
    geometries: [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [4, 0],
              [4, 4],
              [0, 0],
            ],
            [
              [1, 1],
              [2, 1],
              [2, 2],
              [1, 1],
            ],
          ],
          [
            [
              [-10.5, 45.25],
              [-9, 45],
              [-9, 46],
              [-10.5, 45.25],
            ],
          ],
        ],
      },
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [7, 7],
              [8, 7],
              [8, 8],
              [7, 7],
            ],
          ],
        ],
      },
    ],
  }
  const shapes = readMultiPolygons(Buffer.from(JSON.stringify(collection)))
  assert.equal(shapes.length, 3)
  assert.equal(shapes.firstRing(1) - shapes.firstRing(0), 2)
  assert.deepEqual([...shapes.ring(shapes.firstRing(1))], [-10.5, 45.25, -9, 45, -9, 46, -10.5, 45.25])
  const last = shapes.firstRing(2)
  assert.equal(shapes.size(last), 1)
  assert.equal(shapes.touches(last, { west: 7.5, south: 0, east: 20, north: 7.5 }), true)
  assert.equal(shapes.touches(last, { west: 8.5, south: 0, east: 20, north: 20 }), false)
})
