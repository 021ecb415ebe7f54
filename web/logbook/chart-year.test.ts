import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLastDay, listMonths, listMonthStarts } from './chart-year.ts'

const days = [{ day: '2019-07-04' }, { day: '2021-02-11' }, { day: '2020-08-30' }]

test('a pilot whose flights are all old sees the year of the latest ones', () => {
  assert.equal(findLastDay(days, '', '2026-11-15'), '2021-02-28')
})

test('a season’s year ends with September', () => {
  assert.equal(findLastDay(days, '2020', '2026-11-15'), '2020-09-30')
})

test('who flew this month sees the year up to today', () => {
  assert.equal(findLastDay([...days, { day: '2026-11-02' }], '', '2026-11-15'), '2026-11-15')
})

test('a flight from the future and a logbook without flights have a year, too', () => {
  assert.equal(findLastDay([{ day: '2026-12-20' }], '', '2026-11-15'), '2026-12-20')
  assert.equal(findLastDay([], '', '2026-11-15'), '2026-11-15')
})

test('twelve months lead up to the last one over the turn of the year', () => {
  const months = listMonths('2021-02')
  assert.deepEqual([months.length, months[0], months[10], months[11]], [12, '2020-03', '2021-01', '2021-02'])
})

test('a month is named above its first whole week, never above days of the last one', () => {
  // 29 June 2026 is a Monday: its week has the first days of July.
  const first = Date.parse('2026-06-01T00:00:00Z')
  assert.deepEqual(listMonthStarts(first, 63), [
    { month: '2026-06', index: 0 },
    { month: '2026-07', index: 35 },
  ])
})
