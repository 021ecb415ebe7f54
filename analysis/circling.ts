// Finds where a flight circles, and the climb, turns and drift of each circling.
import { parameters } from './parameters.ts'
import { type CirclingValues, round } from './phase.ts'
import type { Range, Samples, Vector } from './samples.ts'
import { countSparseTurns, findSparseTurning, measureCruise, shorten } from './sparse.ts'
import { countTurns, findTurning, FULL_TURN } from './turns.ts'
import { type Circle, describeWind, findCircle, measureDrift, type Measured, measureSwing } from './wind.ts'

export interface Circling extends Range, Measured {
  /** With gain. */
  isThermal: boolean
  left: number
  right: number
  /** The circle of its ground velocities. */
  circle: Circle | undefined
}

/** In time order, all within one piece. */
export function findCircling(
  samples: Samples,
  heading: Float64Array,
  piece: Range,
  wind: Vector | undefined,
): Circling[] {
  const cruise = measureCruise(samples, wind)
  return joinRuns([...findTurning(heading, piece), ...findSparseTurning(samples, piece, cruise)])
    .map((run) => extendToEnds(run, piece))
    .flatMap((run) => splitAtReversals(samples.altitude, run))
    .map((range) => ({ ...range, ...measureTurns(samples, heading, range) }))
    .filter(({ left, right }) => left + right >= parameters.minTurns)
    .filter((range) => range.stepSeconds > 0 || measureSwing(samples, range) >= parameters.minSwing)
    .map((range) => ({
      ...range,
      isThermal: samples.altitude[range.to]! > samples.altitude[range.from]!,
      circle: findCircle(samples, range, range),
    }))
}

function measureTurns(
  samples: Samples,
  heading: Float64Array,
  range: Range,
): Measured & { left: number; right: number } {
  const seconds = samples.seconds[range.to]! - samples.seconds[range.from]!
  const sparse = countSparseTurns(samples, range)
  const { left, right } = sparse ?? countTurns(heading, range)
  const rate = (FULL_TURN * (left + right)) / seconds
  const shortening = sparse
    ? Math.max(MIN_SHORTENING, shorten((rate * sparse.stepSeconds) / 2))
    : shortenDense(rate, samples.intervalSeconds)
  return { left, right, stepSeconds: sparse?.stepSeconds ?? 0, shortening }
}

/** A measurement of less than a third of the airspeed does not tell it. */
const MIN_SHORTENING = 1 / 3

/**
 * Velocities are measured along chords, and positions between fixes are on chords, too. Not less than for turns of 9 s:
 * with few fixes in a turn it means nothing.
 */
function shortenDense(rate: number, intervalSeconds: number): number {
  const chord = (halfAngle: number) => Math.max(0.7, shorten(halfAngle))
  const between = intervalSeconds > 1 ? chord((rate * intervalSeconds) / 2) ** 2 : 1
  return chord(rate * parameters.halfWindowSeconds) * between
}

/** Joins runs that overlap, or follow each other closely. */
function joinRuns(runs: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const run of runs.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && run.from - last.to <= parameters.joinSeconds) last.to = Math.max(last.to, run.to)
    else joined.push({ ...run })
  }
  return joined
}

/** Less than the shortest turn before the first and after the last is a part of them. */
function extendToEnds({ from, to }: Range, piece: Range): Range {
  const { turnMinSeconds } = parameters
  return {
    from: from - piece.from < turnMinSeconds ? piece.from : from,
    to: piece.to - to < turnMinSeconds ? piece.to : to,
  }
}

/** At its summits and its lowest points, so a climb does not lose to the spiral that follows it. */
function splitAtReversals(altitude: Float64Array, { from, to }: Range): Range[] {
  const parts: Range[] = []
  let [start, highest, lowest] = [from, from, from]
  let trend = 0
  const turnAround = (at: number, newTrend: number) => {
    if (at > start) parts.push({ from: start, to: at })
    start = at
    trend = newTrend
  }
  for (let at = from; at <= to; at++) {
    if (altitude[at]! > altitude[highest]!) highest = at
    if (altitude[at]! < altitude[lowest]!) lowest = at
    if (trend >= 0 && altitude[highest]! - altitude[at]! > parameters.reversalMetres) {
      turnAround(highest, -1)
      lowest = at
    } else if (trend <= 0 && altitude[at]! - altitude[lowest]! > parameters.reversalMetres) {
      turnAround(lowest, 1)
      highest = at
    }
  }
  return [...parts, { from: start, to }]
}

export function describeCircling(
  samples: Samples,
  heading: Float64Array,
  circling: Circling,
): CirclingValues {
  const { from, to, left, right, circle, shortening } = circling
  const turns = left + right
  const period = (samples.seconds[to]! - samples.seconds[from]!) / turns
  const airspeed = circle && circle.radius / shortening
  const drift = measureDrift(samples, heading, circling)
  return {
    turns: round(turns, 1),
    secondsPerTurn: round(period, 1),
    direction: directionOf(circling),
    bestClimbMps: round(findBestClimb(samples, circling), 1),
    airspeedMps: airspeed === undefined ? null : round(airspeed, 1),
    radiusM: airspeed === undefined ? null : round((airspeed * period) / FULL_TURN, 0),
    wind: circle ? describeWind(circle) : null,
    drift: drift ? describeWind(drift) : null,
  }
}

/** Between fixes half a turn apart a turn to the left is one to the right. */
function directionOf({ left, right, stepSeconds }: Circling): CirclingValues['direction'] {
  const isMixed = Math.min(left, right) > parameters.mixedShare * (left + right)
  if (isMixed) return stepSeconds > 0 ? 'unknown' : 'mixed'
  return left > right ? 'left' : 'right'
}

/** Metres per second over 20 s, or over the whole where that is shorter. */
export function findBestClimb({ altitude, seconds }: Samples, { from, to }: Range): number {
  const { climbSeconds, maxClimb } = parameters
  const reach = Math.min(climbSeconds, to - from)
  let best = -Infinity
  let lastJump = from
  for (let at = from + 1; at <= to; at++) {
    if (Math.abs(altitude[at]! - altitude[at - 1]!) > maxClimb) lastJump = at
    const start = at - reach
    if (start < lastJump) continue
    best = Math.max(best, (altitude[at]! - altitude[start]!) / (seconds[at]! - seconds[start]!))
  }
  return best > -Infinity ? best : (altitude[to]! - altitude[from]!) / (seconds[to]! - seconds[from]!)
}

/** Consecutive stretches of two whole turns or more: long enough for a circle, short enough for one altitude. */
export function splitByTurns(heading: Float64Array, { from, to }: Range): Range[] {
  const parts: Range[] = []
  let start = from
  let turned = 0
  for (let at = from + 1; at <= to; at++) {
    turned += Math.abs(heading[at]! - heading[at - 1]!)
    if (turned < parameters.windTurns * FULL_TURN) continue
    parts.push({ from: start, to: at })
    start = at
    turned = 0
  }
  // The rest is shorter than that: it goes to the last stretch.
  const last = parts.at(-1)
  if (last) last.to = to
  return parts
}
