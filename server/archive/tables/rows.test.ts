import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { chooseFetchSize, startBatch } from './rows.ts'

const MIB = 1024 * 1024
const rowsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, () => ['id', new Uint8Array(bytes)])

suite('rows of a copy', () => {
  test('are written together up to a number, or up to 4 MiB', () => {
    for (const [bytes, expected] of [
      [10, 32],
      [MIB, 4],
      [3 * MIB, 2],
      [9 * MIB, 1],
    ] as const) {
      const batch = startBatch(32)
      while (!batch.isFull()) batch.add(['id', new Uint8Array(bytes)])
      assert.equal(batch.rows.length, expected, `${bytes} bytes`)
    }
  })

  test('are read in larger steps as long as they are small', () => {
    assert.equal(chooseFetchSize(rowsOf(1, 10), 32), 2)
    assert.equal(chooseFetchSize(rowsOf(32, 10), 32), 32)
    assert.equal(chooseFetchSize([['no bytes']], 500), 2)
    assert.equal(chooseFetchSize(rowsOf(8, MIB), 32), 4)
    assert.equal(chooseFetchSize(rowsOf(1, 9 * MIB), 32), 1)
  })
})
