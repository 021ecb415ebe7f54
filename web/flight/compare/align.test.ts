import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrackColumns } from '../map/flight-columns.ts'
import { alignFlights, findSpot, listDifferences } from './align.ts'

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
const utc = (...flights: TrackColumns[]) => flights.map((columns) => ({ columns, utcOffsetSeconds: 0 }))

test('flights of different days are compared by the time since take-off', () => {
  const aligned = alignFlights('time', utc(slow, fast))
  const [, above] = listDifferences('time', [slow, fast], aligned)
  assert.equal(above![10], 300)
  assert.equal(above!.at(-1), null, 'the fast one has landed')
})

test('at the same place the faster flight is ahead, and more so the farther they are', () => {
  const aligned = alignFlights('position', utc(slow, fast))
  const [, behind] = listDifferences('position', [slow, fast], aligned)
  const told = behind!.filter((seconds) => seconds !== null)
  assert.ok(told.length > 30)
  assert.ok(told.at(-1)! < -900 && told.at(-1)! > -1100, `${told.at(-1)}`)
  assert.ok(told[5]! > told[20]!)
})

test('a flight that never came near has nothing to compare', () => {
  const far = { ...fast, longitude: fast.longitude.map(() => 9) }
  const aligned = alignFlights('position', utc(slow, far))
  assert.ok(aligned.fixes[1]!.every((fix) => fix === null))
})

test('by the time of day flights of other days and zones are where they were when the clocks there said so', () => {
  const aligned = alignFlights('clock', [
    { columns: slow, utcOffsetSeconds: 0 },
    { columns: fast, utcOffsetSeconds: -3600 },
  ])
  assert.equal(
    aligned.at[0],
    0,
    'the second began at 25:00 of the day before, an hour behind UTC: at midnight',
  )
  assert.equal(aligned.timeOf(0, 999), null)
  assert.equal(aligned.timeOf(0, 1000), 1000)
  assert.equal(aligned.timeOf(1, 30), 90_030)
})

test('at the same place the time between two steps is between their times', () => {
  const aligned = alignFlights('position', utc(slow, fast))
  const [before, between, after] = [3, 3.5, 4].map((step) =>
    aligned.timeOf(0, aligned.at[Math.floor(step)]! + 0.25 * 2 * (step % 1))!,
  )
  assert.ok(before! < between! && between! < after!, `${before} ${between} ${after}`)
})

test('between two fixes a flight is on the line between them, and at its ends it stays', () => {
  const spot = findSpot(slow, slow.seconds[4]! + 5)
  assert.equal(spot.fix, 4)
  assert.ok(Math.abs(spot.latitude - (slow.latitude[4]! + slow.latitude[5]!) / 2) < 1e-9)
  assert.equal(findSpot(slow, 1e9).latitude, slow.latitude.at(-1))
})
