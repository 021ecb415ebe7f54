import assert from 'node:assert/strict'
import { cpus } from 'node:os'
import { suite, test } from 'node:test'
import { watchIdle } from './idle.ts'
import { runAtOnce } from './run.ts'

suite('a machine with a core to spare', () => {
  test('is one with half a core idle over an interval', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const now = { idle: 0, total: 0 }
    let calls = 0
    const stop = watchIdle(
      () => (calls += 1),
      () => ({ ...now }),
      100,
    )
    const pass = (idleCores: number) => {
      now.total += 1000 * cpus().length
      now.idle += 1000 * idleCores
      context.mock.timers.tick(100)
    }
    pass(0.4)
    assert.equal(calls, 0)
    pass(0.6)
    assert.equal(calls, 1)
    pass(0)
    assert.equal(calls, 1)
    stop()
    pass(1)
    assert.equal(calls, 1)
  })

  test('runs further tasks, up to a limit, and waits for them', async () => {
    const queue = Array.from({ length: 9 }, (_, index) => index)
    let running = 0
    let most = 0
    let ended = 0
    let onIdle = () => {}
    const runNext = async () => {
      queue.shift()
      most = Math.max(most, ++running)
      onIdle()
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      ended += 1
    }
    let isStopped = false
    const watch = (callback: () => void) => {
      onIdle = callback
      return () => {
        isStopped = true
      }
    }
    await runAtOnce(queue, runNext, { atOnce: 2, maxAtOnce: 4, watch })
    assert.deepEqual({ most, ended, running, isStopped }, { most: 4, ended: 9, running: 0, isStopped: true })
  })
})
