// Invariants of the analysis of any track.
import assert from 'node:assert/strict'
import { type FlightAnalysis, MAX_SECONDS } from '#analysis/analyse.ts'
import { phaseKinds } from '#analysis/phase.ts'
import { formatTime } from '#igc/date.ts'
import type { Track } from '#igc/track.ts'

export function checkAnalysis(
  { seconds }: Track,
  { from, to }: { from: number; to: number },
  analysis: FlightAnalysis | null,
): void {
  if (!analysis) {
    assert.ok(seconds[to]! - seconds[from]! > MAX_SECONDS)
    return
  }
  // Also finds NaN and what is infinite, which become null.
  assert.deepEqual(JSON.parse(JSON.stringify(analysis)), analysis)
  if (seconds[to] === seconds[from]) assert.equal(analysis.phases.length, 0)
  else checkCover(analysis, formatTime(seconds[from]!), formatTime(seconds[to]!))
  checkTotals(analysis, seconds[to]! - seconds[from]!)
  checkValues(analysis)
}

/** From take-off to landing, without a gap or an overlap. */
function checkCover({ phases }: FlightAnalysis, takeoff: string, landing: string): void {
  assert.equal(phases[0]?.start.time, takeoff)
  assert.equal(phases.at(-1)?.end.time, landing)
  for (const [index, phase] of phases.entries()) {
    assert.ok(phase.seconds > 0)
    if (index > 0) assert.deepEqual(phase.start, phases[index - 1]!.end)
    assert.ok(index === 0 || phase.kind !== 'gap' || phases[index - 1]!.kind !== 'gap')
  }
}

function checkTotals({ phases, totals }: FlightAnalysis, duration: number): void {
  const kinds = Object.values(totals.byKind)
  const sum = (value: (total: (typeof kinds)[number]) => number) =>
    kinds.reduce((all, kind) => all + value(kind), 0)
  assert.deepEqual(Object.keys(totals.byKind), [...phaseKinds])
  assert.ok(Math.abs(sum(({ share }) => share) - (duration > 0 ? 1 : 0)) < 1e-9)
  assert.ok(Math.abs(sum(({ seconds }) => seconds) - duration) < 0.01)
  assert.equal(
    sum(({ count }) => count),
    phases.length,
  )
  const [first, last] = [phases[0], phases.at(-1)]
  if (first && last)
    assert.equal(
      sum(({ altitudeChangeM }) => altitudeChangeM),
      last.end.altitudeM - first.start.altitudeM,
    )
}

function checkValues({ phases, wind, profile }: FlightAnalysis): void {
  for (const { kind, circling, glide, distanceKm, trackKm, altitudeChangeM } of phases) {
    assert.equal(circling !== null, kind === 'thermal' || kind === 'circling')
    assert.equal(glide !== null, kind === 'glide')
    assert.ok(distanceKm >= 0 && trackKm >= distanceKm)
    if (kind === 'thermal') assert.ok(altitudeChangeM >= 0)
    if (circling) assert.ok(circling.turns >= 1.9 && circling.secondsPerTurn > 0)
  }
  for (const each of [
    wind,
    ...profile.map((band) => band.wind),
    ...phases.map(({ circling }) => circling?.wind),
  ]) {
    if (!each) continue
    assert.ok(each.speedMps >= 0)
    assert.ok(each.fromDeg === null || (each.fromDeg >= 0 && each.fromDeg < 360))
  }
}
