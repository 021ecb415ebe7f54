import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { recordAgain, type SecondRecorder } from '#test/support/igc/second-recorder.ts'
import { simulateFlight, type SimulationOptions } from '../simulate.ts'
import { isSameFlight, readTrace, traceFlight } from './trace.ts'

const simulate = (seed: number, options: Omit<SimulationOptions, 'seed'> = {}) =>
  simulateFlight({ seed, taskKm: 12, rateSeconds: 1, isNatural: true, ...options })

function trace({ track, range }: ReturnType<typeof simulate>) {
  const stored = traceFlight(track, range)
  assert.ok(stored)
  return readTrace(stored)
}

function traceAgain(flight: ReturnType<typeof simulate>, seed: number, recorder: SecondRecorder) {
  const track = recordAgain(flight.track, seed, recorder)
  const stored = traceFlight(track, { from: 0, to: track.length - 1 })
  assert.ok(stored)
  return readTrace(stored)
}

suite('a trace', () => {
  test('is small, however long the flight', () => {
    const { track, range } = simulate(3, { taskKm: 150 })
    const long = traceFlight(track, range)
    assert.ok(long && long.length <= 1 + 3 * 128, `${long?.length} numbers`)
    assert.ok(JSON.stringify(long).length < 2500, `${JSON.stringify(long).length} characters`)
  })

  test('tells two recordings of one flight, of whatever rate, noise and length', () => {
    const recorders: SecondRecorder[] = [
      {},
      { everySeconds: 1, noiseM: 40 },
      { everySeconds: 30, noiseM: 15 },
      { everySeconds: 60 },
      { from: 0.5 },
      { to: 0.3 },
      { from: 0.3, to: 0.7, noiseM: 30 },
    ]
    for (const [seed, taskKm] of [6, 12, 40, 120].entries())
      for (const recorder of recorders) {
        const flight = simulate(seed, { taskKm })
        const [one, other] = [trace(flight), traceAgain(flight, seed, recorder)]
        assert.ok(isSameFlight(one, other), `${taskKm} km, ${JSON.stringify(recorder)}`)
        assert.ok(isSameFlight(other, one))
      }
  })

  test('of another flight differs: at the same time, behind, or before and after', () => {
    for (let seed = 0; seed < 20; seed++) {
      const flight = simulate(seed)
      const one = trace(flight)
      assert.ok(!isSameFlight(one, trace(simulate(seed + 100))), `another pilot at the same time, ${seed}`)
      assert.ok(!isSameFlight(one, traceAgain(flight, seed, { lateSeconds: 30 })), `30 s behind, ${seed}`)
      const [first, second] = [{ to: 0.5 }, { from: 0.5 }].map((half) => traceAgain(flight, seed, half))
      assert.ok(first && second && !isSameFlight(first, second), `two halves, ${seed}`)
    }
  })

  test('holds at the antimeridian', () => {
    const flight = simulate(7, { latitude: -17, longitude: 179.98, taskKm: 40 })
    assert.ok(isSameFlight(trace(flight), traceAgain(flight, 7, { everySeconds: 10 })))
  })

  test('of a few seconds is none', () => {
    const { track } = simulate(1)
    assert.equal(traceFlight(track, { from: 100, to: 130 }), null)
  })
})
