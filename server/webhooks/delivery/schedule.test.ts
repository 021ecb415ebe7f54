import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFailingSince, readRetryAfter } from '#server/deliveries/retry.ts'
import { findNextAttemptAt, retryDelaysMs } from './schedule.ts'

const HOUR = 3_600_000

test('the delays are those of the guide, and after the last one there is no further attempt', () => {
  const delays = retryDelaysMs.map((_, index) => (findNextAttemptAt(0, index + 1, 0, () => 0.5) ?? 0) / 1000)
  assert.deepEqual(delays, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  assert.equal(findNextAttemptAt(0, 10), undefined)
})

test('a delay is jittered by a tenth at most', () => {
  assert.equal(
    findNextAttemptAt(0, 2, 0, () => 0),
    270_000,
  )
  assert.equal(
    findNextAttemptAt(0, 2, 0, () => 1),
    330_000,
  )
})

test('Retry-After lengthens a delay up to a day and never shortens it', () => {
  assert.equal(
    findNextAttemptAt(0, 1, 60_000, () => 0.5),
    60_000,
  )
  assert.equal(
    findNextAttemptAt(0, 2, 1000, () => 0.5),
    300_000,
  )
  assert.equal(
    findNextAttemptAt(0, 1, 9e9, () => 0.5),
    24 * HOUR,
  )
})

test('Retry-After is read as seconds or a date', () => {
  const now = Date.parse('2026-05-17T12:00:00Z')
  assert.equal(readRetryAfter('120', now), 120_000)
  assert.equal(readRetryAfter('Sun, 17 May 2026 12:05:00 GMT', now), 300_000)
  for (const nonsense of [undefined, '', '-5', 'soon', 'Sun, 17 May 2020 12:05:00 GMT', '1e9'])
    assert.equal(readRetryAfter(nonsense, now), 0, String(nonsense))
})

test('two failures far apart are not one continuous outage', () => {
  assert.equal(findFailingSince(100 * HOUR, null, null), 100 * HOUR)
  assert.equal(findFailingSince(100 * HOUR, 10 * HOUR, 80 * HOUR), 10 * HOUR)
  assert.equal(findFailingSince(100 * HOUR, 10 * HOUR, 20 * HOUR), 100 * HOUR)
})
