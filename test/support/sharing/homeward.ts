// Flights to a place or from it, in metres around it, and what anyone would work out from many of them.
import type { Place } from '#privacy/circle.ts'
import type { Track } from '#igc/track.ts'

export type Point = readonly [east: number, north: number]
type Random = () => number

const METRES_PER_DEGREE = 111_195
const STEP_SECONDS = 5
const STEP_M = 50
const START = 1_779_012_607

/** Metres east and north of a place, one fix every five seconds unless told otherwise. */
export function trackOf(
  place: Omit<Place, 'radiusM'>,
  points: readonly Point[],
  { start = START, stepSeconds = STEP_SECONDS } = {},
): Track {
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  const length = points.length
  const seconds = new Float64Array(length)
  const latitude = new Float64Array(length)
  const longitude = new Float64Array(length)
  // Tracks are made by the ten thousand: `Float64Array.from` takes half of the time of all that is done with them.
  for (let row = 0; row < length; row++) {
    const point = points[row]!
    seconds[row] = start + row * stepSeconds
    latitude[row] = place.latitude + point[1] / METRES_PER_DEGREE
    longitude[row] = place.longitude + point[0] / METRES_PER_DEGREE / shrink
  }
  return {
    length,
    seconds,
    latitude,
    longitude,
    pressureAltitude: new Int32Array(length).fill(1500),
    gnssAltitude: new Int32Array(length).fill(1540),
    valid: new Uint8Array(length).fill(1),
  }
}

export function toPoint(place: Omit<Place, 'radiusM'>, track: Track, row: number): Point {
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  return [
    (track.longitude[row]! - place.longitude) * METRES_PER_DEGREE * shrink,
    (track.latitude[row]! - place.latitude) * METRES_PER_DEGREE,
  ]
}

/** Straight to a point near the middle, from so far away at an angle, and a while on the ground there. */
export function flyStraight(awayM: number, angle: number, [aimEast, aimNorth]: Point = [0, 0]): Point[] {
  const [east, north] = [awayM * Math.sin(angle), awayM * Math.cos(angle)]
  const steps = Math.floor(awayM / STEP_M)
  return Array.from({ length: steps + 30 }, (_, step): Point => {
    const left = Math.max(0, 1 - step / steps)
    return [aimEast + (east - aimEast) * left, aimNorth + (north - aimNorth) * left]
  })
}

/** As pilots fly home: by and large towards it, around what sinks, and into a thermal now and then. */
export function flyHome(random: Random, awayM: number, angle: number): Point[] {
  const points: Point[] = []
  let [east, north] = [awayM * Math.sin(angle), awayM * Math.cos(angle)]
  let [aside, sinceThermal, nextThermal] = [0, 0, 1500 + 2500 * random()]
  while (Math.hypot(east, north) > 60 && points.length < 4000) {
    aside += -0.05 * aside + 0.35 * (random() - 0.5)
    const heading = Math.atan2(-east, -north) + aside
    east += STEP_M * Math.sin(heading)
    north += STEP_M * Math.cos(heading)
    points.push([east, north])
    sinceThermal += STEP_M
    if (sinceThermal < nextThermal || Math.hypot(east, north) < 1200) continue
    for (const [circling, drifted] of circle(random, heading)) {
      east += circling
      north += drifted
      points.push([east, north])
    }
    ;[sinceThermal, nextThermal] = [0, 1500 + 3000 * random()]
  }
  return [...points, ...Array.from({ length: 30 }, (): Point => [0, 0])]
}

/** Two to five minutes in a thermal that drifts, as steps from fix to fix. */
function circle(random: Random, heading: number): Point[] {
  const turn = random() < 0.5 ? 50 / 35 : -50 / 35
  const [driftEast, driftNorth] = [20 * (random() - 0.5), 20 * (random() - 0.5)]
  return Array.from({ length: 25 + Math.floor(40 * random()) }, (_, step): Point => {
    const at = heading + turn * (step + 1)
    return [28 * Math.sin(at) + driftEast, 28 * Math.cos(at) + driftNorth]
  })
}

/** The circle through points that is nearest to them (Kåsa). */
export function fitCircle(points: readonly Point[]): Point {
  let [sxx, sxy, syy, sx, sy, sxz, syz, sz] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [x, y] of points) {
    const z = x * x + y * y
    sxx += x * x
    sxy += x * y
    syy += y * y
    sx += x
    sy += y
    sxz += x * z
    syz += y * z
    sz += z
  }
  const n = points.length
  const [a, b, c] = [sxx - (sx * sx) / n, sxy - (sx * sy) / n, syy - (sy * sy) / n]
  const [d, e] = [(sxz - (sx * sz) / n) / 2, (syz - (sy * sz) / n) / 2]
  const determinant = a * c - b * b
  return [(d * c - e * b) / determinant, (a * e - b * d) / determinant]
}

export function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], [east, north]): Point => [x + east, y + north], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

export interface Ray {
  end: Point
  /** A fix some way before the end, or after the beginning. */
  from: Point
}

/** The point that is nearest to all lines (least squares). */
export function crossLines(rays: readonly Ray[]): Point {
  let [a, b, c, u, v] = [0, 0, 0, 0, 0]
  for (const { end, from } of rays) {
    const length = Math.hypot(end[0] - from[0], end[1] - from[1])
    const [x, y] = [-(end[1] - from[1]) / length, (end[0] - from[0]) / length]
    const along = x * end[0] + y * end[1]
    a += x * x
    b += x * y
    c += y * y
    u += x * along
    v += y * along
  }
  const determinant = a * c - b * b
  return [(u * c - v * b) / determinant, (a * v - b * u) / determinant]
}

/** The centre of the smallest circle around all points (Bădoiu and Clarkson, to a metre or so). */
export function enclose(points: readonly Point[]): Point {
  let [x, y] = meanOf(points)
  for (let step = 1; step <= 1000; step++) {
    let [farthest, most] = [points[0]!, -1]
    for (const point of points) {
      const square = (point[0] - x) ** 2 + (point[1] - y) ** 2
      if (square > most) [farthest, most] = [point, square]
    }
    x += (farthest[0] - x) / (step + 1)
    y += (farthest[1] - y) / (step + 1)
  }
  return [x, y]
}
