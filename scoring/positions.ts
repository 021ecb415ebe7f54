// The fixes as points in space: chords instead of angles. The straight chord through the sphere grows with the
// great-circle distance, so nearest and farthest are the same in both, and a box of points bounds its chords with
// three subtractions. Poles, equator and antimeridian need no case of their own.
//
// The frame is turned so that z points up at the middle of the flight and x along its longer extent: a flight is
// then flat (z varies by metres where x and y vary by kilometres) and a straight one is thin.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'

export interface Positions {
  readonly count: number
  /** Kilometres. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
}

const RADIANS = Math.PI / 180
const RADIUS_SQUARED = EARTH_RADIUS_KM * EARTH_RADIUS_KM

/** Beyond this chord (900 km) the series below is left for the arcsine. */
const SERIES_LIMIT = 0.02

/** Great-circle distance in kilometres over a chord in kilometres. */
export function arcKm(chordKm: number): number {
  const u = (chordKm * chordKm) / RADIUS_SQUARED
  if (u > SERIES_LIMIT) return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chordKm / (2 * EARTH_RADIUS_KM)))
  // 2 asin(c / 2), expanded: the first term left out is below 1e-13 of the distance.
  return chordKm * (1 + u * (1 / 24 + u * (3 / 640 + u * (5 / 7168 + (u * 35) / 294912))))
}

/** Chord in kilometres under a great-circle distance in kilometres. */
export function chordKm(arc: number): number {
  return 2 * EARTH_RADIUS_KM * Math.sin(Math.min(Math.PI, arc / EARTH_RADIUS_KM) / 2)
}

export function chordSquared(positions: Positions, i: number, j: number): number {
  const dx = positions.x[i]! - positions.x[j]!
  const dy = positions.y[i]! - positions.y[j]!
  const dz = positions.z[i]! - positions.z[j]!
  return dx * dx + dy * dy + dz * dz
}

/** Great-circle distance in kilometres between two fixes. */
export function distanceBetween(positions: Positions, i: number, j: number): number {
  return arcKm(Math.sqrt(chordSquared(positions, i, j)))
}

/** The fixes from..to, both included, in the frame of their own middle. */
export function placeFixes(track: Track, from: number, to: number): Positions {
  const count = Math.max(0, to - from + 1)
  const positions = {
    count,
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
  }
  const { x, y, z } = positions
  for (let i = 0; i < count; i++) {
    const latitude = track.latitude[from + i]! * RADIANS
    const longitude = track.longitude[from + i]! * RADIANS
    const equatorial = EARTH_RADIUS_KM * Math.cos(latitude)
    x[i] = equatorial * Math.cos(longitude)
    y[i] = equatorial * Math.sin(longitude)
    z[i] = EARTH_RADIUS_KM * Math.sin(latitude)
  }
  turnUp(positions)
  turnAlong(positions)
  return positions
}

/** Some of the fixes, in the same frame. */
export function chooseFixes({ x, y, z }: Positions, fixes: Int32Array): Positions {
  const choose = (column: Float64Array) => Float64Array.from(fixes, (fix) => column[fix]!)
  return { count: fixes.length, x: choose(x), y: choose(y), z: choose(z) }
}

/** Turns the mean of the points to the z axis and sets the origin on the sphere there. */
function turnUp({ count, x, y, z }: Positions): void {
  let ux = 0
  let uy = 0
  let uz = 0
  for (let i = 0; i < count; i++) {
    ux += x[i]!
    uy += y[i]!
    uz += z[i]!
  }
  const length = Math.hypot(ux, uy, uz)
  // Points that cancel out have no middle; any frame is right, only less tight.
  if (length === 0) return
  ux /= length
  uy /= length
  uz /= length
  // A tangent that is safe from cancellation: off the axis that the up vector leans to least.
  const [ax, ay, az] = Math.abs(uz) < 0.7 ? [0, 0, 1] : [1, 0, 0]
  let ex = ay * uz - az * uy
  let ey = az * ux - ax * uz
  let ez = ax * uy - ay * ux
  const norm = Math.hypot(ex, ey, ez)
  ex /= norm
  ey /= norm
  ez /= norm
  const nx = uy * ez - uz * ey
  const ny = uz * ex - ux * ez
  const nz = ux * ey - uy * ex
  for (let i = 0; i < count; i++) {
    const px = x[i]!
    const py = y[i]!
    const pz = z[i]!
    x[i] = px * ex + py * ey + pz * ez
    y[i] = px * nx + py * ny + pz * nz
    z[i] = px * ux + py * uy + pz * uz - EARTH_RADIUS_KM
  }
}

/** Turns the longer extent (principal axis) of the points to the x axis. */
function turnAlong({ count, x, y }: Positions): void {
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  let syy = 0
  for (let i = 0; i < count; i++) {
    const px = x[i]!
    const py = y[i]!
    sx += px
    sy += py
    sxx += px * px
    sxy += px * py
    syy += py * py
  }
  const angle =
    0.5 * Math.atan2(2 * (sxy - (sx * sy) / count), sxx - (sx * sx) / count - (syy - (sy * sy) / count))
  if (!Number.isFinite(angle)) return
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  for (let i = 0; i < count; i++) {
    const px = x[i]!
    const py = y[i]!
    x[i] = px * cos + py * sin
    y[i] = py * cos - px * sin
  }
}
