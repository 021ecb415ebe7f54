import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createDatabaseClock } from './clock.ts'

/** A machine and a database whose clocks the test sets; a round trip takes as long as is said, one after the other. */
function createWorld(roundTripsMs: number[] = []) {
  const world = { elapsed: 500, database: 1_000_000, wall: 1_000_000 }
  const pass = (ms: number) => {
    world.elapsed += ms
    world.database += ms
    world.wall += ms
  }
  let trips = 0
  const clock = createDatabaseClock({
    readDatabaseTime: async () => {
      const roundTripMs = roundTripsMs[trips++] ?? 2
      // The answer is made at the beginning of a slow trip: half of it is the best guess, and wrong.
      const time = world.database + 1
      pass(roundTripMs)
      return time
    },
    wallClock: () => world.wall,
    monotonicClock: () => world.elapsed,
  })
  return { world, pass, clock }
}

suite('the clock of a node', () => {
  test("is the database's, by the shortest of several round trips", async () => {
    const { world, clock, pass } = createWorld([400, 900, 2, 300, 700])
    await clock.measure()
    assert.equal(clock.now(), world.database)
    pass(5_000)
    assert.equal(clock.now(), world.database)
  })

  test('is not moved by a jump of the machine’s clock, which is measured and refused at 30 s', async () => {
    const { world, clock, pass } = createWorld()
    await clock.measure()
    world.wall += 29_000
    await clock.measure()
    assert.equal(clock.skewMs(), 29_000)
    assert.equal(clock.isTrue(), true)
    world.wall -= 2 * 29_000 + 1_000
    pass(10)
    assert.equal(clock.now(), world.database)
    await clock.measure()
    assert.equal(clock.skewMs(), -30_000)
    assert.equal(clock.isTrue(), false)
    assert.equal(clock.now(), world.database)
  })

  test('never goes back, also when the database’s clock does, and has its time again later', async () => {
    const { world, clock, pass } = createWorld()
    await clock.measure()
    const before = clock.now()
    world.database -= 3_000
    await clock.measure()
    assert.equal(clock.now(), before)
    pass(2_000)
    assert.equal(clock.now(), before)
    pass(2_000)
    assert.equal(clock.now(), world.database)
  })
})
