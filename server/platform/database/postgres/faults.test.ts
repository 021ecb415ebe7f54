import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DatabaseLockedError, DatabaseUnavailableError } from '../database.ts'
import { breaksConnection, translate } from './faults.ts'

const fault = (code: string | undefined, message = 'a fault') => Object.assign(new Error(message), { code })

suite('a fault of PostgreSQL', () => {
  const passing: [what: string, error: Error, isBroken: boolean][] = [
    ['a statement that took too long', fault('57014'), false],
    ['a lock that did not come', fault('55P03'), false],
    ['a transaction that stood still', fault('25P03'), true],
    ['a wrong password', fault('28P01'), false],
    ['a role that may not log in', fault('28000'), false],
    ['too many connections', fault('53300'), false],
    ['a full disk', fault('53100'), false],
    ['a disk that fails', fault('58030'), false],
    ['a read-only server', fault('25006'), true],
    ['a server that shuts down', fault('57P01'), true],
    ['a server that starts', fault('57P03'), true],
    ['a connection that was reset', fault('ECONNRESET'), true],
    ['a name that is not resolved', fault('EAI_AGAIN'), true],
    ['an answer that did not come', fault(undefined, 'Query read timeout'), true],
    ['no connection in time', fault(undefined, 'timeout exceeded when trying to connect'), true],
    ['no greeting in time', fault(undefined, 'Connection terminated due to connection timeout'), true],
  ]
  for (const [what, error, isBroken] of passing) {
    test(`that passes is told as such: ${what}`, () => {
      const translated = translate(error)
      assert.ok(translated instanceof DatabaseUnavailableError)
      assert.equal(translated.cause, error)
      assert.equal(breaksConnection(error), isBroken)
      assert.equal(breaksConnection(translated), isBroken)
    })
  }

  test('that is about a lock is told apart from a server out of reach', () => {
    const locked = passing.filter(([, error]) => translate(error) instanceof DatabaseLockedError)
    assert.deepEqual(
      locked.map(([what]) => what),
      ['a lock that did not come'],
    )
  })

  for (const code of ['23505', '42P01', '22P02', '40P01', '25P02']) {
    test(`that is a bug or is tried again stays what it is: ${code}`, () => {
      const error = fault(code)
      assert.equal(translate(error), error)
      assert.equal(breaksConnection(error), false)
    })
  }
})
