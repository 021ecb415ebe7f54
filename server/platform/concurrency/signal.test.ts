import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createSignal } from './signal.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

suite('signal', () => {
  // A wait that did not end would keep its test from ending: its timer does not keep the process alive.
  test('a notification ends the wait', async () => {
    const signal = createSignal()
    const waiting = signal.wait(LONG_MS, never)
    signal.notify()
    await waiting
  })

  test('a notification before the wait counts, once', async () => {
    const signal = createSignal()
    signal.notify()
    signal.notify()
    await signal.wait(LONG_MS, never)
    const began = performance.now()
    const keepAlive = setTimeout(() => undefined, LONG_MS)
    await signal.wait(30, never)
    clearTimeout(keepAlive)
    assert.ok(performance.now() - began >= 25)
  })

  test('an abort ends the wait, and one before it keeps it from beginning', async () => {
    const signal = createSignal()
    const controller = new AbortController()
    const waiting = signal.wait(LONG_MS, controller.signal)
    controller.abort()
    await waiting
    await signal.wait(LONG_MS, controller.signal)
  })
})
