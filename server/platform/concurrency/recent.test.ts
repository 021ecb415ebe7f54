import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { createRecent } from './recent.ts'

test('an answer is worked out once while it is among the last; one that fails is not kept', async () => {
  const recall = createRecent<string>(2)
  let made = 0
  const ask = (key: string) => recall(key, async () => `${key} ${++made}`)
  assert.deepEqual([await ask('a'), await ask('a'), await ask('b')], ['a 1', 'a 1', 'b 2'])
  assert.deepEqual([await ask('c'), await ask('a')], ['c 3', 'a 4'])
  await assert.rejects(recall('d', () => Promise.reject(new Error('no'))))
  assert.equal(await ask('d'), 'd 5')
})

test('an answer that can be better is given at once, and replaced when the better one is there', async () => {
  const recall = createRecent<string>(2)
  const better = Promise.withResolvers<string>()
  let improved = 0
  const ask = () =>
    recall(
      'a',
      async () => 'good',
      (answer) => {
        if (answer !== 'good') return undefined
        improved++
        return better.promise
      },
    )
  assert.deepEqual([await ask(), await ask()], ['good', 'good'])
  better.resolve('best')
  await nextTurn()
  assert.deepEqual([await ask(), improved], ['best', 1])
})

test('what could not be improved is tried again by whoever asks next', async () => {
  const recall = createRecent<string>(2)
  const attempts = [Promise.reject(new Error('busy')), Promise.resolve('best')]
  const ask = () =>
    recall(
      'a',
      async () => 'good',
      () => attempts.shift(),
    )
  assert.equal(await ask(), 'good')
  await nextTurn()
  assert.equal(await ask(), 'good')
  await nextTurn()
  assert.equal(await ask(), 'best')
})
