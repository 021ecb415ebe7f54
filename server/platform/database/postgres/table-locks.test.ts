import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DatabaseUnavailableError } from '../database.ts'
import { createTableLocks } from './table-locks.ts'

const lockTimeout = (where?: string) =>
  Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03', where })

suite('a statement whose table is locked', () => {
  test('is refused at once after one wait in vain, but for one that tries, and runs when that succeeds', () => {
    const locks = createTableLocks()
    locks.leave('a', locks.enter('a'), lockTimeout())
    assert.equal(locks.enter('a'), true)
    assert.throws(() => locks.enter('a'), DatabaseUnavailableError)
    assert.equal(locks.enter('b'), false, 'another statement runs')
    locks.leave('a', true)
    assert.deepEqual([locks.enter('a'), locks.enter('a')], [false, false])
  })

  test('stays refused while the one that tries waits in vain', () => {
    const locks = createTableLocks()
    locks.leave('a', locks.enter('a'), lockTimeout())
    for (let round = 0; round < 3; round++) {
      const isTrial = locks.enter('a')
      assert.throws(() => locks.enter('a'), DatabaseUnavailableError)
      locks.leave('a', isTrial, lockTimeout())
    }
  })

  test('is tried once at a time, also while waits from before still end', () => {
    const locks = createTableLocks()
    const early = [locks.enter('a'), locks.enter('a')]
    locks.leave('a', early[0] ?? true, lockTimeout())
    assert.equal(locks.enter('a'), true)
    locks.leave('a', early[1] ?? true, lockTimeout())
    assert.throws(() => locks.enter('a'), DatabaseUnavailableError)
  })

  test('is not concluded from a wait for a row', () => {
    const locks = createTableLocks()
    locks.leave('a', locks.enter('a'), lockTimeout('while locking tuple (0,1) in relation "users"'))
    assert.deepEqual([locks.enter('a'), locks.enter('a')], [false, false])
  })
})
