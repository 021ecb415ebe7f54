import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DatabaseUnavailableError } from '../database.ts'
import { createTableLockGuard } from './table-locks.ts'

const lockTimeout = (where?: string) =>
  Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03', where })

suite('a statement whose table is locked', () => {
  test('is refused at once after one wait in vain, but for one that tries, and runs when that succeeds', async () => {
    const guard = createTableLockGuard()
    await assert.rejects(guard('a', () => Promise.reject(lockTimeout())))
    let unlock = (_rows: string) => {}
    const trial = guard('a', () => new Promise<string>((resolve) => (unlock = resolve)))
    await assert.rejects(
      guard('a', () => assert.fail('it ran')),
      DatabaseUnavailableError,
    )
    assert.equal(await guard('b', async () => 'another statement'), 'another statement')
    unlock('rows')
    assert.equal(await trial, 'rows')
    assert.deepEqual(await Promise.all(['x', 'y'].map((rows) => guard('a', async () => rows))), ['x', 'y'])
  })

  test('stays refused while the one that tries waits in vain', async () => {
    const guard = createTableLockGuard()
    for (let round = 0; round < 3; round++) {
      const trial = guard('a', () => Promise.reject(lockTimeout()))
      if (round > 0)
        await assert.rejects(
          guard('a', () => assert.fail('it ran')),
          DatabaseUnavailableError,
        )
      await assert.rejects(trial, /lock timeout/)
    }
  })

  test('is not meant when it waited for a row', async () => {
    const guard = createTableLockGuard()
    const ofRow = lockTimeout('while locking tuple (0,1) in relation "users"')
    await assert.rejects(guard('a', () => Promise.reject(ofRow)))
    assert.deepEqual(await Promise.all(['x', 'y'].map((rows) => guard('a', async () => rows))), ['x', 'y'])
  })
})
