import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import {
  hills,
  LAKE,
  type Landscape,
  landscape,
  packed,
  PEAK,
  writeHgt,
} from '#test/support/terrain/landscape.ts'
import { VOID } from './grid.ts'
import type { Heights } from './heights.ts'
import { findShape } from './hgt/format.ts'
import { createGridCache, openFolder } from './hgt/folder.ts'
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

suite('a folder of height files', () => {
  test('knows the peak and the lake, plain and as .gz, in either resolution', async (context) => {
    const corner = { south: 46, west: 7 }
    const small = writeHgt(landscape, corner)
    const large = writeHgt(landscape, { ...corner, rows: 3601, columns: 3601 })
    const folders = [
      { 'N46E007.hgt': small },
      { 'n46e007.hgt.gz': packed(small) },
      { 'N46/N46E007.hgt.gz': packed(large) },
      { 'N46E007.SRTMGL3.hgt.gz': packed(small) },
    ]
    for (const files of folders) {
      const terrain = open(context, files)
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
      const terrain = open(context, {
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
    const terrain = open(context, {
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
    const terrain = open(context, { 'N46E007.hgt': writeHgt(landscape, { south: 46, west: 7 }) })
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
    const terrain = open(context, { 'N46E007.hgt': bytes })
    const at = (row: number, column: number) => heightAt(terrain, 47 - row / 1200, 7 + column / 1200)
    assert.equal(await at(600.5, 600.5), 800)
    assert.ok(Number.isNaN(await at(600, 600)), 'the void itself')
    assert.ok(Number.isNaN(await at(150, 150)), 'in the middle')
    assert.equal(await at(99, 150), 800)
  })

  test('keeps within its memory, however many files are read', async (context) => {
    const bytes = writeHgt(hills, { south: 0, west: 0, columns: 121 })
    const names = Array.from({ length: 40 }, (_, index) => `N00E${String(index).padStart(3, '0')}.hgt`)
    const { files } = findTerrain(makeFolder(context, Object.fromEntries(names.map((name) => [name, bytes]))))
    const cache = createGridCache(bytes.length * 3)
    const terrain = openFolder(files, cache)
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
    const folder = makeFolder(context, { 'alps.pmtiles': Buffer.from('x') })
    assert.throws(() => findTerrain(join(folder, 'alps.pmtiles')), /must be a folder of height files/)
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
