import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hills, type Landscape } from '#test/support/terrain/landscape.ts'
import { VOID } from './grid.ts'
import type { Heights } from './heights.ts'
import { toLatitude, toLongitude } from './mercator.ts'
import { packHeights, readHeightTile, SAMPLES } from './tile.ts'

const exactly = (shape: Landscape): Heights => ({
  mayKnow: () => true,
  heightsAt: async (latitude, longitude) =>
    Float32Array.from({ length: latitude.length }, (_, at) => shape(latitude[at]!, longitude[at]!)),
})

const tile = { z: 11, x: 1066, y: 726 }

test('neighbouring tiles have the same heights on their common side', async () => {
  const here = (await readHeightTile(exactly(hills), tile))!
  const east = (await readHeightTile(exactly(hills), { ...tile, x: tile.x + 1 }))!
  for (let row = 0; row < SAMPLES; row++)
    assert.equal(here[row * SAMPLES + SAMPLES - 1], east[row * SAMPLES], `row ${row}`)
  const corner = hills(toLatitude(tile.y / 2 ** tile.z), toLongitude(tile.x / 2 ** tile.z))
  assert.equal(here[0], Math.round(corner))
})

test('a tile without heights is nothing, and one with some says where they are unknown', async () => {
  assert.equal(
    await readHeightTile(
      exactly(() => Number.NaN),
      tile,
    ),
    undefined,
  )
  const middle = toLongitude((tile.x + 0.5) / 2 ** tile.z)
  const half = (await readHeightTile(
    exactly((_, longitude) => (longitude < middle ? 1000 : Number.NaN)),
    tile,
  ))!
  assert.deepEqual([half[0], half[SAMPLES - 1]], [1000, VOID])
})

test('packed heights add up again, unknown ones too', () => {
  const heights = Int16Array.of(4000, VOID, VOID, 8000, -400, VOID)
  const sums = packHeights(heights)
  for (let at = 1; at < sums.length; at++) sums[at] = sums[at]! + sums[at - 1]!
  assert.deepEqual(sums, heights)
})
