import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createScratch } from '#igc/scratch.ts'
import type { Track } from '#igc/track.ts'
import { type AirOptions, flyParts, type Part } from '#test/support/igc/air.ts'
import { analyseFlight, type FlightAnalysis, type Phase } from './analyse.ts'
import { checkAnalysis } from '#test/support/igc/check-analysis.ts'

const LIMIT = {
  numRuns: process.env.SWEEPS ? 1000 : 40,
  interruptAfterTimeLimit: process.env.SWEEPS ? 30_000 : 1500,
  markInterruptAsFailure: false,
} as const

const heading = fc.integer({ min: 0, max: 359 })
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant('glide' as const), seconds: fc.integer({ min: 20, max: 600 }), heading }),
  fc.record({
    kind: fc.constant('circles' as const),
    turns: fc.integer({ min: -20, max: 20 }).filter((turns) => turns !== 0),
    period: fc.integer({ min: 14, max: 40 }),
    climb: fc.integer({ min: -3, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('ridge' as const),
    seconds: fc.integer({ min: 60, max: 900 }),
    beatSeconds: fc.integer({ min: 20, max: 200 }),
    heading,
  }),
  fc.record({ kind: fc.constant('parked' as const), seconds: fc.integer({ min: 30, max: 400 }) }),
  fc.record({ kind: fc.constant('silence' as const), seconds: fc.integer({ min: 5, max: 200 }) }),
)
const parts = fc.array(part, { minLength: 1, maxLength: 8 })
const wind = fc.record({ speed: fc.integer({ min: 0, max: 7 }), from: heading })
const seed = fc.integer({ min: 1, max: 1_000_000 })

const wholeOf = (track: Track) => ({ from: 0, to: track.length - 1 })

function analyse(track: Track): FlightAnalysis {
  return analyseFlight(track, { range: wholeOf(track) })!
}

/** The part that does not depend on where, when and in which direction. */
function shapeOf({ phases, totals }: FlightAnalysis) {
  const described = phases.map(({ kind, seconds, altitudeChangeM, circling }) => {
    const { turns, direction } = circling ?? {}
    return { kind, seconds, altitudeChangeM, turns, direction }
  })
  return { described, shares: Object.values(totals.byKind).map(({ share }) => share) }
}

suite('whatever is flown', () => {
  test('it is analysed alike in memory that other flights have used, whether there is enough of it or not', () => {
    const memories = [createScratch(100_000), createScratch(2000)]
    fc.assert(
      fc.property(parts, wind, seed, (flown, blows, number) => {
        const { track } = flyParts(flown, { seed: number, wind: blows })
        if (track.length < 2) return
        for (const memory of memories) {
          memory.reset()
          assert.deepEqual(analyseFlight(track, { range: wholeOf(track), memory }), analyse(track))
        }
      }),
      LIMIT,
    )
  })

  test('its phases cover the flight, its shares add up to 1, and every value is finite', () => {
    const rate = fc.integer({ min: 1, max: 6 })
    fc.assert(
      fc.property(parts, wind, seed, rate, (flown, blows, number, rateSeconds) => {
        const { track } = flyParts(flown, { seed: number, wind: blows, rateSeconds })
        if (track.length > 1) checkAnalysis(track, wholeOf(track), analyse(track))
      }),
      LIMIT,
    )
  })

  test('at another time it is the same', () => {
    fc.assert(
      fc.property(parts, wind, seed, fc.integer({ min: 1, max: 1e9 }), (flown, blows, number, later) => {
        const { track } = flyParts(flown, { seed: number, wind: blows })
        const shifted = { ...track, seconds: track.seconds.map((seconds) => seconds + later) }
        const [one, other] = [analyse(track), analyse(shifted)]
        const retime = (phase: Phase) => ({
          ...phase,
          start: { ...phase.start, time: new Date(Date.parse(phase.start.time) + later * 1000).getTime() },
          end: { ...phase.end, time: new Date(Date.parse(phase.end.time) + later * 1000).getTime() },
        })
        const plain = (phase: Phase) => ({
          ...phase,
          start: { ...phase.start, time: Date.parse(phase.start.time) },
          end: { ...phase.end, time: Date.parse(phase.end.time) },
        })
        assert.deepEqual(other.phases.map(plain), one.phases.map(retime))
        assert.deepEqual({ ...other, phases: [] }, { ...one, phases: [] })
      }),
      LIMIT,
    )
  })
})

suite('a flight without noise', () => {
  const exact: AirOptions = { noise: 0, isWritten: false, wind: { speed: 4, from: 250 } }
  const flown: Part[] = [
    { kind: 'glide', seconds: 300, heading: 20 },
    { kind: 'circles', turns: 9, climb: 2 },
    { kind: 'glide', seconds: 400, heading: 75 },
    { kind: 'circles', turns: -14, period: 21, climb: 1 },
    { kind: 'glide', seconds: 350, heading: 140 },
    { kind: 'circles', turns: 5, period: 14, climb: -5 },
    { kind: 'glide', seconds: 200, heading: 40 },
  ]
  const turned = (degrees: number): Part[] =>
    flown.map((each) => ('heading' in each ? { ...each, heading: each.heading + degrees } : each))
  const base = analyse(flyParts(flown, exact).track)

  test('has the phases that were flown', () => {
    assert.deepEqual(
      base.phases.map(({ kind }) => kind),
      ['glide', 'thermal', 'glide', 'thermal', 'glide', 'circling', 'glide'],
    )
  })

  for (const degrees of [37, 90, 180, 301]) {
    test(`turned by ${degrees} degrees is the same flight in a wind turned by as much`, () => {
      const options = { ...exact, wind: { speed: 4, from: 250 + degrees } }
      const other = analyse(flyParts(turned(degrees), options).track)
      assertAlike(other, base)
      const off = other.wind!.fromDeg! - base.wind!.fromDeg! - degrees
      assert.ok(Math.abs(((off + 540) % 360) - 180) <= 1, `${other.wind!.fromDeg}`)
      assert.equal(other.wind!.speedMps, base.wind!.speedMps)
    })
  }

  for (const [latitude, longitude] of [
    [-33.8, 151.2],
    [0, 0.01],
    [12, 179.99],
    [-45, -179.99],
    [69, 20],
  ] as const) {
    test(`is the same at ${latitude}, ${longitude}`, () => {
      const other = analyse(flyParts(flown, { ...exact, latitude, longitude }).track)
      assertAlike(other, base)
      assert.deepEqual(other.wind, base.wind)
    })
  }

  test('mirrored from east to west turns to the other side in a mirrored wind', () => {
    const { track } = flyParts(flown, exact)
    const other = analyse({ ...track, longitude: track.longitude.map((degrees) => 16 - degrees) })
    const swapped = other.phases.map(({ circling }) => circling && circling.direction)
    const opposite = { left: 'right', right: 'left', mixed: 'mixed', unknown: 'unknown' } as const
    assert.deepEqual(
      swapped,
      base.phases.map(({ circling }) => circling && opposite[circling.direction]),
    )
    assert.equal(other.wind!.fromDeg, 360 - base.wind!.fromDeg!)
    assert.equal(other.wind!.speedMps, base.wind!.speedMps)
  })

  for (const rateSeconds of [2, 3, 4]) {
    test(`with a fix every ${rateSeconds} s keeps the time in thermals within a tenth`, () => {
      const { byKind } = analyse(flyParts(flown, { ...exact, rateSeconds }).track).totals
      const time = base.totals.byKind.thermal.seconds
      assert.ok(
        Math.abs(byKind.thermal.seconds - time) <= time / 10,
        `${byKind.thermal.seconds}, not ${time}`,
      )
      assert.equal(byKind.thermal.count, base.totals.byKind.thermal.count)
    })
  }
})

/** But for a second here and there, where rounding decides. */
function assertAlike(one: FlightAnalysis, other: FlightAnalysis): void {
  const [found, expected] = [shapeOf(one), shapeOf(other)]
  assert.equal(found.described.length, expected.described.length)
  for (const [index, phase] of found.described.entries()) {
    const { kind, seconds, altitudeChangeM, turns = 0, direction } = expected.described[index]!
    assert.equal(phase.kind, kind)
    assert.equal(phase.direction, direction)
    assert.ok(Math.abs(phase.seconds - seconds) <= 2, `${phase.seconds} s, not ${seconds}`)
    assert.ok(Math.abs(phase.altitudeChangeM - altitudeChangeM) <= 12, `${phase.altitudeChangeM} m`)
    assert.ok(Math.abs((phase.turns ?? 0) - turns) <= 0.2, `${phase.turns} turns, not ${turns}`)
  }
}
