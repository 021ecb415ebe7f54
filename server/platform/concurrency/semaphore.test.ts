import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

suite('semaphore', () => {
  test('as many hold a permit as there are; the others get one in the order in which they came', async () => {
    const semaphore = createSemaphore({ permits: 2, maxWaiting: 10 })
    const holders: string[] = []
    const acquire = async (name: string) => {
      const release = await semaphore.acquire()
      holders.push(name)
      return release
    }
    const [releaseA] = await Promise.all([acquire('a'), acquire('b')])
    const later = [acquire('c'), acquire('d')]
    await nextTurn()
    assert.deepEqual(holders, ['a', 'b'])
    assert.equal(semaphore.waiting, 2)
    releaseA()
    const releaseC = await later[0]!
    assert.deepEqual(holders, ['a', 'b', 'c'])
    releaseC()
    await later[1]
    assert.deepEqual(holders, ['a', 'b', 'c', 'd'])
    assert.equal(semaphore.waiting, 0)
  })

  test('a full queue rejects at once, and takes callers again after a release', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: 1 })
    const release = await semaphore.acquire()
    const waiting = semaphore.acquire()
    assert.ok(semaphore.isFull)
    await assert.rejects(semaphore.acquire(), /queue is full/)
    release()
    const releaseSecond = await waiting
    assert.ok(!semaphore.isFull)
    releaseSecond()
    await semaphore.acquire()
  })

  test('a newcomer does not overtake a caller who waits', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: 2 })
    const order: string[] = []
    const release = await semaphore.acquire()
    const early = semaphore.acquire().then((releaseEarly) => (order.push('early'), releaseEarly()))
    release()
    const late = semaphore.acquire().then(() => order.push('late'))
    await Promise.all([early, late])
    assert.deepEqual(order, ['early', 'late'])
  })
})
