// process: own; replaces the timers of its process
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { createBuffer } from './buffer.ts'

function open(context: TestContext, maxItems: number) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const batches: number[][] = []
  const buffer = createBuffer<number>({ maxItems, maxMs: 100, flush: (items) => batches.push(items) })
  return { buffer, batches, tick: (ms: number) => context.mock.timers.tick(ms) }
}

suite('buffer', () => {
  test('a full buffer is flushed at once, in order', (context) => {
    const { buffer, batches, tick } = open(context, 3)
    for (let item = 1; item <= 7; item++) buffer.add(item)
    assert.deepEqual(batches, [
      [1, 2, 3],
      [4, 5, 6],
    ])
    tick(100)
    assert.deepEqual(batches.at(-1), [7])
  })

  test('no item waits longer than the limit, counted from the first of its batch', (context) => {
    const { buffer, batches, tick } = open(context, 10)
    buffer.add(1)
    tick(60)
    buffer.add(2)
    tick(39)
    assert.deepEqual(batches, [])
    tick(1)
    assert.deepEqual(batches, [[1, 2]])
    buffer.add(3)
    tick(99)
    assert.equal(batches.length, 1)
    tick(1)
    assert.deepEqual(batches.at(-1), [3])
  })

  test('a flush hands over what is there, once, and the timer of that batch is over', (context) => {
    const { buffer, batches, tick } = open(context, 10)
    buffer.flush()
    assert.deepEqual(batches, [])
    buffer.add(1)
    tick(90)
    buffer.flush()
    buffer.flush()
    assert.deepEqual(batches, [[1]])
    buffer.add(2)
    tick(10)
    assert.equal(batches.length, 1)
    tick(90)
    assert.deepEqual(batches, [[1], [2]])
  })

  test('an item added during a flush belongs to the next batch', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const batches: string[][] = []
    const buffer = createBuffer<string>({
      maxItems: 2,
      maxMs: 100,
      flush: (items) => {
        batches.push(items)
        if (batches.length === 1) buffer.add('added')
      },
    })
    buffer.add('first')
    buffer.add('second')
    context.mock.timers.tick(100)
    assert.deepEqual(batches, [['first', 'second'], ['added']])
  })
})
