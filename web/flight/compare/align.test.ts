import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrackColumns } from '../map/flight-columns.ts'
import { alignFlights, listDifferences } from './align.ts'

/** Northward at a speed in degrees a second, and level. */
function fly(startsAt: number, speed: number, altitude: number): TrackColumns {
  const count = Math.round(0.2 / speed / 10)
  const column = (value: (index: number) => number) =>
    Float64Array.from({ length: count }, (_, index) => value(index))
  return {
    seconds: column((index) => startsAt + 10 * index),
    latitude: column((index) => 46 + 10 * speed * index),
    longitude: column(() => 8),
    altitude: column(() => altitude),
  }
}

const slow = fly(1000, 0.0001, 2000)
const fast = fly(90_000, 0.0002, 2300)

test('flights of different days are compared by the time since take-off', () => {
  const aligned = alignFlights('time', [slow, fast])
  const [, above] = listDifferences('time', [slow, fast], aligned)
  assert.equal(above![10], 300)
  assert.equal(above!.at(-1), null, 'the fast one has landed')
})

test('at the same place the faster flight is ahead, and more so the farther they are', () => {
  const aligned = alignFlights('position', [slow, fast])
  const [, behind] = listDifferences('position', [slow, fast], aligned)
  const told = behind!.filter((seconds) => seconds !== null)
  assert.ok(told.length > 30)
  assert.ok(told.at(-1)! < -900 && told.at(-1)! > -1100, `${told.at(-1)}`)
  assert.ok(told[5]! > told[20]!)
})

test('a flight that never came near has nothing to compare', () => {
  const far = { ...fast, longitude: fast.longitude.map(() => 9) }
  const aligned = alignFlights('position', [slow, far])
  assert.ok(aligned.fixes[1]!.every((fix) => fix === null))
})
