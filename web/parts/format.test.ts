import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as format from './format.ts'

test('numbers are grouped by three and keep their digits', () => {
  assert.deepEqual([0, 7, 999, 1000, 12_345.6, 1_234_567].map(format.formatWhole), [
    '0',
    '7',
    '999',
    '1,000',
    '12,346',
    '1,234,567',
  ])
  assert.deepEqual([0.04, 999.94, 1234.5].map(format.formatKm), ['0.0', '999.9', '1,235'])
  assert.equal(format.formatPoints(1234.567), '1,234.57')
  assert.equal(format.formatOneDigit(-1234.56), '-1,234.6')
})

test('calendar dates are read as they are written, in no time zone', () => {
  assert.equal(format.formatDay('2026-05-07'), '7 May 2026')
  assert.equal(format.formatLongDay('2026-05-20'), 'Wednesday, 20 May 2026')
  assert.equal(format.formatMonth('2025-09'), 'Sep')
  assert.equal(format.formatMonthOfYear('2025-12'), 'Dec 2025')
})

test('a clock shows the time of the place', () => {
  const seconds = Date.parse('2026-05-20T22:30:05Z') / 1000
  assert.equal(format.formatClock(seconds, 7200), '00:30')
  assert.equal(format.formatClock(seconds, -12_600, true), '19:00:05')
})

test('how long ago something was, and how soon it will be', () => {
  const now = Date.parse('2026-05-20T12:00:00Z')
  const cases: [number, string][] = [
    [-20, 'just now'],
    [30, 'in a moment'],
    [-60, '1 minute ago'],
    [-59 * 60, '59 minutes ago'],
    [7200, 'in 2 hours'],
    [-86_400, 'yesterday'],
    [86_400, 'tomorrow'],
    [-30 * 86_400, '30 days ago'],
  ]
  for (const [seconds, words] of cases) assert.equal(format.formatAgo(now + seconds * 1000, now), words)
  assert.match(format.formatAgo(now - 90 * 86_400_000, now), /^1[89] Feb 2026$|^19 Feb 2026$/)
})
