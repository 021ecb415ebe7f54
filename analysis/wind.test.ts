import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { seededRandom } from '#igc/simulate.ts'
import { type AirOptions, flyParts, type Part, type Wind } from '#test/support/igc/air.ts'
import { analyseFlight, type FlightAnalysis, type WindValue } from './analyse.ts'

const MAX_SPEED_OFF = 0.5
const MAX_DEGREES_OFF = 10

function analyse(parts: readonly Part[], options: AirOptions): FlightAnalysis {
  const { track } = flyParts(parts, options)
  return analyseFlight(track, { range: { from: 0, to: track.length - 1 } })!
}

function degreesBetween(one: number, other: number): number {
  return Math.abs(((one - other + 540) % 360) - 180)
}

function isRecovered(found: WindValue | null, { speed, from }: Wind, what: string): void {
  const text = `${what}: ${JSON.stringify(found)}, not ${speed} m/s from ${from}`
  assert.ok(found && Math.abs(found.speedMps - speed) <= MAX_SPEED_OFF, text)
  if (speed < 1.5) return
  assert.ok(found.fromDeg !== null && degreesBetween(found.fromDeg, from) <= MAX_DEGREES_OFF, text)
}

suite('the wind in thermals', () => {
  test('is recovered within 0.5 m/s and 10 degrees, in each of them and over the flight', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed)
      const wind = { speed: 8 * random(), from: 360 * random() }
      const parts = Array.from({ length: 4 }, (): Part[] => [
        { kind: 'glide', seconds: 200, heading: 360 * random() },
        {
          kind: 'circles',
          turns: (random() < 0.5 ? -1 : 1) * (4 + 12 * random()),
          period: 16 + 20 * random(),
          climb: 0.5 + 3 * random(),
          airspeed: 8.5 + 2 * random(),
        },
      ]).flat()
      const analysis = analyse(parts, { seed, wind, rateSeconds: 1 + (seed % 3), noise: 1 })
      isRecovered(analysis.wind, wind, `seed ${seed}`)
      const thermals = analysis.phases.filter(({ kind }) => kind === 'thermal')
      assert.equal(thermals.length, 4, `seed ${seed}`)
      for (const { circling } of thermals) isRecovered(circling!.wind, wind, `seed ${seed}, a thermal`)
    }
  })

  test('that changes with altitude is found in its bands', () => {
    const wind = (altitude: number) => ({ speed: altitude / 500, from: 180 + altitude / 50 })
    const parts: Part[] = [
      { kind: 'glide', seconds: 120, heading: 0 },
      { kind: 'circles', turns: 50, climb: 1.5 },
      { kind: 'glide', seconds: 1000, heading: 0, sink: 1.5 },
      { kind: 'circles', turns: -40, climb: 1.5 },
    ]
    const { profile } = analyse(parts, { wind, altitude: 1000 })
    assert.ok(profile.length >= 8)
    for (const band of profile) {
      // The first and the last band are not climbed through.
      if (band.seconds < 130) continue
      isRecovered(band.wind, wind((band.fromM + band.toM) / 2), `${band.fromM} m`)
      assert.ok(Math.abs(band.climbMps - 1.5) < 0.1, `${band.fromM} m: ${band.climbMps}`)
    }
    assert.ok(profile.every(({ fromM }, index) => index === 0 || fromM > profile[index - 1]!.fromM))
  })

  // The synthetic cases of XCSoar's test of its circling wind, which allows up to 2.5 m/s and 45 degrees.
  const cases: [string, Partial<Extract<Part, { kind: 'circles' }>>, Wind, number][] = [
    ['a glider without wind', { airspeed: 25, period: 20 }, { speed: 0, from: 0 }, 1],
    ['a glider in wind', { airspeed: 25, period: 20 }, { speed: 5, from: 270 }, 1],
    ['a paraglider in wind', { airspeed: 9, period: 25 }, { speed: 5, from: 90 }, 1],
    ['a paraglider in wind, a fix every 3 s', { airspeed: 9, period: 25 }, { speed: 5, from: 90 }, 3],
  ]
  for (const [name, circles, wind, rateSeconds] of cases) {
    test(`of ${name} is recovered`, () => {
      const analysis = analyse([{ kind: 'circles', turns: 6, ...circles }], { wind, rateSeconds })
      isRecovered(analysis.wind, wind, name)
    })
  }

  test('has no direction below 1 m/s', () => {
    const { wind } = analyse([{ kind: 'circles', turns: 10 }], { wind: { speed: 0.5, from: 90 } })
    assert.equal(wind?.fromDeg, null)
  })

  test('is unknown without a thermal, and where the velocity runs on no circle', () => {
    assert.equal(analyse([{ kind: 'glide', seconds: 600, heading: 0 }], {}).wind, null)
    // Loops over one place in a strong wind: half a circle of velocities, to which any circle fits.
    const loops = Array.from({ length: 20 }, (_, index): Part[] => [
      { kind: 'glide', seconds: 12, heading: 40 + 3 * index, airspeed: 4, sink: -0.1 },
      { kind: 'circles', turns: 0.5, period: 20, airspeed: 3, climb: 0.1 },
    ]).flat()
    for (const { circling } of analyse(loops, {}).phases) assert.equal(circling?.wind ?? null, null)
  })

  test('comes with how far off it may be: rarely by more than twice that', () => {
    let [within, all] = [0, 0]
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed)
      const wind = { speed: 8 * random(), from: 360 * random() }
      const parts: Part[] = [
        { kind: 'glide', seconds: 200, heading: 360 * random() },
        { kind: 'circles', turns: 4 + 12 * random(), period: 18 + 16 * random() },
      ]
      const { wind: found } = analyse(parts, { seed, wind, rateSeconds: 1 + 3 * (seed % 4), noise: 3 })
      if (!found) continue
      all++
      if (Math.abs(found.speedMps - wind.speed) <= 2 * found.uncertaintyMps!) within++
      assert.equal(found.uncertaintyDeg === null, found.fromDeg === null)
    }
    assert.ok(all >= 35 && within >= 0.9 * all, `${within} of ${all}`)
  })

  test('is less certain where its thermals differ than each of them is', () => {
    const thermal: Part = { kind: 'circles', turns: 10, climb: 0.5 }
    const down: Part = { kind: 'glide', seconds: 1000, heading: 0, sink: 1.2 }
    const wind = (altitude: number) => ({ speed: altitude > 1500 ? 7 : 3, from: 90 })
    const analysis = analyse([thermal, down, thermal], { wind, altitude: 1800 })
    const winds = analysis.phases.flatMap(({ circling }) => circling?.wind ?? [])
    assert.equal(winds.length, 2)
    for (const each of winds) assert.ok(each.uncertaintyMps! < 0.5, JSON.stringify(each))
    assert.ok(analysis.wind!.uncertaintyMps! > 1, JSON.stringify(analysis.wind))
  })

  test('has no uncertainty where it is a drift', () => {
    const { phases } = analyse([{ kind: 'circles', turns: 10 }], { wind: { speed: 4, from: 90 } })
    assert.deepEqual(Object.keys(phases[0]!.circling!.drift!), ['speedMps', 'fromDeg'])
  })
})
