import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMultiPolygons } from './read-shapes.ts'
import { openShapes, writeShapes } from './shapes.ts'
import { openTowns, writeTowns } from './towns.ts'

const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-map-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

test('towns in a view come from their file, the largest first', () => {
  const path = join(folder, 'towns')
  const town = (name: string, population: number, lat: number, lng: number) => ({
    name,
    population,
    lat,
    lng,
  })
  writeTowns(path, [
    { ...town('Thun', 42_136, 46.75118, 7.62166), country: 'CH' },
    { ...town('Zürich', 341_730, 47.36667, 8.55), country: 'CH' },
    { ...town('Ny Oslo', 600_000, 60, 10), country: 'NO' },
    { ...town('Oslo', 580_000, 59.91273, 10.74609), country: 'NO' },
  ])
  assert.deepEqual(
    [...openTowns(path).within({ west: 5, south: 45, east: 11, north: 48 })],
    [town('Zürich', 341_730, 47.36667, 8.55), town('Thun', 42_136, 46.75118, 7.62166)],
  )
  const name = (text: string) =>
    openTowns(path)
      .named(text, 2)
      .map((found) => `${found.name} ${found.country}`)
  assert.deepEqual(name('oslo'), ['Oslo NO', 'Ny Oslo NO'], 'of this very name first')
  assert.deepEqual(name('ZÜR'), ['Zürich CH'])
  assert.deepEqual(name('slo'), [])
})

test('multipolygons are read from GeoJSON text, and from their file with holes and bounds', () => {
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
  const path = join(folder, 'shapes')
  writeShapes(path, readMultiPolygons(Buffer.from(JSON.stringify(collection))))
  const shapes = openShapes(path)
  assert.equal(shapes.length, 3)
  assert.equal(shapes.firstRing(1) - shapes.firstRing(0), 2)
  assert.deepEqual([...shapes.ring(shapes.firstRing(1))], [-10.5, 45.25, -9, 45, -9, 46, -10.5, 45.25])
  const last = shapes.firstRing(2)
  assert.equal(shapes.size(last), 1)
  assert.equal(shapes.touches(last, { west: 7.5, south: 0, east: 20, north: 7.5 }), true)
  assert.equal(shapes.touches(last, { west: 8.5, south: 0, east: 20, north: 20 }), false)
})
