import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findFlights } from '#igc/flight/flight-range.ts'
import { readIgc } from '#igc/read.ts'
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { checkAnalysis } from '#test/support/igc/check-analysis.ts'
import { analyseFlight, MAX_SECONDS } from './analyse.ts'

const LIMIT = {
  interruptAfterTimeLimit: process.env.SWEEPS ? 30_000 : 1000,
  markInterruptAsFailure: false,
} as const
const ROUNDS = process.env.SWEEPS ? 20 : 1

interface Fix {
  step: number
  lat: number
  lng: number
  altitude: number
}

function toTrack(fixes: readonly Fix[]): Track {
  let clock = 1_720_000_000
  return {
    length: fixes.length,
    seconds: Float64Array.from(fixes, ({ step }) => (clock += step)),
    latitude: Float64Array.from(fixes, ({ lat }) => lat),
    longitude: Float64Array.from(fixes, ({ lng }) => lng),
    pressureAltitude: Int32Array.from(fixes, ({ altitude }) => altitude),
    gnssAltitude: Int32Array.from(fixes, ({ altitude }) => altitude),
    valid: new Uint8Array(fixes.length).fill(1),
  }
}

function check(track: Track): void {
  const ranges = [{ from: 0, to: track.length - 1 }, ...findFlights(track)]
  for (const range of ranges) checkAnalysis(track, range, analyseFlight(track, { range }))
}

test('any sequence of fixes is analysed: nothing is thrown, nothing is not a number', () => {
  const fix = fc.record({
    // Repeated times, fractions of seconds, usual steps, gaps, days.
    step: fc.oneof(
      fc.constantFrom(0, 1, 1, 1, 2, 5),
      fc.integer({ min: 0, max: 160 }).map((eighths) => eighths / 8),
      fc.integer({ min: 16, max: 4000 }),
    ),
    lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(90, -90, 0, 46.5)),
    lng: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(180, -180, 0, 8)),
    altitude: fc.integer({ min: -99_999, max: 99_999 }),
  })
  fc.assert(
    fc.property(fc.array(fix, { minLength: 2, maxLength: 120 }), (fixes) => check(toTrack(fixes))),
    { numRuns: 1500 * ROUNDS, ...LIMIT },
  )
})

test('any walk of a wing is analysed', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 20, max: 1500 }),
      fc.integer({ min: 1, max: 9 }),
      (seed, count, rate) => {
        const random = seededRandom(seed)
        const wing = {
          lat: 80 * (random() - 0.5),
          lng: 360 * (random() - 0.5),
          altitude: 1500,
          turn: 0,
          heading: 0,
        }
        const fixes = Array.from({ length: count }, () => {
          wing.turn = 0.97 * wing.turn + 0.15 * (random() - 0.5)
          wing.heading += wing.turn * rate
          wing.lat += 9e-5 * Math.cos(wing.heading) * rate * random()
          wing.lng += 9e-5 * Math.sin(wing.heading) * rate * random()
          wing.altitude += 6 * (random() - 0.5) * rate
          const step = random() < 0.01 ? 40 : random() < 0.02 ? 0 : rate
          return { step, lat: wing.lat, lng: wing.lng, altitude: Math.round(wing.altitude) }
        })
        check(toTrack(fixes))
      },
    ),
    { numRuns: 300 * ROUNDS, ...LIMIT },
  )
})

test('a file with bytes changed is analysed as far as it is read', () => {
  const { bytes } = simulateFlight({ seed: 4, taskKm: 12, rateSeconds: 2 })
  const edit = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
      const changed = Uint8Array.from(bytes)
      for (const [at, byte] of edits) changed[at] = byte
      const { track } = readIgc(changed)
      if (track) check(track)
    }),
    { numRuns: 150 * ROUNDS, ...LIMIT },
  )
})

test('the worst that fits into a file takes no more than 2 MB of text', () => {
  // Half a minute of fixes between gaps, as long as a flight may be: the most phases a record can have.
  const fixes: Fix[] = []
  let seconds = 0
  for (let number = 0; seconds < MAX_SECONDS - 60; number++) {
    const step = number % 16 === 0 ? 16 : 2
    seconds += step
    fixes.push({
      step,
      lat: 46 + 1e-4 * (number % 7),
      lng: 8 + 1e-5 * number,
      altitude: 1500 + (number % 90),
    })
  }
  const track = toTrack(fixes)
  const analysis = analyseFlight(track, { range: { from: 0, to: track.length - 1 } })
  checkAnalysis(track, { from: 0, to: track.length - 1 }, analysis)
  assert.ok(analysis!.phases.length > 2000)
  assert.ok(JSON.stringify(analysis).length < 2_000_000, `${JSON.stringify(analysis).length}`)
})
