// process: own; replaces the timers
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { createEventSignal } from './event-signal.ts'

// A machine that is busy for a quarter of a second runs timers of the code and of the test at once.
suite('event signal', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  test('a notification calls the listeners, also once more for a commit that takes longer', () => {
    const signal = createEventSignal()
    let calls = 0
    signal.subscribe(() => calls++)
    signal.notify()
    assert.equal(calls, 0)
    mock.timers.tick(150)
    assert.equal(calls, 2)
  })

  test('a notification during the calls of another one is not lost, and many count as one', () => {
    const signal = createEventSignal()
    let calls = 0
    signal.subscribe(() => calls++)
    signal.notify()
    for (let count = 0; count < 100; count++) signal.notify()
    mock.timers.tick(150)
    mock.timers.tick(150)
    assert.equal(calls, 4)
  })

  test('two services in one process do not hear each other', () => {
    const [own, other] = [createEventSignal(), createEventSignal()]
    let calls = 0
    own.subscribe(() => calls++)
    other.subscribe(() => assert.fail('the other service was notified'))
    own.notify()
    mock.timers.tick(150)
    assert.equal(calls, 2)
  })

  test('anyone who has unsubscribed is not called', () => {
    const signal = createEventSignal()
    const unsubscribe = signal.subscribe(() => assert.fail('called'))
    signal.notify()
    unsubscribe()
    mock.timers.tick(100)
  })
})
