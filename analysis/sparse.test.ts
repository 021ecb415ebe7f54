// Flights with few fixes: what is still found in them, and what is said of the rest.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { type AirOptions, flyParts, type Part } from '#test/support/igc/air.ts'
import { listRealFlights, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { thinTrack } from '#test/support/igc/thin.ts'
import { analyseFlight, type FlightAnalysis, type Phase } from './analyse.ts'

interface Flight {
  track: Track
  range: { from: number; to: number }
}

interface Analysed extends Flight {
  thermals: Phase[]
}

/** Flights with a fix every 4 s or more often. */
const listDense = (): Flight[] =>
  listRealFlights(sampledFiles).filter(({ track, range }) => usualStep(track, range) <= 4)

function usualStep({ seconds }: Track, { from, to }: Flight['range']): number {
  const steps = seconds.slice(from + 1, to + 1).map((time, index) => time - seconds[from + index]!)
  return steps.sort()[steps.length >> 1] ?? Infinity
}

const listSimulated = (): Flight[] =>
  Array.from({ length: 6 }, (_, seed) => {
    const { track } = simulateFlight({ seed, taskKm: 20 + 10 * seed })
    return { track, range: { from: 0, to: track.length - 1 } }
  })

const analyse = (track: Track): FlightAnalysis =>
  analyseFlight(track, { range: { from: 0, to: track.length - 1 } })!

const timesOf = ({ start, end }: Phase) =>
  [Date.parse(start.time) / 1000, Date.parse(end.time) / 1000] as const

/** The gain of thermals by what the time in which it was gained is called in another analysis; shares of it. */
function shareGain(flights: readonly Analysed[], seconds: number): Record<string, number> {
  const gains: Record<string, number> = {}
  let all = 0
  for (const { track, range, thermals } of flights) {
    const thinned = analyse(thinTrack(track, range, seconds)).phases
    for (const thermal of thermals) {
      all += thermal.altitudeChangeM
      for (const phase of thinned)
        gains[phase.kind] = (gains[phase.kind] ?? 0) + thermal.climbMps * overlap(thermal, phase)
    }
  }
  return Object.fromEntries(Object.entries(gains).map(([kind, gain]) => [kind, gain / all]))
}

function overlap(one: Phase, other: Phase): number {
  const [[from, to], [start, end]] = [timesOf(one), timesOf(other)]
  return Math.max(0, Math.min(to, end) - Math.max(from, start))
}

const sets: [name: string, list: () => Flight[], skip: string | false][] = [
  ['simulated flights', listSimulated, false],
  ['real flights', listDense, skip],
]
for (const [name, list, skipped] of sets)
  test(
    `thermals of ${name} keep nine tenths of their gain with a fix every 8 or 10 s; with one every 14 s that is theirs or unknown`,
    { skip: skipped },
    () => {
      const flights = list().map((flight): Analysed => {
        const { phases } = analyseFlight(flight.track, flight)!
        return { ...flight, thermals: phases.filter(({ kind }) => kind === 'thermal') }
      })
      for (const seconds of [8, 10]) {
        const shares = shareGain(flights, seconds)
        assert.ok(shares.thermal! >= 0.9, `${seconds} s: ${JSON.stringify(shares)}`)
      }
      const shares = shareGain(flights, 14)
      const { thermal = 0, unknown = 0, gap = 0 } = shares
      assert.ok(thermal + unknown + gap >= 0.9, JSON.stringify(shares))
    },
  )

const glide = (heading: number, seconds = 180): Part => ({ kind: 'glide', seconds, heading })
const fly = (parts: readonly Part[], options: AirOptions) => analyse(flyParts(parts, options).track)
const circle = (turns: number, period: number): Part => ({ kind: 'circles', turns, period })
const kinds = ({ phases }: FlightAnalysis) => phases.map(({ kind }) => kind)
const near = (found: number | null | undefined, expected: number, tolerance: number, what: string) =>
  assert.ok(Math.abs(found! - expected) <= tolerance, `${what}: ${found}, not ${expected}`)

suite('circles with few fixes', () => {
  const wind = { speed: 4, from: 270 }
  const parts = (period: number) => [
    glide(30),
    circle(10, period),
    glide(90),
    circle(-10, period),
    glide(200),
  ]

  for (const [rateSeconds, period] of [
    [8, 20],
    [8, 24],
    [10, 24],
    [10, 32],
    [12, 20],
    [14, 24],
  ] as const) {
    test(`have their turns, sides, airspeed and wind with a fix every ${rateSeconds} s and ${period} s a turn`, () => {
      const analysis = fly(parts(period), { rateSeconds, wind })
      assert.deepEqual(kinds(analysis), ['glide', 'thermal', 'glide', 'thermal', 'glide'])
      const thermals = analysis.phases.flatMap(({ circling }) => circling ?? [])
      assert.deepEqual(
        thermals.map(({ direction }) => direction),
        ['right', 'left'],
      )
      for (const { turns, secondsPerTurn, airspeedMps, wind: found } of thermals) {
        near(turns, 10, 0.6, 'turns')
        near(secondsPerTurn, period, 0.5, 'seconds per turn')
        near(airspeedMps, 9.5, 0.3, 'airspeed')
        near(found?.speedMps, 4, 0.2, 'wind')
        near(found?.fromDeg, 270, 3, 'wind from')
      }
    })
  }

  test('that turn by half from fix to fix have neither a side nor a wind', () => {
    const analysis = fly(parts(20), { rateSeconds: 10, wind })
    assert.deepEqual(kinds(analysis), ['glide', 'thermal', 'glide', 'thermal', 'glide'])
    for (const { circling } of analysis.phases) {
      if (!circling) continue
      near(circling.turns, 10, 0.6, 'turns')
      assert.equal(circling.direction, 'unknown')
      assert.equal(circling.wind, null)
    }
    assert.equal(analysis.totals.thermals.unknownShare, 1)
  })

  test('are unknown where they leave no trace, and the distance of the fixes is said', () => {
    const analysis = fly(parts(16), { rateSeconds: 14, wind })
    assert.deepEqual(kinds(analysis), ['glide', 'unknown', 'glide', 'unknown', 'glide'])
    for (const { kind, secondsPerFix } of analysis.phases)
      assert.equal(secondsPerFix, kind === 'unknown' ? 14 : null)
  })
})

suite('with few fixes', () => {
  for (const rateSeconds of [8, 10, 14])
    for (const beatSeconds of [30, 120])
      test(`beats of ${beatSeconds} s along a ridge are soaring with a fix every ${rateSeconds} s`, () => {
        const ridge: Part = { kind: 'ridge', seconds: 1200, beatSeconds, heading: 70 }
        const options = { rateSeconds, wind: { speed: 5, from: 160 } }
        assert.deepEqual(kinds(fly([glide(0, 300), ridge, glide(180, 300)], options)), [
          'glide',
          'soaring',
          'glide',
        ])
      })

  test('a wing over one place soars as long as circles would be seen, and is unknown beyond', () => {
    const parts: Part[] = [glide(0, 300), { kind: 'parked', seconds: 900 }, glide(0, 300)]
    assert.deepEqual(kinds(fly(parts, { rateSeconds: 10 })), ['glide', 'soaring', 'glide'])
    assert.deepEqual(kinds(fly(parts, { rateSeconds: 14 })), ['glide', 'unknown', 'glide'])
  })

  test('a fix every 20 s tells nothing, and is no gap', () => {
    const { phases } = fly([glide(0, 600), circle(10, 24), glide(90, 600)], { rateSeconds: 20 })
    assert.deepEqual(
      phases.map(({ kind, secondsPerFix }) => [kind, secondsPerFix]),
      [['unknown', 20]],
    )
  })
})
