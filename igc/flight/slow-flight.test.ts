// Slow over the ground: in the air, and not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFlights } from './flight-range.ts'
import { type Leg, type LegOptions, simulateLegs } from '#test/support/igc/legs.ts'
import type { Track } from '../track.ts'

const WAIT: Leg = { seconds: 600 }
const OUT: Leg[] = [
  { seconds: 150, speed: 10, climb: -1.2 },
  { seconds: 200, speed: 10, climb: 1.8, turn: 0.35 },
]
const HOME: Leg[] = [{ seconds: 400, speed: 11, climb: -1.3, heading: 120 }]
const OUT_SECONDS = 350
const HOME_SECONDS = 400
const RATES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Launch and landing of each flight, in seconds after the first fix. */
function timesOf(track: Track): [number, number][] {
  return findFlights(track).map(({ from, to }) => [
    track.seconds[from]! - track.seconds[0]!,
    track.seconds[to]! - track.seconds[0]!,
  ])
}

function assertFlights(
  legs: Leg[],
  expected: [number, number][],
  options: LegOptions = {},
  toleranceSeconds = 20,
): void {
  const found = timesOf(simulateLegs(legs, options))
  const isClose = (a: number, b: number) => Math.abs(a - b) <= toleranceSeconds
  const message = `${JSON.stringify(found)}, not ${JSON.stringify(expected)}, with ${JSON.stringify(options)}`
  assert.equal(found.length, expected.length, message)
  for (const [index, [from, to]] of expected.entries())
    assert.ok(isClose(found[index]![0], from) && isClose(found[index]![1], to), message)
}

/** A quiet coast by a barometer; GNSS alone needs the air that such wind usually brings. */
const AIR = [
  { rough: 0.4, hasBarometer: true },
  { rough: 0.6, hasBarometer: true },
  { rough: 0.6, hasBarometer: false },
  { rough: 1, hasBarometer: false },
]

/** Trimmed, a wing is driven back by strong wind; on the speed bar it stays over one place. */
const TRIM_SPEED_MS = 11

for (const wind of [8, 9, 10, 11, 12, 13, 14])
  test(`a wing parked for twenty minutes in wind of ${wind} m/s flies on, at every rate`, () => {
    const held = wind + 0.4
    for (const speed of new Set([held, Math.min(TRIM_SPEED_MS, held)]))
      for (const rateSeconds of RATES)
        for (const { rough, hasBarometer } of AIR) {
          const parked = { seconds: 1200, speed, wind, rough }
          const landing = 600 + OUT_SECONDS + 1200 + HOME_SECONDS
          const options = { rateSeconds, hasBarometer, seed: wind }
          assertFlights([WAIT, ...OUT, parked, ...HOME, WAIT], [[600, landing]], options)
        }
  })

test('a wing that hangs over the launch at first and over the landing at last is flying', () => {
  const parked = { seconds: 300, speed: 10.3, wind: 10, rough: 0.8 }
  for (const rateSeconds of RATES) {
    const legs = [WAIT, { seconds: 20, climb: 1.5 }, parked, ...OUT, ...HOME, parked, WAIT]
    assertFlights(legs, [[600, 620 + 300 + OUT_SECONDS + HOME_SECONDS + 300]], { rateSeconds }, 60)
  }
})

test('scratching along a ridge at walking pace is flying', () => {
  const tacks = Array.from({ length: 24 }, (_, tack) => ({
    seconds: 50,
    speed: 2.2,
    heading: tack % 2 === 0 ? 80 : 260,
    climb: tack % 3 === 0 ? 0.3 : -0.15,
    rough: 0.4,
  }))
  for (const rateSeconds of RATES)
    assertFlights([WAIT, ...OUT, ...tacks, ...HOME, WAIT], [[600, 600 + 350 + 1200 + 400]], { rateSeconds })
})

for (const minutes of [1, 3])
  test(`a top landing of ${minutes} min does not end the flight`, () => {
    const stop = { seconds: minutes * 60 }
    for (const rateSeconds of RATES)
      for (const hasBarometer of [true, false])
        assertFlights(
          [WAIT, ...OUT, stop, ...OUT, ...HOME, WAIT],
          [[600, 600 + 2 * OUT_SECONDS + stop.seconds + HOME_SECONDS]],
          { rateSeconds, hasBarometer },
        )
  })

test('a landing of 8 min ends the flight, and the launch after it begins another', () => {
  for (const rateSeconds of RATES)
    for (const hasBarometer of [true, false])
      assertFlights(
        [WAIT, ...OUT, { seconds: 480 }, ...OUT, ...HOME, WAIT],
        [
          [600, 950],
          [1430, 1430 + OUT_SECONDS + HOME_SECONDS],
        ],
        { rateSeconds, hasBarometer },
      )
})

const DRIVE: Leg = { seconds: 1500, speed: 17, climb: 0.02, heading: 200, stops: 12 }
const DRIVE_UP: Leg = { seconds: 900, speed: 12, climb: 0.7, heading: 30, stops: 5 }

test('a car that waits at the landing, and the one that brought the pilot up, are not part of the flight', () => {
  const flight = OUT_SECONDS + HOME_SECONDS
  for (const rateSeconds of RATES)
    for (const packing of [150, 240, 900])
      assertFlights(
        [DRIVE_UP, { seconds: packing }, ...OUT, ...HOME, { seconds: packing }, DRIVE, { seconds: 60 }],
        [[900 + packing, 900 + packing + flight]],
        { rateSeconds },
      )
})

test('a walk before the launch and one after the landing are not part of the flight', () => {
  const up = { seconds: 2400, speed: 1.1, climb: 0.25, heading: 70, rough: 0.05 }
  const down = { seconds: 1200, speed: 1.4, climb: -0.3, heading: 250, rough: 0.05 }
  const flight = OUT_SECONDS + HOME_SECONDS
  for (const rateSeconds of RATES)
    for (const hasBarometer of [true, false])
      assertFlights(
        [up, { seconds: 300 }, ...OUT, ...HOME, { seconds: 240 }, down],
        [[2700, 2700 + flight]],
        { rateSeconds, hasBarometer },
      )
})

test('a walk back up between two flights parts them, however short the stops', () => {
  const up = { seconds: 1500, speed: 1.1, climb: 0.25, heading: 300, rough: 0.05 }
  const stop = { seconds: 100 }
  for (const rateSeconds of RATES)
    assertFlights(
      [WAIT, ...OUT, ...HOME, stop, up, stop, ...OUT, ...HOME, WAIT],
      [
        [600, 1350],
        [3050, 3800],
      ],
      { rateSeconds },
    )
})
