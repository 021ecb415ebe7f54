import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { simulateFlight } from '#igc/simulate.ts'
import { igcCompression } from './compression.ts'

const levelOne = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

test('IGC files become a tenth smaller than with the tables of zstd’s own level, and come back whole', () => {
  for (let seed = 0; seed < 5; seed++) {
    const { bytes } = simulateFlight({ seed, taskKm: 20 + 10 * seed })
    const compressed = zstdCompressSync(bytes, igcCompression)
    assert.ok(compressed.length < 0.9 * zstdCompressSync(bytes, levelOne).length)
    assert.ok(zstdDecompressSync(compressed).equals(bytes))
  }
})
