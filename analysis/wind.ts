// Wind from circles. In a turn at constant airspeed the ground velocity runs on a circle: its centre is the wind, its
// radius the airspeed.
import { parameters } from './parameters.ts'
import { round, type WindValue } from './phase.ts'
import type { Range, Samples, Vector } from './samples.ts'
import { FULL_TURN } from './turns.ts'

/** A circle of ground velocities, metres per second. */
export interface Circle extends Vector {
  radius: number
  /** The standard deviation of each part of the centre. */
  uncertainty: number
}

/** Each velocity is one over four seconds: every other one says as much as all of them. */
const STRIDE = 2

/** How the turns were measured. */
export interface Measured {
  /** Seconds from fix to fix where a turn has few of them; 0 where it has enough. */
  stepSeconds: number
  /** The ground velocity that was measured over the airspeed that was flown: chords are shorter than their arcs. */
  shortening: number
}

/** The circle on which the ground velocity runs; undefined when it runs on none. */
export function findCircle(samples: Samples, range: Range, measured: Measured): Circle | undefined {
  const guess = fitLinear(samples, range)
  if (!guess) return undefined
  const { spread, ...circle } = refine(samples, range, guess)
  const { minAirspeed, maxAirspeed, maxResidual, minOctants, minSparseSpread } = parameters
  const airspeed = circle.radius / measured.shortening
  if (airspeed < minAirspeed || airspeed > maxAirspeed) return undefined
  const { residual, octants } = measureFit(samples, range, circle)
  const isAround = measured.stepSeconds > 0 ? spread >= minSparseSpread : octants >= minOctants
  if (residual > maxResidual * circle.radius || !isAround) return undefined
  // For each part of the centre half of the velocities count where they are all around, and fewer where they are not.
  const gust = Math.max(parameters.gustSeconds, parameters.gustSteps * measured.stepSeconds)
  const independent = (samples.seconds[range.to]! - samples.seconds[range.from]!) / gust
  return { ...circle, uncertainty: residual / Math.sqrt(2 * spread * Math.max(1, independent)) }
}

type Fit = Omit<Circle, 'uncertainty'>

/** Kåsa's fit: least squares of the squared distances, a linear problem. */
function fitLinear(samples: Samples, range: Range): Fit | undefined {
  const { eastward, northward } = samples
  const mean = meanVelocity(samples, range)
  let uu = 0
  let uv = 0
  let vv = 0
  let uz = 0
  let vz = 0
  for (let at = range.from; at <= range.to; at += STRIDE) {
    const u = eastward[at]! - mean.east
    const v = northward[at]! - mean.north
    const square = u * u + v * v
    uu += u * u
    uv += u * v
    vv += v * v
    uz += u * square
    vz += v * square
  }
  const determinant = 2 * (uu * vv - uv * uv)
  if (!(determinant > 0)) return undefined
  const u = (uz * vv - vz * uv) / determinant
  const v = (vz * uu - uz * uv) / determinant
  const radius = Math.sqrt(u * u + v * v + (uu + vv) / countOf(range))
  return { east: mean.east + u, north: mean.north + v, radius }
}

/** Share of the radius: velocities farther off the circle, as on the straight after a turn, count for little. */
const TOLERANCE = 0.15

/**
 * One Gauss-Newton step on the distances themselves, each weighted by how near it is: Kåsa's circle is drawn to where
 * the wing was slow, and to what was flown straight. The spread is 0.25 where velocities are all around, 0 on a line.
 */
function refine({ eastward, northward }: Samples, range: Range, circle: Fit): Fit & { spread: number } {
  let n = 0
  let cc = 0
  let cs = 0
  let ss = 0
  let c = 0
  let s = 0
  let ce = 0
  let se = 0
  let e = 0
  for (let at = range.from; at <= range.to; at += STRIDE) {
    const u = eastward[at]! - circle.east
    const v = northward[at]! - circle.north
    const distance = Math.sqrt(u * u + v * v)
    if (distance === 0) continue
    const excess = distance - circle.radius
    const off = excess / (TOLERANCE * circle.radius)
    const weight = 1 / (1 + off * off)
    const cosine = u / distance
    const sine = v / distance
    n += weight
    cc += weight * cosine * cosine
    cs += weight * cosine * sine
    ss += weight * sine * sine
    c += weight * cosine
    s += weight * sine
    ce += weight * cosine * excess
    se += weight * sine * excess
    e += weight * excess
  }
  // The radius taken out of the three equations, two are left: for the way of the centre.
  const [aa, ab, bb] = [cc - (c * c) / n, cs - (c * s) / n, ss - (s * s) / n]
  const [ae, be] = [ce - (c * e) / n, se - (s * e) / n]
  const determinant = aa * bb - ab * ab
  // All on one side of the centre: a short arc, on which a step would lead anywhere.
  const spread = determinant / (n * n)
  if (!(spread > 1e-3)) return { ...circle, spread: 0 }
  const east = (ae * bb - be * ab) / determinant
  const north = (be * aa - ae * ab) / determinant
  return {
    east: circle.east + east,
    north: circle.north + north,
    radius: circle.radius + (e - c * east - s * north) / n,
    spread,
  }
}

/** Root mean square of the distances from the circle, and how many eighths of it the velocity passes through. */
function measureFit({ eastward, northward }: Samples, range: Range, circle: Fit) {
  let sum = 0
  let passed = 0
  for (let at = range.from; at <= range.to; at += STRIDE) {
    const u = eastward[at]! - circle.east
    const v = northward[at]! - circle.north
    const off = Math.sqrt(u * u + v * v) - circle.radius
    sum += off * off
    passed |= 1 << ((u < 0 ? 1 : 0) + (v < 0 ? 2 : 0) + (Math.abs(u) < Math.abs(v) ? 4 : 0))
  }
  let octants = 0
  for (; passed > 0; passed >>= 1) octants += passed & 1
  return { residual: Math.sqrt(sum / countOf(range)), octants }
}

function countOf({ from, to }: Range): number {
  return Math.floor((to - from) / STRIDE) + 1
}

function meanVelocity({ eastward, northward }: Samples, range: Range): Vector {
  let east = 0
  let north = 0
  for (let at = range.from; at <= range.to; at += STRIDE) {
    east += eastward[at]!
    north += northward[at]!
  }
  const count = countOf(range)
  return { east: east / count, north: north / count }
}

/** Root mean square of the distances from the mean velocity: nearly the airspeed where a wing circles. */
export function measureSwing(samples: Samples, range: Range): number {
  return measureFit(samples, range, { ...meanVelocity(samples, range), radius: 0 }).residual
}

/** How far off a whole turn may be. */
const TURN_TOLERANCE = FULL_TURN / 24

/** From the start of a circling to the last moment at which the wing flew in the same direction again. */
export function measureDrift(
  { east, north, seconds }: Samples,
  heading: Float64Array,
  { from, to }: Range,
): Vector | undefined {
  for (let at = to; at > from; at--) {
    const turned = Math.abs(heading[at]! - heading[from]!)
    const off = Math.abs(turned - FULL_TURN * Math.round(turned / FULL_TURN))
    if (off > TURN_TOLERANCE || turned < parameters.driftTurns * FULL_TURN - TURN_TOLERANCE) continue
    const elapsed = seconds[at]! - seconds[from]!
    return { east: (east[at]! - east[from]!) / elapsed, north: (north[at]! - north[from]!) / elapsed }
  }
  return undefined
}

/**
 * The mean of circles, each with its weight; undefined without any. As uncertain as they are, or as they differ from each
 * other where that is more.
 */
export function meanCircle(circles: readonly (Circle & { weight: number })[]): Circle | undefined {
  const weight = circles.reduce((sum, circle) => sum + circle.weight, 0)
  if (weight <= 0) return undefined
  const mean = (of: (circle: Circle) => number) =>
    circles.reduce((sum, circle) => sum + circle.weight * of(circle), 0) / weight
  const [east, north, radius] = [
    mean((circle) => circle.east),
    mean((circle) => circle.north),
    mean((circle) => circle.radius),
  ]
  const sumSquares = (of: (circle: Circle) => number) =>
    circles.reduce((sum, circle) => sum + (circle.weight * of(circle)) ** 2, 0) / weight ** 2
  const known = sumSquares(({ uncertainty }) => uncertainty)
  const seen = sumSquares((circle) => Math.hypot(circle.east - east, circle.north - north)) / 2
  const few = circles.length / Math.max(1, circles.length - 1)
  return { east, north, radius, uncertainty: Math.sqrt(Math.max(known, few * seen)) }
}

/** A drift, which is not a wind, is told without its uncertainty. */
export function describeWind({ east, north, uncertainty }: Vector & { uncertainty?: number }): WindValue {
  const speed = Math.hypot(east, north)
  const speedMps = round(speed, 1)
  const hasDirection = speedMps >= parameters.minWind
  const toDegrees = (radians: number) => Math.round((radians * 180) / Math.PI)
  const value: WindValue = {
    speedMps,
    fromDeg: hasDirection ? (toDegrees(Math.atan2(-east, -north)) + 360) % 360 : null,
  }
  if (uncertainty === undefined) return value
  return {
    ...value,
    uncertaintyMps: Math.max(0.1, round(uncertainty, 1)),
    uncertaintyDeg: hasDirection ? Math.max(1, toDegrees(Math.atan2(uncertainty, speed))) : null,
  }
}
