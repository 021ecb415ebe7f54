import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createGiveWay, type GiveWay } from './give-way.ts'

suite('turns of the event loop', () => {
  async function countTurns(giveWay: GiveWay, steps: number): Promise<number> {
    let [turns, isOver] = [0, false]
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    for (let step = 0; step < steps; step++) await giveWay()
    isOver = true
    return turns
  }

  test('work that takes no time goes on in the same turn', async () => {
    assert.equal(await countTurns(createGiveWay(60_000), 1000), 0)
  })

  test('what begins after a turn has lasted too long waits for the next, every time', async () => {
    // Each turn has lasted too long as soon as it has begun.
    assert.ok((await countTurns(createGiveWay(-1), 20)) >= 9)
  })
})
