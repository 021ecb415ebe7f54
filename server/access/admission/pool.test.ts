// process: own; replaces the timers of its process
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPool } from './pool.ts'

const NEVER = new AbortController().signal

function open(context: TestContext, permits: number) {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const pool = createPool({ permits, permitsPerUser: 8 })
  const events: string[] = []
  /** A body of which so many bytes come in a millisecond. */
  const send = async (sender: string, bytesPerMs: number, arrived = 0) => {
    const place = { leave: () => undefined as void }
    const giveWay = () => {
      events.push(`${sender} gives way`)
      place.leave()
    }
    const holder = { countBytes: () => now * bytesPerMs, countArrived: () => arrived, giveWay }
    const enter = async () => {
      place.leave = (await pool.enter(sender, holder, NEVER)).leave
      events.push(`${sender} enters`)
    }
    void enter()
    await nextTurn()
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      now += 50
      context.mock.timers.tick(50)
      await nextTurn()
    }
  }
  return { events, send, pass }
}

suite('places for bodies', () => {
  test('as many slow ones give way at once as there are callers waiting', async (context) => {
    const { events, send, pass } = open(context, 4)
    for (const name of ['a', 'b', 'c', 'd']) await send(name, 0.2)
    for (const name of ['e', 'f', 'g']) await send(name, 100)
    events.length = 0
    await pass(250)
    assert.equal(events.filter((event) => event.endsWith('gives way')).length, 3)
    assert.deepEqual(events.slice(-3), ['e enters', 'f enters', 'g enters'])
  })

  test('a caller whose body is here comes before those who have sent next to nothing', async (context) => {
    const { events, send, pass } = open(context, 1)
    await send('first', 0)
    for (let index = 0; index < 60; index++) await send(`slow ${index}`, 0.2, 200)
    await send('honest', 100, 65_536)
    events.length = 0
    await pass(300)
    assert.deepEqual(events.slice(0, 2), ['first gives way', 'honest enters'])
  })

  test('fast ones keep their places, but for one of a user with several when a user has none', async (context) => {
    const { events, send, pass } = open(context, 4)
    for (const name of ['a', 'a', 'a', 'b']) await send(name, 100)
    await send('c', 100)
    events.length = 0
    await pass(500)
    assert.deepEqual(events, ['a gives way', 'c enters'])
    await send('a', 100)
    await pass(500)
    assert.equal(events.length, 2)
  })
})
