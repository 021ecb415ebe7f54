import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { createMutex } from './mutex.ts'

suite('mutex', () => {
  test('work runs one at a time, in the order in which it asked', async () => {
    const mutex = createMutex()
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await nextTurn()
      order.push(`${name} ends`)
    }
    await Promise.all(['a', 'b', 'c'].map((name) => mutex.runExclusive(work(name))))
    assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('work that fails rejects only for its caller and releases the mutex', async () => {
    const mutex = createMutex()
    const failing = mutex.runExclusive(() => Promise.reject(new Error('broken')))
    const next = mutex.runExclusive(() => Promise.resolve('done'))
    await assert.rejects(failing, /broken/)
    assert.equal(await next, 'done')
  })
})
