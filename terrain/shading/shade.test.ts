import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { makeFolder } from '#test/support/installation/folder.ts'
import { hills, LAKE, type Landscape, landscape, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'
import type { Heights } from '../heights.ts'
import { createGridCache, openFolder } from '../hgt/folder.ts'
import { toX, toY } from '../mercator.ts'
import type { Tile } from '../tile.ts'
import { shadeTile, TILE_SIZE } from './shade.ts'

/** By the formula itself, without files. */
function exactly(shape: Landscape): Heights {
  return {
    mayKnow: () => true,
    heightsAt: async (latitude, longitude) =>
      Float32Array.from({ length: latitude.length }, (_, at) => shape(latitude[at]!, longitude[at]!)),
  }
}

interface Picture {
  /** By how much it makes a medium grey darker or brighter, in each colour the same or not. */
  at(column: number, row: number): number
}

async function draw(terrain: Heights, tile: Tile): Promise<Picture> {
  const png = await shadeTile(terrain, tile)
  assert.ok(png)
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [TILE_SIZE, TILE_SIZE, 4])
  return {
    at: (column, row) => {
      const from = (row * TILE_SIZE + column) * 4
      // Nothing is 0, and not -0.
      return ((data[from + 1]! - 128) * data[from + 3]!) / 255 + 0
    },
  }
}

function locate(z: number, latitude: number, longitude: number) {
  const [x, y] = [toX(longitude) * 2 ** z, toY(latitude) * 2 ** z]
  const tile = { z, x: Math.floor(x), y: Math.floor(y) }
  return { tile, column: Math.floor((x % 1) * TILE_SIZE), row: Math.floor((y % 1) * TILE_SIZE) }
}

suite('hill shading', () => {
  test('is bright toward the north-west, dark away from it, and nothing on a lake', async () => {
    const terrain = exactly(landscape)
    const half = PEAK.radius / 2
    const look = async (latitude: number, longitude: number) => {
      const { tile, column, row } = locate(11, latitude, longitude)
      return (await draw(terrain, tile)).at(column, row)
    }
    const northWest = await look(PEAK.latitude + half, PEAK.longitude - half)
    const southEast = await look(PEAK.latitude - half, PEAK.longitude + half)
    assert.ok(northWest > 60, `north-west: ${northWest}`)
    assert.ok(southEast < -5, `south-east: ${southEast}`)
    assert.equal(await look(LAKE.latitude, LAKE.longitude), 0)
    assert.equal(await look(46.7, 7.7), 0, 'the plain')
  })

  test('has a tone for each height', async () => {
    const { tile } = locate(9, 46.5, 7.5)
    const tones = [100, 600, 1500, 3000].map(async (metres) => {
      const slope = exactly((_latitude, longitude) => metres + longitude)
      return (await draw(slope, tile)).at(200, 200)
    })
    assert.equal(new Set(await Promise.all(tones)).size, 4)
  })

  test('draws nothing where no height is known', async () => {
    const unknown = exactly(() => Number.NaN)
    assert.equal(await shadeTile(unknown, { z: 9, x: 266, y: 180 }), undefined)
    const west = exactly((_latitude, longitude) =>
      longitude < 7.5 ? 1000 * Math.sin(longitude * 200) : Number.NaN,
    )
    const { tile, column, row } = locate(9, 46.5, 7.5)
    const picture = await draw(west, tile)
    assert.notEqual(picture.at(column - 9, row), 0)
    for (let away = 1; away < 9; away++) assert.equal(picture.at(column + away, row), 0)
  })

  test('leaves no line on the seam of two files, nor between two tiles', async (context) => {
    const folder = makeFolder(context)
    const files = [6, 7].map((west) => {
      const path = join(folder, `N46E00${west}.hgt`)
      writeFileSync(path, writeHgt(hills, { south: 46, west }))
      return { path, south: 46, west }
    })
    const terrain = openFolder(files, createGridCache(64 * 1024 * 1024))
    for (const z of [8, 10]) {
      const { tile, column } = locate(z, 46.5, 7)
      const fromFiles = await draw(terrain, tile)
      const rowOf = (latitude: number) => (toY(latitude) * 2 ** z - tile.y) * TILE_SIZE
      const top = Math.max(0, Math.ceil(rowOf(46.99)))
      const bottom = Math.min(TILE_SIZE, Math.floor(rowOf(46.01)))
      const seamless = await draw(exactly(hills), tile)
      // How far a column of pixels is from what the formula gives: at the seam as everywhere.
      const error = (at: number) => {
        let sum = 0
        for (let row = 0; row < TILE_SIZE; row++)
          sum += Math.abs(fromFiles.at(at, row) - seamless.at(at, row))
        return sum / (bottom - top)
      }
      const atSeam = Math.max(error(column - 1), error(column), error(column + 1))
      const away = [-60, -50, -40, 40, 50, 60].map((steps) => column + steps)
      const elsewhere = Math.max(...away.filter((at) => at >= 0 && at < TILE_SIZE).map(error))
      assert.ok(atSeam < elsewhere * 1.5 + 1, `z${z}: ${atSeam} at the seam, ${elsewhere} elsewhere`)
    }
    // The last column of a tile and the first of the next are as alike as any two neighbours.
    const { tile } = locate(10, 46.5, 6.5)
    const left = await draw(terrain, tile)
    const right = await draw(terrain, { ...tile, x: tile.x + 1 })
    let [across, inside] = [0, 0]
    for (let row = 0; row < TILE_SIZE; row++) {
      across += Math.abs(left.at(TILE_SIZE - 1, row) - right.at(0, row))
      inside += Math.abs(left.at(TILE_SIZE - 2, row) - left.at(TILE_SIZE - 1, row))
    }
    assert.ok(across < inside * 1.5 + TILE_SIZE, `${across} across, ${inside} inside`)
  })
})
