import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { createEventSignal } from './event-signal.ts'

suite('event signal', () => {
  test('a notification calls the listeners, also once more for a commit that takes longer', async () => {
    const signal = createEventSignal()
    let calls = 0
    signal.subscribe(() => calls++)
    signal.notify()
    assert.equal(calls, 0)
    await sleep(150)
    assert.equal(calls, 2)
  })

  test('a notification during the calls of another one is not lost, and many count as one', async () => {
    const signal = createEventSignal()
    let calls = 0
    signal.subscribe(() => calls++)
    signal.notify()
    for (let count = 0; count < 100; count++) signal.notify()
    await sleep(300)
    assert.equal(calls, 4)
  })

  test('two services in one process do not hear each other', async () => {
    const [own, other] = [createEventSignal(), createEventSignal()]
    let calls = 0
    own.subscribe(() => calls++)
    other.subscribe(() => assert.fail('the other service was notified'))
    own.notify()
    await sleep(150)
    assert.equal(calls, 2)
  })

  test('anyone who has unsubscribed is not called', async () => {
    const signal = createEventSignal()
    const unsubscribe = signal.subscribe(() => assert.fail('called'))
    signal.notify()
    unsubscribe()
    await sleep(100)
  })
})
