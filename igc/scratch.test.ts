import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScratch } from './scratch.ts'

test('columns that are taken are zero and share nothing, also beyond the capacity', () => {
  const scratch = createScratch(10)
  for (let flight = 0; flight < 3; flight++) {
    scratch.reset()
    const columns = [4, 6, 5, 0].map((length) => scratch.take(length))
    for (const [index, column] of columns.entries()) {
      assert.ok(column.every((number) => number === 0))
      column.fill(index + 1)
    }
    assert.deepEqual(
      columns.map((column) => [...column]),
      [[1, 1, 1, 1], [2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3], []],
    )
  }
})

test('after a reset the same memory is lent again, and what does not fit is not kept', () => {
  const scratch = createScratch(10)
  const first = scratch.take(10)
  const large = scratch.take(11)
  scratch.reset()
  assert.equal(scratch.take(10).buffer, first.buffer)
  assert.notEqual(large.buffer, first.buffer)
})
