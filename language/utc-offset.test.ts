import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUtcOffset } from './utc-offset.ts'

const cases: [string | undefined, string, number][] = [
  ['Europe/Zurich', '2026-05-17T10:00:00Z', 7200],
  ['Europe/Zurich', '2026-01-17T10:00:00Z', 3600],
  ['America/Los_Angeles', '2026-07-01T20:00:00Z', -25_200],
  ['Asia/Kathmandu', '2026-07-01T20:00:00Z', 20_700],
  ['America/St_Johns', '2026-01-01T20:00:00Z', -12_600],
  ['Europe/London', '2026-01-01T20:00:00Z', 0],
  ['UTC', '2026-01-01T20:00:00Z', 0],
  [undefined, '2026-01-01T20:00:00Z', 0],
  ['Europe/Zurich', 'never', 0],
]

test('clocks of a place are so far ahead of UTC, in summer and in winter', () => {
  for (const [zone, time, seconds] of cases) {
    assert.equal(findUtcOffset(zone, new Date(time)), seconds, `${zone} ${time}`)
  }
})
