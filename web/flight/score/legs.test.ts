import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Certificate } from '#contract/certificate.ts'
import { listLegs } from './legs.ts'

const at = (minute: number) => ({
  index: minute,
  time: new Date(minute * 60_000).toISOString(),
  latitude: 46 + minute / 100,
  longitude: 8,
})

function listOf(turnpoints: number[], legsKm: number[]) {
  const certificate = { start: at(0), turnpoints: turnpoints.map(at), finish: at(100), legsKm }
  return listLegs(certificate as unknown as Certificate).map(({ km, kmh, share, spans }) => ({
    km,
    kmh: kmh && Math.round(kmh),
    percent: Math.round(share * 100),
    minutes: spans.map(({ from, to }) => [from / 60, to / 60]),
  }))
}

suite('the legs of a course', () => {
  test('lead from the start around the turnpoints to the finish', () => {
    assert.deepEqual(listOf([30, 60], [15, 30, 5]), [
      { km: 15, kmh: 30, percent: 30, minutes: [[0, 30]] },
      { km: 30, kmh: 60, percent: 60, minutes: [[30, 60]] },
      { km: 5, kmh: 8, percent: 10, minutes: [[60, 100]] },
    ])
    assert.deepEqual(listOf([], [50])[0]!.minutes, [[0, 100]])
  })

  test('go around a triangle, of which the last is flown at its end and at its beginning', () => {
    assert.deepEqual(listOf([10, 40, 80], [20, 20, 10])[2], {
      km: 10,
      kmh: 20,
      percent: 20,
      minutes: [
        [80, 100],
        [0, 10],
      ],
    })
  })

  test('are none where a turnpoint stands twice', () => {
    assert.deepEqual(
      listOf([30, 30], [15, 0, 15]).map(({ minutes }) => minutes),
      [[[0, 30]], [[30, 100]]],
    )
  })
})
