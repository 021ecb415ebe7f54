import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { shareReads } from './share-reads.ts'

suite('shared reads', () => {
  test('ask once for callers at the same time, and for those soon after', async () => {
    let reads = 0
    const read = shareReads(async () => ++reads)
    assert.deepEqual(await Promise.all([read(), read()]), [1, 1])
    assert.equal(await read(), 1)
  })

  test('ask again after that time, and never twice at once', async () => {
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
    let reads = 0
    const read = shareReads(() => answers[reads++]!.promise, 1)
    const first = read()
    await sleep(5)
    const second = read()
    answers[0]?.resolve(1)
    assert.deepEqual([await first, await second], [1, 1])
    answers[1]?.resolve(2)
    await sleep(5)
    assert.equal(await read(), 2)
  })

  test('a failure is for those who asked at the same time', async () => {
    let reads = 0
    const read = shareReads(async () => {
      if (++reads === 1) throw new Error('no')
      return reads
    })
    await assert.rejects(Promise.all([read(), read()]), /no/)
    assert.equal(await read(), 2)
  })
})
