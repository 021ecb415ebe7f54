import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { makeFolder } from '#test/support/installation/folder.ts'
import { hills, packed, writeHgt } from '#test/support/terrain/landscape.ts'
import { createGridCache, openFolder } from './hgt/folder.ts'
import { readGrid } from './hgt/unpack.ts'

const RUNS = process.env.SWEEPS ? 20 : 1
const LIMIT = {
  interruptAfterTimeLimit: process.env.SWEEPS ? 60_000 : 2000,
  markInterruptAsFailure: false,
} as const
const MAX_BYTES = 64 * 1024 * 1024

const folder = makeFolder({ after })

/** Bytes changed, cut off or doubled at random places. */
function damage(whole: Buffer) {
  const place = fc.nat(whole.length - 1)
  return fc
    .record({
      changes: fc.array(fc.tuple(fc.oneof(place, fc.nat(200)), fc.nat(255)), { maxLength: 12 }),
      length: fc.option(place),
      more: fc.option(fc.uint8Array({ maxLength: 40 })),
    })
    .map(({ changes, length, more }) => {
      const bytes = Buffer.from(whole.subarray(0, length ?? whole.length))
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
      return more ? Buffer.concat([bytes, more]) : bytes
    })
}

async function useHgt(bytes: Buffer, name: string): Promise<void> {
  const grid = readGrid(Buffer.from(bytes))
  if (grid) assert.equal(grid.heights.length, grid.rows * grid.columns)
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const cache = createGridCache(MAX_BYTES)
  const terrain = openFolder([{ path, south: 46, west: 7 }], cache)
  const heights = await terrain.heightsAt([46, 46.5, 46.999, 90, -90, 0], [7, 7.5, 7.999, 180, -180, 0])
  assert.equal(heights.length, 6)
  assert.ok(cache.bytes <= MAX_BYTES)
}

suite('damaged height files', () => {
  const plain = writeHgt(hills, { south: 46, west: 7, rows: 1201, columns: 121 })
  const gz = packed(plain)
  test('.hgt and .gz are read as far as they go: nothing is thrown, nothing grows', async () => {
    await fc.assert(
      fc.asyncProperty(damage(gz), (bytes) => useHgt(bytes, 'N46E007.hgt.gz')),
      { numRuns: 120 * RUNS, ...LIMIT },
    )
    await fc.assert(
      fc.asyncProperty(damage(plain), (bytes) => useHgt(bytes, 'N46E007.hgt')),
      { numRuns: 60 * RUNS, ...LIMIT },
    )
  })

  test('a .gz that says it is small, or is not what it says, is not unpacked', () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024))
    const before = process.memoryUsage().arrayBuffers
    assert.equal(readGrid(bomb), undefined)
    const lying = Buffer.from(bomb)
    lying.writeUInt32LE(plain.length, lying.length - 4)
    assert.equal(readGrid(lying), undefined)
    assert.ok(process.memoryUsage().arrayBuffers - before < 20 * 1024 * 1024)
  })
})
