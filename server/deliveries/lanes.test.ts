import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { averageLatency, createSlots, lanes, SLOW_MS } from './lanes.ts'

suite('lanes', () => {
  test('an account gets its share of the slots and no more, and another one still finds one', () => {
    const slots = createSlots('fast')
    const taken = Array.from({ length: 100 }, () => slots.take('greedy')).filter(Boolean).length
    assert.equal(taken, lanes.fast.slotsPerAccount)
    assert.deepEqual(slots.busyAccounts(), ['greedy'])
    assert.equal(slots.take('modest'), true)
    slots.release('greedy')
    assert.deepEqual(slots.busyAccounts(), [])
    assert.equal(slots.free(), lanes.fast.slots - taken)
  })

  test('a lane has an end, however many accounts ask', () => {
    const slots = createSlots('slow')
    const taken = Array.from({ length: 80 }, (_, account) => slots.take(`${account}`)).filter(Boolean).length
    assert.equal(taken, lanes.slow.slots)
    assert.equal(slots.free(), 0)
  })

  test('one very slow answer makes a receiver slow, and it takes several quick ones to be fast again', () => {
    assert.equal(averageLatency(null, []), null)
    const slow = averageLatency(null, [9000])
    assert.equal(slow, 9000)
    assert.ok((averageLatency(slow, [50, 50, 50]) ?? 0) >= SLOW_MS)
    assert.ok((averageLatency(slow, [50, 50, 50, 50, 50]) ?? 0) < SLOW_MS)
    assert.ok((averageLatency(50, [3000]) ?? 0) < SLOW_MS, 'one slow answer of a fast receiver is forgiven')
  })
})
