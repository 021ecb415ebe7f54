import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type AirOptions, type FlownPart, flyParts, type Part } from '#test/support/igc/air.ts'
import { analyseFlight, type FlightAnalysis, MAX_SECONDS, type Phase } from './analyse.ts'

const glide = (heading: number, seconds = 180): Part => ({ kind: 'glide', seconds, heading })

/** Glides and thermals in turn, the turns to the left and to the right. */
function crossCountry(thermals: number, circles: Partial<Extract<Part, { kind: 'circles' }>> = {}): Part[] {
  const parts: Part[] = []
  for (let number = 0; number < thermals; number++) {
    parts.push(glide(30 + 70 * number))
    parts.push({ kind: 'circles', turns: number % 2 === 0 ? 10 : -10, ...circles })
  }
  return [...parts, glide(200)]
}

function analyse(parts: readonly Part[], options: AirOptions = {}): FlightAnalysis & { flown: FlownPart[] } {
  const { track, flown } = flyParts(parts, options)
  const analysis = analyseFlight(track, { range: { from: 0, to: track.length - 1 } })
  assert.ok(analysis)
  return { ...analysis, flown }
}

const ofKind = (phases: readonly Phase[], kind: string) => phases.filter((phase) => phase.kind === kind)
const kinds = (phases: readonly Phase[]) => phases.map(({ kind }) => kind)
const secondsOf = (time: string) => Date.parse(time) / 1000

function near(found: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(found - expected) <= tolerance, `${what}: ${found}, not ${expected} ± ${tolerance}`)
}

suite('thermals', () => {
  for (const rateSeconds of [1, 2, 3, 4]) {
    for (const period of [18, 24, 36]) {
      test(`four are found as four, with a fix every ${rateSeconds} s and ${period} s a turn`, () => {
        const options = { rateSeconds, wind: { speed: 4, from: 270 }, seed: period }
        const { phases, flown } = analyse(crossCountry(4, { period }), options)
        const thermals = ofKind(phases, 'thermal')
        const truth = flown.filter(({ part }) => part.kind === 'circles')
        assert.equal(thermals.length, 4, kinds(phases).join(' '))
        for (const [index, thermal] of thermals.entries()) {
          near(secondsOf(thermal.start.time), truth[index]!.start, period, 'start')
          near(secondsOf(thermal.end.time), truth[index]!.end, period, 'end')
          near(thermal.circling!.turns, 10, 1, 'turns')
          near(thermal.circling!.secondsPerTurn, period, 0.08 * period, 'seconds per turn')
          near(thermal.climbMps, 1.5, 0.3, 'mean climb')
          assert.equal(thermal.circling!.direction, index % 2 === 0 ? 'right' : 'left')
        }
      })
    }
  }

  test('a pure helix gives its turns, climb, airspeed, radius and wind', () => {
    const parts: Part[] = [
      glide(90),
      { kind: 'circles', turns: 12, period: 20, climb: 2, airspeed: 10 },
      glide(90),
    ]
    const exact = { noise: 0, isWritten: false, wind: { speed: 5, from: 300 } }
    const { phases } = analyse(parts, exact)
    assert.deepEqual(kinds(phases), ['glide', 'thermal', 'glide'])
    const { circling, climbMps } = phases[1]!
    near(climbMps, 2, 0.05, 'climb')
    near(circling!.turns, 12, 0.3, 'turns')
    near(circling!.airspeedMps!, 10, 0.2, 'airspeed')
    near(circling!.radiusM!, (10 * 20) / (2 * Math.PI), 1, 'radius')
    near(circling!.wind!.speedMps, 5, 0.1, 'wind')
    near(circling!.wind!.fromDeg!, 300, 1, 'wind from')
    near(circling!.drift!.speedMps, 5, 0.1, 'drift')
    near(circling!.drift!.fromDeg!, 300, 1, 'drift from')
  })

  test('are found in wind of up to nine tenths of the airspeed', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { phases } = analyse(crossCountry(4), { seed, wind: { speed: 8.5, from: 90 } })
      assert.equal(ofKind(phases, 'thermal').length, 4, `seed ${seed}`)
    }
  })

  test('are found through the air where they do not turn over the ground, once one of them has told the wind', () => {
    // With a fix every 3 s, tight circles in this wind are waves over the ground.
    const parts = [...crossCountry(2, { period: 30 }), ...crossCountry(2, { period: 17, airspeed: 9 })]
    const { phases } = analyse(parts, { rateSeconds: 3, wind: { speed: 7.7, from: 90 } })
    assert.equal(ofKind(phases, 'thermal').length, 4, kinds(phases).join(' '))
  })

  test('the best 20 s of a climb are its best climb', () => {
    const circles = (turns: number, climb: number): Part => ({ kind: 'circles', turns, period: 20, climb })
    const { phases, totals } = analyse([glide(0), circles(4, 1), circles(2, 4), circles(4, 1), glide(0)])
    const [thermal] = ofKind(phases, 'thermal')
    near(thermal!.circling!.bestClimbMps, 4, 0.1, 'best climb')
    near(thermal!.climbMps, 1.6, 0.1, 'mean climb')
    assert.equal(totals.thermals.bestClimbMps, thermal!.circling!.bestClimbMps)
    assert.equal(totals.thermals.meanClimbMps, thermal!.climbMps)
  })

  test('one that turns to both sides is mixed, one with a short correction is not', () => {
    const direction = (turns: number[]) => {
      const parts: Part[] = turns.map((count) => ({ kind: 'circles', turns: count }))
      return ofKind(analyse([glide(0), ...parts, glide(0)]).phases, 'thermal')[0]!.circling!.direction
    }
    assert.equal(direction([6, -4]), 'mixed')
    assert.equal(direction([12, -1]), 'right')
    assert.equal(direction([-12, 1]), 'left')
  })

  test('a moment of straight flight does not split one; half a minute does', () => {
    const split = (seconds: number) =>
      ofKind(
        analyse([
          glide(0),
          { kind: 'circles', turns: 6 },
          glide(45, seconds),
          { kind: 'circles', turns: 6 },
          glide(0),
        ]).phases,
        'thermal',
      ).length
    assert.equal(split(15), 1)
    assert.equal(split(50), 2)
  })
})

suite('circling without gain', () => {
  test('is a spiral, not a thermal', () => {
    const spiral: Part = { kind: 'circles', turns: 8, period: 12, climb: -8, airspeed: 14 }
    const { phases, totals } = analyse([glide(0), spiral, glide(0)], { altitude: 3000 })
    assert.deepEqual(kinds(phases), ['glide', 'circling', 'glide'])
    near(phases[1]!.climbMps, -8, 0.5, 'sink')
    assert.equal(totals.thermals.count, 0)
    assert.equal(totals.thermals.meanClimbMps, null)
    assert.equal(totals.thermals.bestClimbMps, null)
  })

  test('a climb and the spiral that follows at once are two phases', () => {
    const parts: Part[] = [
      glide(0),
      { kind: 'circles', turns: 10, climb: 2 },
      { kind: 'circles', turns: 8, period: 14, climb: -7 },
      glide(0),
    ]
    const { phases } = analyse(parts, { altitude: 2500 })
    assert.deepEqual(kinds(phases), ['glide', 'thermal', 'circling', 'glide'])
    near(phases[1]!.altitudeChangeM, 480, 15, 'gain')
  })

  test('a single turn on a glide is a part of the glide', () => {
    const { phases } = analyse([glide(40), { kind: 'circles', turns: 1, climb: 0 }, glide(40)])
    assert.deepEqual(kinds(phases), ['glide'])
  })
})

suite('what does not circle', () => {
  test('a glide has its distance, speed and ratios over the ground and through the air', () => {
    const parts: Part[] = [
      { kind: 'circles', turns: 8 },
      { kind: 'glide', seconds: 400, heading: 90, airspeed: 10, sink: 1 },
      { kind: 'circles', turns: 8 },
    ]
    const { phases } = analyse(parts, { wind: { speed: 4, from: 90 }, noise: 0, isWritten: false })
    const [found] = ofKind(phases, 'glide')
    near(found!.distanceKm, 2.4, 0.06, 'distance')
    near(found!.trackKm, 2.4, 0.06, 'track')
    near(found!.glide!.speedKmh, 6 * 3.6, 0.5, 'speed')
    near(found!.glide!.ratio!, 6, 0.2, 'ratio')
    near(found!.glide!.airRatio!, 10, 0.4, 'ratio through the air')
  })

  test('a glide that loses nothing has no ratio', () => {
    const { phases, totals } = analyse([{ kind: 'glide', seconds: 300, heading: 0, sink: 0 }])
    assert.deepEqual(kinds(phases), ['glide'])
    assert.equal(phases[0]!.glide!.ratio, null)
    assert.equal(phases[0]!.glide!.airRatio, null)
    assert.equal(totals.glides.meanRatio, null)
    assert.equal(totals.glides.longestKm, phases[0]!.distanceKm)
  })

  for (const beatSeconds of [30, 50, 120]) {
    test(`to and fro along a ridge, ${beatSeconds} s each way, is soaring`, () => {
      const ridge: Part = { kind: 'ridge', seconds: 1200, beatSeconds, heading: 70 }
      const { phases } = analyse([glide(0, 300), ridge, glide(180, 300)], { wind: { speed: 5, from: 160 } })
      const [soaring] = ofKind(phases, 'soaring')
      assert.ok(ofKind(phases, 'thermal').length === 0 && ofKind(phases, 'circling').length === 0)
      near(soaring?.seconds ?? 0, 1200, 180, kinds(phases).join(' '))
    })
  }

  test('a wing that the wind holds over one place soars, and does not circle', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { phases } = analyse([glide(0, 300), { kind: 'parked', seconds: 900 }, glide(0, 300)], {
        seed,
        noise: 2,
      })
      assert.deepEqual(kinds(phases), ['glide', 'soaring', 'glide'], `seed ${seed}`)
    }
  })

  test('straight out and straight back are two glides', () => {
    const { phases } = analyse([glide(0, 400), glide(180, 380)])
    assert.deepEqual(kinds(phases), ['glide', 'glide'])
    near(phases[0]!.seconds, 400, 5, 'the way out')
  })

  test('what is too short for anything is neither glide nor soaring', () => {
    const { phases } = analyse([{ kind: 'circles', turns: 5 }, glide(0, 40), { kind: 'circles', turns: 5 }])
    assert.deepEqual(kinds(phases), ['thermal', 'other', 'thermal'])
  })
})

suite('what is not recorded', () => {
  test('is a gap, and nothing is said about it', () => {
    const parts: Part[] = [
      glide(0),
      { kind: 'circles', turns: 10 },
      { kind: 'silence', seconds: 90 },
      glide(90),
    ]
    const { phases, totals } = analyse(parts)
    assert.deepEqual(kinds(phases), ['glide', 'thermal', 'gap', 'glide'])
    near(phases[2]!.seconds, 91, 1, 'gap')
    assert.equal(totals.byKind.gap.seconds, phases[2]!.seconds)
  })

  test('a record of days is not analysed', () => {
    const { track } = flyParts([glide(0, 600)])
    track.seconds[track.length - 1]! += MAX_SECONDS
    assert.equal(analyseFlight(track, { range: { from: 0, to: track.length - 1 } }), null)
  })
})

suite('the scored course', () => {
  const { track } = flyParts([glide(0, 1000)])
  const at = (index: number) => ({ index })
  const speeds = (course: Parameters<typeof analyseFlight>[1]['course']) =>
    analyseFlight(track, { range: { from: 0, to: track.length - 1 }, course: course! })!.course!

  test('of an open flight has the speed of each leg', () => {
    const points = { start: at(100), turnpoints: [at(300), at(400), at(700)], finish: at(900) }
    const { seconds, speedKmh, legs } = speeds({ ...points, legsKm: [2, 1, 3, 2], distanceKm: 8 })
    assert.equal(seconds, 800)
    assert.equal(speedKmh, 36)
    assert.deepEqual(
      legs.map((leg) => [leg.seconds, leg.speedKmh]),
      [200, 100, 300, 200].map((time) => [time, 36]),
    )
  })

  test('of a triangle: its last leg is flown before the first turnpoint and after the third', () => {
    const points = { start: at(100), turnpoints: [at(200), at(400), at(700)], finish: at(900) }
    const { seconds, legs } = speeds({ ...points, legsKm: [2, 3, 3], distanceKm: 7.5 })
    assert.equal(seconds, 800)
    assert.deepEqual(
      legs.map((leg) => leg.seconds),
      [200, 300, 300],
    )
  })

  test('is none where nothing is scored', () => {
    const course = { start: null, turnpoints: [], finish: null, legsKm: [], distanceKm: 0 }
    assert.equal(analyseFlight(track, { range: { from: 0, to: 10 }, course })!.course, null)
  })
})
