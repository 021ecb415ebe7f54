import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { checkAims, failOnMissedAims } from './aims.ts'

const missed = { name: 'times the peer', measured: 60, atLeast: 80 }
const met = { name: 'share of scoring', measured: 0.1, atMost: 0.2 }

afterEach(() => {
  process.exitCode = 0
  mock.restoreAll()
})

void test('a missed aim is told, and fails the run only when that is asked for', () => {
  const { mock: log } = mock.method(console, 'log', () => undefined)
  checkAims([missed, met])
  assert.deepEqual(
    log.calls.map(({ arguments: [line] }) => line as string),
    ['MISSED: times the peer: 60, aim at least 80', 'met: share of scoring: 0.1, aim at most 0.2'],
  )
  assert.notEqual(process.exitCode, 1)
  failOnMissedAims()
  checkAims([met])
  assert.notEqual(process.exitCode, 1)
  checkAims([{ ...met, measured: NaN }])
  assert.equal(process.exitCode, 1)
})
