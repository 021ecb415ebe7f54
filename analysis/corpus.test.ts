// Runs over a folder of real files next to the checkout when there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summariseFlight } from '#igc/flight/summary.ts'
import { readIgc } from '#igc/read.ts'
import { checkAnalysis } from '#test/support/igc/check-analysis.ts'
import { readReal, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { analyseFlight, type FlightAnalysis } from './analyse.ts'

/** Undefined for a file without a flight. */
function analyseFile(name: string): FlightAnalysis | undefined {
  const file = readIgc(readReal(name))
  const { track } = file
  if (!track) return undefined
  const { range } = summariseFlight({ ...file, track })
  if (!range) return undefined
  const analysis = analyseFlight(track, { range })
  checkAnalysis(track, range, analysis)
  return analysis ?? undefined
}

function near(found: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(found - expected) <= tolerance, `${what}: ${found}, not ${expected} ± ${tolerance}`)
}

test('every real flight is analysed, with plausible values', { skip }, () => {
  const analyses = sampledFiles.flatMap((name) => analyseFile(name) ?? [])
  assert.ok(analyses.length >= 0.8 * sampledFiles.length)
  for (const { phases } of analyses) {
    for (const { circling } of phases) {
      if (!circling?.airspeedMps) continue
      // Paragliders and sailplanes; nothing in between but the hang glider, and a fault of the fit.
      assert.ok(circling.airspeedMps > 5 && circling.airspeedMps < 45, `${circling.airspeedMps} m/s`)
      assert.ok(circling.wind!.speedMps < 15, `${circling.wind!.speedMps} m/s`)
    }
  }
})

/** Circling phases, and the wind as the circles give it: m/s and degrees. Computed elsewhere, by a rule for whole turns. */
const expected: [name: string, phases: number, gainM: number, windMs: number, fromDeg: number | null][] = [
  ['igc_lib__napret', 9, 1179, 2, 170],
  ['igc-xc-score__freeflight-xcontest-66.46', 14, 2549, 7.7, 104],
  ['flyxc__track3', 25, 3056, 2.3, 258],
  ['igc-xc-score__MurphyJ-2022-03-26', 9, 1832, 3.5, 76],
  ['igc-xc-score__flat-xcontest-106.82', 23, 3843, 0.9, null],
  ['igc_lib__olsztyn', 26, 8083, 3.6, 289],
]
for (const [name, phases, gainM, windMs, fromDeg] of expected) {
  test(`${name} has the thermals and the wind that others find`, { skip }, () => {
    const analysis = analyseFile(`${name}.igc`)!
    const { thermal, circling } = analysis.totals.byKind
    // Phases of two turns are found by the one rule and missed by the other.
    near(thermal.count + circling.count, phases, 4, 'circling phases')
    near(thermal.altitudeChangeM + circling.altitudeChangeM, gainM, 0.12 * gainM, 'gain')
    near(analysis.wind!.speedMps, windMs, 1, 'wind')
    if (fromDeg !== null) near(analysis.wind!.fromDeg!, fromDeg, 20, 'wind from')
  })
}

test('the thermals of a glider’s task begin and end where PySoar finds them', { skip }, () => {
  const { phases } = analyseFile('opensoar__race_task_completed.igc')!
  const circling = phases.filter(({ kind }) => kind === 'thermal' || kind === 'circling')
  for (const [start, end] of [
    ['12:20:22', '12:24:14'],
    ['12:29:22', '12:33:06'],
    ['12:34:50', '12:37:42'],
    ['12:47:14', '12:52:42'],
    ['13:01:00', '13:04:52'],
  ]) {
    const seconds = (time: string) => Date.parse(`2014-06-21T${time}Z`) / 1000
    const clock = (time: string) => seconds(time.slice(11, 19))
    const found = circling.find((phase) => Math.abs(clock(phase.start.time) - seconds(start!)) < 30)
    assert.ok(found, start)
    // PySoar ends a thermal only where a kilometre has been flown straight.
    near(clock(found.end.time), seconds(end!), 70, `end of the thermal at ${start}`)
  }
})

test('both altitudes of napret are there, and pressure is chosen', { skip }, () => {
  const file = readIgc(readReal('igc_lib__napret.igc'))
  assert.equal(file.track!.length, 5380)
  assert.equal(summariseFlight({ ...file, track: file.track! }).altitude.source, 'pressure')
})
