import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFlights, findLongest } from './flight-range.ts'
import { readIgc } from '../read.ts'
import { simulateFlight } from '../simulate.ts'
import { type Leg, simulateLegs } from '#test/support/igc/legs.ts'
import type { Track } from '../track.ts'

/** Ten minutes: out, a climb in circles, and down. */
const FLIGHT: Leg[] = [
  { seconds: 150, speed: 10, climb: -1.2 },
  { seconds: 200, speed: 10, climb: 1.8, turn: 0.35 },
  { seconds: 250, speed: 11, climb: -1.3, heading: 120 },
]
const FLIGHT_SECONDS = 600

function assertSegments(track: Track, expected: [from: number, to: number][], tolerance = 8): void {
  const segments = findFlights(track)
  assert.equal(segments.length, expected.length, JSON.stringify(segments))
  for (const [index, [from, to]] of expected.entries()) {
    assert.ok(
      Math.abs(segments[index]!.from - from) <= tolerance,
      `launch ${segments[index]!.from}, not ${from}`,
    )
    assert.ok(Math.abs(segments[index]!.to - to) <= tolerance, `landing ${segments[index]!.to}, not ${to}`)
  }
}

test('a flight between two waits begins at the launch and ends at the landing', () => {
  const track = simulateLegs([{ seconds: 1800 }, ...FLIGHT, { seconds: 1800 }])
  assertSegments(track, [[1800, 1800 + FLIGHT_SECONDS]])
})

test('a recording that begins in the air and ends in it is a flight from end to end', () => {
  assertSegments(simulateLegs(FLIGHT), [[0, FLIGHT_SECONDS - 1]])
})

test('a hike up and a walk along the ridge are not part of the flight', () => {
  const hike = { seconds: 5400, speed: 1.2, climb: 0.22, heading: 40 }
  const ridge = { seconds: 900, speed: 1.6, heading: 90 }
  const track = simulateLegs([hike, { seconds: 600 }, ridge, ...FLIGHT, { seconds: 300, speed: 1.3 }])
  assertSegments(track, [[6900, 6900 + FLIGHT_SECONDS]])
})

test('a drive after the landing, longer than the flight, is not the flight', () => {
  const drive = { seconds: 2400, speed: 17, climb: 0.02, heading: 200, stops: 12 }
  const track = simulateLegs([{ seconds: 120 }, ...FLIGHT, { seconds: 900 }, drive, { seconds: 120 }])
  assertSegments(track, [[120, 120 + FLIGHT_SECONDS]])
})

test('the ride up by car or cable car is not the flight', () => {
  const lift = { seconds: 1200, speed: 7, climb: 0.9, heading: 10 }
  const track = simulateLegs([
    { seconds: 200 },
    lift,
    { seconds: 1200, speed: 0.5 },
    ...FLIGHT,
    { seconds: 200 },
  ])
  assertSegments(track, [[2600, 2600 + FLIGHT_SECONDS]])
})

test('a ride along a level road is no flight at all', () => {
  assert.deepEqual(
    findFlights(simulateLegs([{ seconds: 300 }, { seconds: 1200, speed: 14 }, { seconds: 300 }])),
    [],
  )
})

test('several flights in one file are all found and the longest is the flight', () => {
  const second = FLIGHT.map((leg) => ({ ...leg, seconds: leg.seconds * 2 }))
  const track = simulateLegs([...FLIGHT, { seconds: 1500 }, ...second, { seconds: 1500 }, ...FLIGHT])
  assertSegments(track, [
    [0, 600],
    [2100, 3300],
    [4800, 5399],
  ])
  assert.equal(findLongest(track, findFlights(track))?.from, findFlights(track)[1]?.from)
})

test('standing in the wind for a minute does not end a flight', () => {
  const parked = { seconds: 80, speed: 0.8, climb: 0.1 }
  assertSegments(simulateLegs([{ seconds: 300 }, ...FLIGHT, parked, ...FLIGHT, { seconds: 300 }]), [
    [300, 1580],
  ])
})

test('running with the wing on the ground is no flight', () => {
  const run = { seconds: 6, speed: 4 }
  const legs = Array.from({ length: 30 }, () => [run, { seconds: 20 }]).flat()
  assert.deepEqual(findFlights(simulateLegs([{ seconds: 300 }, ...legs, { seconds: 300 }])), [])
})

test('an hour at rest is no flight', () => {
  assert.deepEqual(findFlights(simulateLegs([{ seconds: 3600 }])), [])
})

test('a glide of a minute and a half is found', () => {
  assertSegments(simulateLegs([{ seconds: 600 }, { seconds: 90, speed: 9, climb: -1.4 }, { seconds: 600 }]), [
    [600, 690],
  ])
})

test('simulated flights at every rate and on both sides of the date line are found whole', () => {
  for (const rateSeconds of [1, 2, 3, 4, 5]) {
    const { track, range } = simulateFlight({
      seed: rateSeconds,
      rateSeconds,
      longitude: 179.99,
      taskKm: 12,
      waitSeconds: 300,
    })
    const segments = findFlights(track)
    assert.equal(segments.length, 1)
    assert.ok(Math.abs(segments[0]!.from - range.from) <= 6 / rateSeconds + 1)
    assert.ok(Math.abs(segments[0]!.to - range.to) <= 6 / rateSeconds + 1)
  }
})

test('fixes minutes apart are a flight', () => {
  const fixes = Array.from({ length: 12 }, (_, at) => {
    const time = `${10 + Math.floor(at / 12)}${String((at * 5) % 60).padStart(2, '0')}00`
    return `B${time}46${String(40_000 + at * 1_500)}N00745000EA0${1500 + (at % 3) * 300}0${1500 + (at % 3) * 300}`
  })
  const { track } = readIgc(Buffer.from(['AXXX001', 'HFDTE170526', ...fixes].join('\n')))
  assert.deepEqual(findFlights(track!), [{ from: 0, to: 11 }])
})
