import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { makeZip } from '#test/support/archives/zip.ts'
import {
  hills,
  LAKE,
  type Landscape,
  landscape,
  packed,
  PEAK,
  writeHgt,
} from '#test/support/terrain/landscape.ts'
import { drawTerrarium, writePmtiles } from '#test/support/terrain/pmtiles.ts'
import { VOID } from './grid.ts'
import type { Heights } from './heights.ts'
import { findShape } from './hgt/format.ts'
import { createGridCache, openFolder } from './hgt/folder.ts'
import { toX, toY } from './mercator.ts'
import { numberTile } from './pmtiles/format.ts'
import { findTerrain, openTerrain } from './terrain.ts'

function makeFolder(context: TestContext, files: Record<string, Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-terrain-'))
  context.after(() => rmSync(folder, { recursive: true }))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return folder
}

const open = (context: TestContext, files: Record<string, Uint8Array>) =>
  openTerrain(findTerrain(makeFolder(context, files)))

async function heightAt(terrain: Heights, latitude: number, longitude: number): Promise<number> {
  return (await terrain.heightsAt([latitude], [longitude]))[0]!
}

function zip(name: string, bytes: Buffer, compress: boolean): Promise<Buffer> {
  const files = [
    ['readme.txt', 'about this file'],
    [name, bytes],
  ] as const
  return makeZip(files, { compress })
}

suite('a folder of height files', () => {
  test('knows the peak and the lake, plain, as .gz and as .zip, in either resolution', async (context) => {
    const corner = { south: 46, west: 7 }
    const small = writeHgt(landscape, corner)
    const large = writeHgt(landscape, { ...corner, rows: 3601, columns: 3601 })
    const folders = [
      { 'N46E007.hgt': small },
      { 'n46e007.hgt.gz': packed(small) },
      { 'N46/N46E007.hgt.gz': packed(large) },
      { 'N46E007.SRTMGL3.hgt.zip': await zip('N46E007.hgt', small, true) },
      { 'N46E007.zip': await zip('N46E007.hgt', small, false) },
    ]
    for (const files of folders) {
      const terrain = await open(context, files)
      const name = Object.keys(files)[0]
      assert.equal(await heightAt(terrain, PEAK.latitude, PEAK.longitude), PEAK.metres, name)
      assert.equal(await heightAt(terrain, LAKE.latitude, LAKE.longitude), LAKE.metres, name)
      // Half-way down the cone, between the samples.
      const halfWay = await heightAt(terrain, PEAK.latitude, PEAK.longitude + PEAK.radius / 2 + 0.0002)
      const expected = landscape(PEAK.latitude, PEAK.longitude + PEAK.radius / 2 + 0.0002)
      assert.ok(Math.abs(halfWay - expected) < 2, `${halfWay} instead of ${expected}`)
      assert.ok(Number.isNaN(await heightAt(terrain, 45.5, 7.5)), 'no file is there')
    }
  })

  test('reads files with fewer columns, south and west of zero too', async (context) => {
    // Linear: heights between the samples are known exactly; their whole metres are not.
    const plane: Landscape = (latitude, longitude) => 4000 + latitude * 30 - longitude * 200
    for (const [rows, columns] of [
      [3601, 2401],
      [3601, 1801],
      [1201, 601],
    ] as const) {
      const terrain = await open(context, {
        'S62W007.hgt': writeHgt(plane, { south: -62, west: -7, rows, columns }),
      })
      for (const [latitude, longitude] of [
        [-61.25, -6.4],
        [-61.99, -6.01],
        [-61.0001, -7],
      ] as const) {
        const height = await heightAt(terrain, latitude, longitude)
        assert.ok(Math.abs(height - plane(latitude, longitude)) < 1, `${columns}: ${height}`)
      }
    }
  })

  test('has the same height on both sides of a seam, also when it is read coarsely', async (context) => {
    const terrain = await open(context, {
      'N46E006.hgt': writeHgt(hills, { south: 46, west: 6 }),
      'N46E007.hgt': writeHgt(hills, { south: 46, west: 7 }),
    })
    for (const spacing of [0, 0.002, 0.004, 0.01]) {
      const latitude = Array.from({ length: 50 }, (_, index) => 46.01 + index / 51)
      const west = await terrain.heightsAt(latitude, new Float64Array(50).fill(7 - 1e-9), spacing)
      const east = await terrain.heightsAt(latitude, new Float64Array(50).fill(7), spacing)
      for (const [index, height] of west.entries()) assert.ok(Math.abs(height - east[index]!) < 0.01)
    }
  })

  test('knows every height again after it was read coarsely', async (context) => {
    const terrain = await open(context, { 'N46E007.hgt': writeHgt(landscape, { south: 46, west: 7 }) })
    const spacings = [0, 0.004, 0, 0.002, 0.01, 0]
    for (const spacing of spacings) {
      const [height] = await terrain.heightsAt([LAKE.latitude], [LAKE.longitude], spacing)
      assert.equal(height, LAKE.metres, `spacing ${spacing}`)
    }
  })

  test('leaves voids out of a mean, and does not invent what is in the middle of them', async (context) => {
    const bytes = writeHgt(() => 800, { south: 46, west: 7 })
    const put = (row: number, column: number) => bytes.writeInt16BE(VOID, (row * 1201 + column) * 2)
    put(600, 600)
    for (let row = 100; row < 200; row++) for (let column = 100; column < 200; column++) put(row, column)
    const terrain = await open(context, { 'N46E007.hgt': bytes })
    const at = (row: number, column: number) => heightAt(terrain, 47 - row / 1200, 7 + column / 1200)
    assert.equal(await at(600.5, 600.5), 800)
    assert.ok(Number.isNaN(await at(600, 600)), 'the void itself')
    assert.ok(Number.isNaN(await at(150, 150)), 'in the middle')
    assert.equal(await at(99, 150), 800)
  })

  test('keeps within its memory, however many files are read', async (context) => {
    const bytes = writeHgt(hills, { south: 0, west: 0, columns: 121 })
    const names = Array.from({ length: 40 }, (_, index) => `N00E${String(index).padStart(3, '0')}.hgt`)
    const { source } = findTerrain(
      makeFolder(context, Object.fromEntries(names.map((name) => [name, bytes]))),
    )
    assert.ok('heightFiles' in source)
    const cache = createGridCache(bytes.length * 3)
    const terrain = openFolder(source.heightFiles, cache)
    for (let round = 0; round < 2; round++) {
      for (let west = 0; west < 40; west++) {
        assert.ok(!Number.isNaN(await heightAt(terrain, 0.5, west + 0.5)))
        assert.ok(cache.bytes <= bytes.length * 3, `${cache.bytes} bytes`)
      }
    }
  })

  test('says what is wrong when there is nothing to read', (context) => {
    assert.throws(() => findTerrain('/nowhere/at/all'), /cannot be read/)
    assert.throws(
      () => findTerrain(makeFolder(context, { 'readme.txt': Buffer.from('x') })),
      /no height files/,
    )
    const two = { 'a.pmtiles': Buffer.from('x'), 'b.pmtiles': Buffer.from('x') }
    assert.throws(() => findTerrain(makeFolder(context, two)), /more than one PMTiles file/)
  })

  test('has another version when a file changes', (context) => {
    const folder = makeFolder(context, { 'N46E007.hgt': Buffer.alloc(10) })
    const before = findTerrain(folder).version
    assert.equal(findTerrain(folder).version, before)
    writeFileSync(join(folder, 'N46E008.hgt'), 'x')
    assert.notEqual(findTerrain(folder).version, before)
  })
})

suite('a size', () => {
  test('belongs to one shape only', () => {
    assert.deepEqual(findShape(25_934_402), { rows: 3601, columns: 3601 })
    assert.deepEqual(findShape(2_884_802), { rows: 1201, columns: 1201 })
    assert.equal(findShape(2_884_803), undefined)
  })
})

suite('a PMTiles file', () => {
  const around = (z: number, latitude: number, longitude: number) => {
    const [x, y] = [Math.floor(toX(longitude) * 2 ** z), Math.floor(toY(latitude) * 2 ** z)]
    return [0, 1].flatMap((right) => [0, 1].map((down) => ({ z, x: x + right, y: y + down })))
  }

  test('numbers its tiles as the specification does', () => {
    const numbers = [
      [0, 0, 0, 0],
      [1, 0, 0, 1],
      [1, 0, 1, 2],
      [1, 1, 1, 3],
      [1, 1, 0, 4],
      [2, 0, 0, 5],
      [12, 3423, 1763, 19_078_479],
    ] as const
    for (const [z, x, y, number] of numbers) assert.equal(numberTile(z, x, y), number)
  })

  test('knows the heights in its tiles and between them, as PNG and WebP, with one directory or two', async (context) => {
    for (const format of ['png', 'webp'] as const) {
      const size = format === 'png' ? 128 : 256
      const places = around(11, 46.6, 7.4)
      const tiles = await Promise.all(places.map((tile) => drawTerrarium(hills, tile, { size, format })))
      for (const leaves of [false, true]) {
        const path = join(makeFolder(context, {}), 'terrain.pmtiles')
        writeFileSync(path, writePmtiles(tiles, { format, leaves }))
        const terrain = await openTerrain(findTerrain(path))
        // On the edge of two tiles, and a third of a pixel from it.
        const edge = ((places[0]!.x + 1) / 2 ** 11) * 360 - 180
        for (const longitude of [edge, edge - 0.0001, edge + 0.0001, edge - 0.05]) {
          const height = await heightAt(terrain, 46.58, longitude)
          assert.ok(Math.abs(height - hills(46.58, longitude)) < 2, `${format}: ${height}`)
        }
        assert.ok(Number.isNaN(await heightAt(terrain, 20, 7.4)), 'no tile is there')
        // Damage is found at the start.
        writeFileSync(path, writePmtiles(tiles, { format, leaves }).subarray(0, 200))
        assert.throws(() => findTerrain(path), /has no tiles that can be read/)
        writeFileSync(path, 'PMTiles')
        assert.throws(() => findTerrain(path), /no PMTiles file with terrarium tiles/)
      }
    }
  })
})
