import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createId, ID_PATTERN } from './ids.ts'

test('ids of one moment are in the order in which they were made, and no two alike', () => {
  const ids = Array.from({ length: 10_000 }, () => createId(1_763_190_000_000))
  for (const id of ids) assert.match(id, ID_PATTERN)
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids are in the order of time, also after the clock was set back', () => {
  const [early, late, earlyAgain] = [1_763_190_000_000, 1_763_190_001_000, 1_763_190_000_999].map(createId)
  assert.ok(early! < late! && earlyAgain! < late!)
})

test('an id cannot be guessed from the one before it', () => {
  const ends = Array.from({ length: 1000 }, () => createId(1_763_190_002_000).slice(14))
  assert.equal(new Set(ends).size, ends.length)
})

test('two ids of different milliseconds do not tell how many were made between them', () => {
  const countedOn = (others: number) => {
    const read = (id: string) => Number.parseInt(id.slice(8, 14), 16)
    const first = read(createId(1_763_190_003_000))
    for (let at = 0; at < others; at++) createId(1_763_190_003_000)
    return read(createId(1_763_190_003_001)) - first
  }
  const differences = new Set([0, 0, 0, 0, 0].map(countedOn))
  assert.ok(differences.size > 1, 'with as many between them the difference is another one each time')
})
