import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { createFairSemaphore, type FairSemaphoreOptions, QueueFullError } from './fair-semaphore.ts'

function open(options: FairSemaphoreOptions) {
  const semaphore = createFairSemaphore(options)
  const served: string[] = []
  const releases: (() => void)[] = []
  const ask = (user: string, permits = 1, signal?: AbortSignal) => {
    const asked = semaphore
      .acquire(user, { permits, ...(signal && { signal }) })
      .then((release) => (served.push(user), releases.push(release)))
    asked.catch(() => undefined)
    return asked
  }
  /** The one that has held its permits longest gives them back. */
  const release = async () => {
    releases.shift()?.()
    await nextTurn()
  }
  return { semaphore, served, ask, release }
}

suite('a fair semaphore', () => {
  test('users take turns, however many callers one of them has', async () => {
    const { served, ask, release } = open({ permits: 1 })
    for (let call = 0; call < 5; call++) void ask('busy')
    void ask('other')
    void ask('third')
    for (let call = 0; call < 7; call++) await release()
    await release()
    assert.deepEqual(served, ['busy', 'other', 'third', 'busy', 'busy', 'busy', 'busy'])
  })

  test('no user holds more than their share, and others do not wait for it', async () => {
    const { semaphore, served, ask, release } = open({ permits: 4, permitsPerUser: 2 })
    for (let call = 0; call < 3; call++) void ask('busy')
    void ask('other')
    await nextTurn()
    assert.deepEqual(served, ['busy', 'busy', 'other'])
    assert.equal(semaphore.waiting, 1)
    await release()
    assert.deepEqual(served, ['busy', 'busy', 'other', 'busy'])
  })

  test('a large wish is not overtaken by small ones when its turn has come', async () => {
    const { served, ask, release } = open({ permits: 10 })
    void ask('small', 6)
    void ask('large', 10)
    void ask('late', 1)
    await nextTurn()
    assert.deepEqual(served, ['small'])
    await release()
    assert.deepEqual(served, ['small', 'large'])
    await release()
    assert.deepEqual(served, ['small', 'large', 'late'])
  })

  test('a wish beyond the share of a user is cut to the share', async () => {
    const { served, ask } = open({ permits: 10, permitsPerUser: 5 })
    void ask('large', 50)
    await nextTurn()
    assert.deepEqual(served, ['large'])
  })

  test('who is aborted leaves the queue, and the next is served', async () => {
    const { semaphore, served, ask, release } = open({ permits: 1 })
    const controller = new AbortController()
    void ask('a')
    const gone = ask('b', 1, controller.signal)
    void ask('c')
    controller.abort(new Error('gone away'))
    await assert.rejects(gone, /gone away/)
    await release()
    assert.deepEqual(served, ['a', 'c'])
    assert.equal(semaphore.waiting, 0)
    await assert.rejects(ask('d', 1, controller.signal), /gone away/)
  })

  test('one caller too many of a user is refused', async () => {
    const { ask, release } = open({ permits: 1, maxWaiting: 3, maxWaitingPerUser: 2 })
    for (let call = 0; call < 3; call++) void ask('busy')
    await assert.rejects(ask('busy'), QueueFullError)
    await release()
    void ask('busy')
  })

  test('a full queue drops the newest caller of the user with most, and refuses a newcomer like all others', async () => {
    const { served, ask, release } = open({ permits: 1, maxWaiting: 3 })
    void ask('busy')
    const waiting = [ask('busy'), ask('busy'), ask('other')]
    void ask('third')
    await assert.rejects(waiting[1]!, QueueFullError)
    void ask('fourth')
    await assert.rejects(waiting[0]!, QueueFullError)
    await assert.rejects(ask('fifth'), QueueFullError)
    for (let call = 0; call < 4; call++) await release()
    assert.deepEqual(served, ['busy', 'other', 'third', 'fourth'])
  })

  test('a user with nothing held or waiting is never refused while another who waits has two', async () => {
    let seed = 1
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 200; round++) {
      const limits = { permits: 1 + random(4), permitsPerUser: 1 + random(3), maxWaiting: 1 + random(8) }
      const { semaphore } = open(limits)
      const counts = new Map<string, { held: (() => void)[]; waiting: number }>()
      const of = (name: string) => counts.get(name) ?? { held: [], waiting: 0 }
      for (let step = 0; step < 60; step++) {
        const name = `user ${random(6)}`
        const holders = [...counts.values()].filter(({ held }) => held.length > 0)
        if (random(3) === 0 && holders.length > 0) {
          holders[random(holders.length)]!.held.pop()!()
        } else {
          const user = of(name)
          counts.set(name, user)
          const isNew = user.held.length + user.waiting === 0
          const others = [...counts].filter(([other, { waiting }]) => other !== name && waiting > 0)
          const isAnotherBusier = others.some(([, { held, waiting }]) => held.length + waiting > 1)
          let isRefused = false
          user.waiting++
          semaphore.acquire(name).then(
            (release) => (user.waiting--, user.held.push(release)),
            () => (user.waiting--, (isRefused = true)),
          )
          await nextTurn()
          assert.ok(!(isNew && isAnotherBusier && isRefused), JSON.stringify(limits))
        }
        await nextTurn()
        assert.ok(semaphore.waiting <= limits.maxWaiting)
      }
    }
  })

  test('giving back twice gives back once', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    const release = await semaphore.acquire('a')
    release()
    release()
    await semaphore.acquire('b')
    void semaphore.acquire('c')
    await nextTurn()
    assert.equal(semaphore.waiting, 1)
  })
})
