import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decompress } from './gzip.ts'

test('a gzip bomb is unpacked up to the limit, and no further', async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000))
  await assert.rejects(decompress(bomb, 1_000_000), /larger than 1000000 bytes/)
  assert.equal((await decompress(bomb, 2_000_000)).length, 2_000_000)
})
