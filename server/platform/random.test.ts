import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeRandomBytes } from './random.ts'

test('no two takes are alike, over many refills, and what was taken stays as it was', () => {
  const taken = Array.from({ length: 2000 }, () => takeRandomBytes(12))
  const texts = taken.map((bytes) => bytes.toString('hex'))
  assert.equal(new Set(texts).size, taken.length)
  takeRandomBytes(4096)
  assert.deepEqual(
    taken.map((bytes) => bytes.toString('hex')),
    texts,
  )
})

test('every bit is as often set as not', () => {
  const counts = Array.from({ length: 8 }, () => 0)
  for (let index = 0; index < 4000; index++) {
    for (const byte of takeRandomBytes(8)) {
      for (let bit = 0; bit < 8; bit++) counts[bit]! += (byte >> bit) & 1
    }
  }
  for (const count of counts) assert.ok(Math.abs(count / 32_000 - 0.5) < 0.02, `${count} of 32000`)
})
