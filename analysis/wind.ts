// Wind from circles. In a turn at constant airspeed the ground velocity runs on a circle: its centre is the wind, its
// radius the airspeed.
import { parameters } from './parameters.ts'
import { round, type WindValue } from './phase.ts'
import type { Range, Samples, Vector } from './samples.ts'
import { FULL_TURN } from './turns.ts'

/** Of ground velocities, metres per second. */
export interface Circle extends Vector {
  radius: number
}

/** Each velocity is one over four seconds: every other one says as much as all of them. */
const STRIDE = 2

/** The circle on which the ground velocity runs; undefined when it runs on none. */
export function findCircle(samples: Samples, range: Range): Circle | undefined {
  const guess = fitLinear(samples, range)
  if (!guess) return undefined
  const circle = refine(samples, range, guess)
  const { minAirspeed, maxAirspeed, maxResidual, minOctants } = parameters
  if (circle.radius < minAirspeed || circle.radius > maxAirspeed) return undefined
  const { residual, octants } = measureFit(samples, range, circle)
  return residual <= maxResidual * circle.radius && octants >= minOctants ? circle : undefined
}

/** Kåsa's fit: least squares of the squared distances, a linear problem. */
function fitLinear(samples: Samples, range: Range): Circle | undefined {
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

/** Of the radius: what is farther off the circle, as the straight after a turn is, counts for little. */
const TOLERANCE = 0.15

/**
 * One Gauss-Newton step on the distances themselves, each weighted by how near it is: Kåsa's circle is drawn to where
 * the wing was slow, and to what was flown straight.
 */
function refine({ eastward, northward }: Samples, range: Range, circle: Circle): Circle {
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
  if (!(determinant > 1e-3 * n * n)) return circle
  const east = (ae * bb - be * ab) / determinant
  const north = (be * aa - ae * ab) / determinant
  return {
    east: circle.east + east,
    north: circle.north + north,
    radius: circle.radius + (e - c * east - s * north) / n,
  }
}

/** Root mean square of the distances from the circle, and how many eighths of it the velocity passes through. */
function measureFit({ eastward, northward }: Samples, range: Range, circle: Circle) {
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

/** The mean of circles, each with its weight; undefined without any. */
export function meanCircle(circles: readonly (Circle & { weight: number })[]): Circle | undefined {
  const weight = circles.reduce((sum, circle) => sum + circle.weight, 0)
  if (weight <= 0) return undefined
  const mean = (of: (circle: Circle) => number) =>
    circles.reduce((sum, circle) => sum + circle.weight * of(circle), 0) / weight
  return {
    east: mean(({ east }) => east),
    north: mean(({ north }) => north),
    radius: mean(({ radius }) => radius),
  }
}

export function describeWind({ east, north }: Vector): WindValue {
  const speedMs = round(Math.hypot(east, north), 1)
  if (speedMs < parameters.minWind) return { speedMs, fromDeg: null }
  const degrees = (Math.atan2(-east, -north) * 180) / Math.PI
  return { speedMs, fromDeg: (Math.round(degrees) + 360) % 360 }
}
