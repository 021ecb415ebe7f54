// The fixes as points in space: chords instead of angles. The straight chord through the sphere grows with the
// great-circle distance, so nearest and farthest are the same in both, and a box of points bounds its chords with
// three subtractions. Poles, equator and antimeridian need no special case.
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

/** Some of the fixes, in the same frame. */
export function chooseFixes({ x, y, z }: Positions, fixes: Int32Array): Positions {
  const choose = (column: Float64Array) => Float64Array.from(fixes, (fix) => column[fix]!)
  return { count: fixes.length, x: choose(x), y: choose(y), z: choose(z) }
}

/** The fixes from..to, both included, in the frame around their middle. */
export function placeFixes({ latitude, longitude }: Track, from: number, to: number): Positions {
  const count = Math.max(0, to - from + 1)
  const positions = createPositions(count)
  const step = Math.max(1, Math.floor(count / SAMPLES))
  const samples = createPositions(Math.ceil(count / step))
  const at = (from + to) >> 1
  const middle = createMiddle(latitude[at] ?? 0, longitude[at] ?? 0)
  for (let k = 0; k < samples.count; k++)
    placeFix(samples, k, latitude[from + k * step]!, longitude[from + k * step]!, middle, EARTH)
  const frame = turnAlong(samples, turnUp(samples))
  for (let i = 0; i < count; i++)
    placeFix(positions, i, latitude[from + i]!, longitude[from + i]!, middle, frame)
  return positions
}

/** Fixes that decide the frame: any frame is right, and one in the middle only tighter. */
const SAMPLES = 256

function createPositions(count: number): Positions {
  return { count, x: new Float64Array(count), y: new Float64Array(count), z: new Float64Array(count) }
}

/** A place in the middle of the fixes, from which their angles are measured. */
interface Middle {
  readonly latitude: number
  readonly longitude: number
  /** The cosine of the latitude. */
  readonly cos: number
  readonly sin: number
}

/** The axes x, y and z one after the other, at right angles, and how far up z the origin is. */
interface Frame {
  readonly axes: Float64Array
  readonly up: number
}

/** In the middle of the earth, its x axis below the meridian that longitudes are measured from. */
const EARTH: Frame = { axes: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), up: 0 }

function createMiddle(latitude: number, longitude: number): Middle {
  return { latitude, longitude, cos: Math.cos(latitude * RADIANS), sin: Math.sin(latitude * RADIANS) }
}

function placeFix(
  { x, y, z }: Positions,
  i: number,
  latitude: number,
  longitude: number,
  middle: Middle,
  { axes, up }: Frame,
): void {
  const north = (latitude - middle.latitude) * RADIANS
  const east = (longitude - middle.longitude) * RADIANS
  const cosNorth = cosine(north)
  const sinNorth = sine(north)
  const equatorial = EARTH_RADIUS_KM * (middle.cos * cosNorth - middle.sin * sinNorth)
  const px = equatorial * cosine(east)
  const py = equatorial * sine(east)
  const pz = EARTH_RADIUS_KM * (middle.sin * cosNorth + middle.cos * sinNorth)
  x[i] = px * axes[0]! + py * axes[1]! + pz * axes[2]!
  y[i] = px * axes[3]! + py * axes[4]! + pz * axes[5]!
  z[i] = px * axes[6]! + py * axes[7]! + pz * axes[8]! - up
}

/** Radians (127 km) up to which the terms left out of the series below are beyond the last bit. */
const SMALL_ANGLE = 0.02

function sine(angle: number): number {
  if (Math.abs(angle) > SMALL_ANGLE) return Math.sin(angle)
  const q = angle * angle
  return angle * (1 - q * (1 / 6 - q * (1 / 120 - q * (1 / 5040))))
}

function cosine(angle: number): number {
  if (Math.abs(angle) > SMALL_ANGLE) return Math.cos(angle)
  const q = angle * angle
  return 1 - q * (1 / 2 - q * (1 / 24 - q * (1 / 720 - q * (1 / 40_320))))
}

/** The frame with its z axis up at the mean of the points, and its origin on the sphere there. */
function turnUp({ count, x, y, z }: Positions): Frame {
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
  if (length === 0) return EARTH
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
  const [nx, ny, nz] = [uy * ez - uz * ey, uz * ex - ux * ez, ux * ey - uy * ex]
  return { axes: Float64Array.of(ex, ey, ez, nx, ny, nz, ux, uy, uz), up: EARTH_RADIUS_KM }
}

/** The frame turned about its z axis, its x axis along the longer extent (principal axis) of the points. */
function turnAlong({ count, x, y, z }: Positions, frame: Frame): Frame {
  const { axes, up } = frame
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  let syy = 0
  for (let i = 0; i < count; i++) {
    const px = x[i]! * axes[0]! + y[i]! * axes[1]! + z[i]! * axes[2]!
    const py = x[i]! * axes[3]! + y[i]! * axes[4]! + z[i]! * axes[5]!
    sx += px
    sy += py
    sxx += px * px
    sxy += px * py
    syy += py * py
  }
  const angle =
    0.5 * Math.atan2(2 * (sxy - (sx * sy) / count), sxx - (sx * sx) / count - (syy - (sy * sy) / count))
  if (!Number.isFinite(angle)) return frame
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const turned = axes.slice()
  for (let k = 0; k < 3; k++) {
    turned[k] = axes[k]! * cos + axes[k + 3]! * sin
    turned[k + 3] = axes[k + 3]! * cos - axes[k]! * sin
  }
  return { axes: turned, up }
}
