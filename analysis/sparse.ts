// Circling where a turn has few fixes. Between two of them the heading may have gone round either way, but velocities
// tell: on a straight each step has that of the one before, in a turn another one, whatever the wind.
import { parameters } from './parameters.ts'
import type { Range, Samples, Vector } from './samples.ts'
import { FULL_TURN } from './turns.ts'

export const CALM: Vector = { east: 0, north: 0 }

/** Metres per second that a quarter of the long steps exceed, through the air where the wind is known: about the airspeed. */
export function measureCruise({ longSteps, eastward, northward }: Samples, wind = CALM): number {
  const speeds = Float64Array.from(longSteps, ({ from }) =>
    length(eastward[from]! - wind.east, northward[from]! - wind.north),
  )
  return speeds.sort()[Math.floor(0.75 * speeds.length)] ?? 0
}

export function listStepsIn({ longSteps }: Samples, { from, to }: Range): Range[] {
  return longSteps.length === 0 ? [] : longSteps.filter((step) => step.from >= from && step.to <= to)
}

/** Stretches in which hardly a fix goes by without a turn, from the middle of the step before to that of the one after. */
export function findSparseTurning(samples: Samples, piece: Range, cruise: number): Range[] {
  const steps = listStepsIn(samples, piece)
  return listRuns(samples, steps, cruise)
    .filter((run) => isCircling(samples, steps.slice(run.from, run.to)))
    .map(({ from, to }) => ({ from: middleOf(steps[from - 1]!), to: middleOf(steps[to]!) }))
}

const middleOf = ({ from, to }: Range) => (from + to) >> 1

/** Runs of fixes at which the velocity changes much; a fix has the number of the step that begins at it. */
function listRuns(
  { eastward, northward }: Samples,
  steps: readonly Range[],
  cruise: number,
): (Range & { count: number })[] {
  const runs: (Range & { count: number })[] = []
  const least = parameters.minTurnShare * cruise
  for (let fix = 1; fix < steps.length; fix++) {
    const [before, after] = [steps[fix - 1]!, steps[fix]!]
    if (before.to !== after.from) continue
    const east = eastward[after.from]! - eastward[before.from]!
    const north = northward[after.from]! - northward[before.from]!
    if (length(east, north) < least) continue
    const run = runs.at(-1)
    if (run && after.from - steps[run.to]!.from <= parameters.joinSeconds) {
      run.to = fix
      run.count++
    } else runs.push({ from: fix, to: fix, count: 1 })
  }
  return runs.filter(({ count }) => count >= parameters.minTurnFixes)
}

/**
 * Beats along a ridge are straight for some steps in a row, and lead to and fro on one line; so do circles of two steps,
 * but one by one.
 */
function isCircling(samples: Samples, steps: readonly Range[]): boolean {
  const offs = listOffs(samples, steps)
  let [xx, yy, xy, kept] = [0, 0, 0, 0]
  for (const [index, { east, north }] of offs.entries()) {
    const before = offs[index - 1]
    xx += east * east
    yy += north * north
    xy += east * north
    if (before) kept += east * before.east + north * before.north
  }
  const all = xx + yy
  const across = (all - length(xx - yy, 2 * xy)) / 2
  if (kept <= -parameters.minReversed * all) return true
  return kept <= parameters.maxKept * all && across >= parameters.minAcross * all
}

/** The velocities of steps less their mean. */
function listOffs(samples: Samples, steps: readonly Range[]): Vector[] {
  const { eastward, northward } = samples
  const { east, north } = meanOf(samples, steps)
  return steps.map(({ from }) => ({ east: eastward[from]! - east, north: northward[from]! - north }))
}

function meanOf({ eastward, northward }: Samples, steps: readonly Range[]): Vector {
  let [east, north] = [0, 0]
  for (const { from } of steps) {
    east += eastward[from]! / steps.length
    north += northward[from]! / steps.length
  }
  return { east, north }
}

export interface SparseTurns {
  left: number
  right: number
  /** Seconds from fix to fix, in the mean. */
  stepSeconds: number
}

/**
 * Turns of circling that is long steps for the most part; undefined for other circling. A step that turns by 120 degrees
 * to the left and one that turns by 240 to the right lead to the same place: the shorter its chords are, the farther
 * round the wing has flown at its usual speed.
 */
export function countSparseTurns(samples: Samples, range: Range): SparseTurns | undefined {
  const steps = listStepsIn(samples, range)
  const seconds = steps.reduce((sum, { from, to }) => sum + to - from, 0)
  if (steps.length < parameters.minTurnFixes || 2 * seconds < range.to - range.from) return undefined
  const offs = listOffs(samples, steps)
  let [left, right, chord] = [0, 0, 0]
  for (const [index, { east, north }] of offs.entries()) {
    const before = offs[index - 1]
    chord += length(east, north) / offs.length
    if (!before) continue
    const turn = Math.atan2(
      before.north * east - before.east * north,
      before.east * east + before.north * north,
    )
    if (turn > 0) right += turn
    else left -= turn
  }
  if (left + right === 0) return undefined
  const angle = (left + right) / (offs.length - 1)
  // Whole turns drift as the wind blows.
  const airspeed = parameters.circlingSpeed * measureCruise(samples, meanOf(samples, steps))
  const isFar = isFarther(angle, chord / airspeed)
  const scale = ((isFar ? FULL_TURN - angle : angle) / angle) * ((range.to - range.from) / seconds)
  const turns = (angle * steps.length * scale) / FULL_TURN
  const share = left / (left + right)
  return {
    left: turns * (isFar ? 1 - share : share),
    right: turns * (isFar ? share : 1 - share),
    stepSeconds: seconds / steps.length,
  }
}

/** Whether a chord, as a share of what is flown in a straight line, is rather that of the turn the long way round. */
function isFarther(angle: number, chord: number): boolean {
  const [near, far] = [shorten(angle / 2), shorten(Math.PI - angle / 2)]
  return chord * chord < near * far
}

/** A chord over its arc, by half the angle. */
export function shorten(halfAngle: number): number {
  return halfAngle > 0 ? Math.sin(halfAngle) / halfAngle : 1
}

/** Several times as fast as Math.hypot. */
function length(east: number, north: number): number {
  return Math.sqrt(east * east + north * north)
}
