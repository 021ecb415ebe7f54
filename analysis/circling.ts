// Where a flight circles, and the values of each circling.
import { parameters } from './parameters.ts'
import { type CirclingValues, round } from './phase.ts'
import type { Range, Samples } from './samples.ts'
import { countTurns, findTurning, FULL_TURN } from './turns.ts'
import { type Circle, describeWind, findCircle, measureDrift, measureSwing } from './wind.ts'

export interface Circling extends Range {
  /** With gain. */
  isThermal: boolean
  left: number
  right: number
  /** The circle of its ground velocities. */
  circle: Circle | undefined
}

/** In time order, all within one piece. */
export function findCircling(samples: Samples, heading: Float64Array, piece: Range): Circling[] {
  return findTurning(heading, piece)
    .map((run) => extendToEnds(run, piece))
    .flatMap((run) => splitAtReversals(samples.altitude, run))
    .map((range) => ({ ...range, ...countTurns(heading, range) }))
    .filter(({ left, right }) => left + right >= parameters.minTurns)
    .filter((range) => measureSwing(samples, range) >= parameters.minSwing)
    .map((range) => ({
      ...range,
      isThermal: samples.altitude[range.to]! > samples.altitude[range.from]!,
      circle: findCircle(samples, range),
    }))
}

/** Less than the shortest turn before the first and after the last is a part of them. */
function extendToEnds({ from, to }: Range, piece: Range): Range {
  const { turnMinSeconds } = parameters
  return {
    from: from - piece.from < turnMinSeconds ? piece.from : from,
    to: piece.to - to < turnMinSeconds ? piece.to : to,
  }
}

/** At its summits and its lowest points, so that a climb does not lose to the spiral that follows it. */
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
  const { from, to, left, right, circle } = circling
  const turns = left + right
  const period = (samples.seconds[to]! - samples.seconds[from]!) / turns
  const airspeed = circle && correctAirspeed(circle.radius, period, samples.intervalSeconds)
  const drift = measureDrift(samples, heading, circling)
  return {
    turns: round(turns, 1),
    secondsPerTurn: round(period, 1),
    direction: directionOf(left, right),
    bestClimbMs: round(findBestClimb(samples, circling), 1),
    airspeedMs: airspeed === undefined ? null : round(airspeed, 1),
    radiusM: airspeed === undefined ? null : round((airspeed * period) / FULL_TURN, 0),
    wind: circle ? describeWind(circle) : null,
    drift: drift ? describeWind(drift) : null,
  }
}

/** Velocities are measured along chords, which are shorter than their arcs, and positions between fixes are on chords, too. */
function correctAirspeed(radius: number, period: number, intervalSeconds: number): number {
  const rate = FULL_TURN / period
  const between = intervalSeconds > 1 ? shorten((rate * intervalSeconds) / 2) ** 2 : 1
  return radius / (shorten(rate * parameters.halfWindowSeconds) * between)
}

/** A chord over its arc, by half the angle. Not less than for turns of 9 s: with few fixes in a turn it means nothing. */
function shorten(halfAngle: number): number {
  return Math.max(0.7, Math.sin(halfAngle) / halfAngle)
}

function directionOf(left: number, right: number): CirclingValues['direction'] {
  if (Math.min(left, right) > parameters.mixedShare * (left + right)) return 'mixed'
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
  // What is left is less than that: the last stretch has it.
  const last = parts.at(-1)
  if (last) last.to = to
  return parts
}
