import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inAtLeast } from './timing.ts'

suite('an answer that must not tell whether an email has an account', () => {
  const measure = async (work: () => Promise<unknown>, minResponseMs?: number) => {
    const startedAt = performance.now()
    await inAtLeast({ minResponseMs }, work).catch(() => undefined)
    return performance.now() - startedAt
  }

  test('comes no earlier than after 300 ms, also when the work fails', async () => {
    assert.ok((await measure(async () => undefined)) >= 300)
    assert.ok((await measure(() => Promise.reject(new Error('no')))) >= 300)
  })

  test('comes no earlier even where a timer fires too soon', async () => {
    for (let round = 0; round < 50; round++) {
      const took = await measure(async () => undefined, 3)
      assert.ok(took >= 3, `answered after ${took} ms`)
    }
  })

  test('comes when the work is done in a test that waits for nothing', async () => {
    assert.equal(await inAtLeast({ minResponseMs: 0 }, async () => 'done'), 'done')
  })
})
