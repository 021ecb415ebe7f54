// The border of an airspace, measured: what is inside, how far the border is, where a step crosses it.
//
// A border between two corners is straight in latitude and longitude, as maps and other programs draw it. Circles and
// arcs are exact: distances from their centre are those on the sphere. An arc is a slice: the border goes from its
// beginning to the centre and on to its end, and what is in the slice counts in addition.
import { distanceKm } from '#igc/geodesy.ts'
import type { Box, Corner, Place, Shape } from './airspace.ts'
import { METRES_PER_DEGREE, metresBetween, RADIANS, wrap } from './geodesy.ts'

/** Looking at one edge for one place costs one: with it the caller bounds what a flight may cost. */
export interface Budget {
  left: number
}

export interface Border {
  box: Box
  contains(latitude: number, longitude: number): boolean
  /** Metres to the border, from inside or outside. */
  distance(latitude: number, longitude: number): number
  /** Never more than the way to the border, however large the airspace is. */
  clearance(latitude: number, longitude: number): number
  /** Where the step from one place to another, a short one, crosses the border: shares of the step, in no order. */
  crossings(from: Place, to: Place): number[]
}

/** Full turns have a sweep of 2 pi. */
interface Arc {
  centre: Place
  from: Place
  to: Place
  /** Radians clockwise from north, in the plane of degrees about the centre. */
  start: number
  sweep: number
  isClockwise: boolean
  radius: number
  endRadius: number
  /** By how much the distance along a ray exceeds the shortest: 1 but for arcs whose ends are at different radii. */
  slant: number
}

const FULL = 2 * Math.PI
/** Degrees, some hundredths of a millimetre: no place is exactly on the ray between two slices. */
const NUDGE_LATITUDE = 1.23e-10
const NUDGE_LONGITUDE = 1.71e-10
/** The shortest way bulges toward the pole a little. */
const SAFETY = 0.98

export function compileShape(shape: Shape, budget: Budget): Border {
  const corners = 'corners' in shape ? shape.corners : []
  const arcs = 'corners' in shape ? listArcs(shape.corners) : [toFullCircle(shape.centre, shape.radiusMetres)]
  const middle = corners[0]?.at[1] ?? arcs[0]!.centre[1]
  const lines = listLines(corners, arcs, middle)
  const smallest = Math.cos(findHighest(corners, arcs) * RADIANS)
  const cost = lines.all.length / 4 + arcs.length

  const distance = (latitude: number, longitude: number): number => {
    budget.left -= cost
    const eastMetres = METRES_PER_DEGREE * Math.cos(latitude * RADIANS)
    const toLines = distanceToLines(lines, latitude, wrap(longitude - middle), eastMetres)
    return arcs.reduce((least, arc) => Math.min(least, distanceToArc(arc, latitude, longitude)), toLines)
  }
  return {
    box: measureBox(corners, arcs),
    contains(latitude, longitude) {
      budget.left -= cost
      const [y, x] = [latitude + NUDGE_LATITUDE, longitude + NUDGE_LONGITUDE]
      let isInside = isEnclosed(lines, y, wrap(x - middle))
      for (const arc of arcs) if (isInSlice(arc, y, x)) isInside = !isInside
      return isInside
    },
    distance,
    clearance(latitude, longitude) {
      const here = Math.cos(latitude * RADIANS)
      return distance(latitude, longitude) * SAFETY * Math.min(1, Math.max(0, smallest) / here)
    },
    crossings(from, to) {
      budget.left -= cost
      const shares = crossLines(lines, from, to, middle)
      for (const arc of arcs) crossArc(arc, from, to, shares)
      return shares
    },
  }
}

/** The latitude nearest to a pole, positive. */
function findHighest(corners: readonly Corner[], arcs: readonly Arc[]): number {
  let highest = 0
  for (const { at } of corners) highest = Math.max(highest, Math.abs(at[0]))
  for (const { centre, radius, endRadius } of arcs)
    highest = Math.max(highest, Math.abs(centre[0]) + Math.max(radius, endRadius) / METRES_PER_DEGREE)
  return Math.min(90, highest)
}

function listArcs(corners: readonly Corner[]): Arc[] {
  return corners.flatMap(({ at, arc }, index) => {
    const next = corners[(index + 1) % corners.length]!.at
    return arc ? [toArc(arc.centre, at, next, arc.isClockwise)] : []
  })
}

function bearing(centre: Place, latitude: number, longitude: number): number {
  return Math.atan2(wrap(longitude - centre[1]) * Math.cos(centre[0] * RADIANS), latitude - centre[0])
}

function toArc(centre: Place, from: Place, to: Place, isClockwise: boolean): Arc {
  const start = bearing(centre, from[0], from[1])
  const end = bearing(centre, to[0], to[1])
  // An arc that ends where it begins goes all the way round.
  const sweep = turn(start, end, isClockwise) || FULL
  const radius = metresBetween(centre, from)
  const endRadius = metresBetween(centre, to)
  const slope = Math.abs(endRadius - radius) / (sweep * Math.max(1, Math.min(radius, endRadius)))
  return { centre, from, to, start, sweep, isClockwise, radius, endRadius, slant: Math.hypot(1, slope) }
}

function toFullCircle(centre: Place, radius: number): Arc {
  const circle = { start: 0, sweep: FULL, isClockwise: true, radius, endRadius: radius, slant: 1 }
  return { centre, from: centre, to: centre, ...circle }
}

/** Radians from one bearing to another, from 0 to 2 pi. */
function turn(from: number, to: number, isClockwise: boolean): number {
  const difference = (isClockwise ? to - from : from - to) % FULL
  return difference < 0 ? difference + FULL : difference
}

/** Metres from the centre to the arc in the direction of a place; undefined when the arc is elsewhere. */
function radiusToward(arc: Arc, latitude: number, longitude: number): number | undefined {
  if (arc.sweep === FULL && arc.radius === arc.endRadius) return arc.radius
  const angle = turn(arc.start, bearing(arc.centre, latitude, longitude), arc.isClockwise)
  if (angle >= arc.sweep) return undefined
  return arc.radius + (arc.endRadius - arc.radius) * (angle / arc.sweep)
}

/** The same, and beyond the ends that of the nearer end: without a jump, as a search needs it. */
function radiusNear(arc: Arc, latitude: number, longitude: number): number {
  if (arc.radius === arc.endRadius) return arc.radius
  const angle = turn(arc.start, bearing(arc.centre, latitude, longitude), arc.isClockwise)
  if (angle >= arc.sweep) return angle - arc.sweep < FULL - angle ? arc.endRadius : arc.radius
  return arc.radius + (arc.endRadius - arc.radius) * (angle / arc.sweep)
}

function metresFrom({ centre }: Arc, latitude: number, longitude: number): number {
  return 1000 * distanceKm(centre[0], centre[1], latitude, longitude)
}

function isInSlice(arc: Arc, latitude: number, longitude: number): boolean {
  const radius = radiusToward(arc, latitude, longitude)
  return radius !== undefined && metresFrom(arc, latitude, longitude) <= radius
}

function distanceToArc(arc: Arc, latitude: number, longitude: number): number {
  const radius = radiusToward(arc, latitude, longitude)
  if (radius !== undefined) return Math.abs(metresFrom(arc, latitude, longitude) - radius) / arc.slant
  const place: Place = [latitude, longitude]
  return Math.min(metresBetween(place, arc.from), metresBetween(place, arc.to))
}

/** Four numbers a line: x and y of both ends, in degrees, x from the middle. */
interface Lines {
  border: Float64Array
  /** With the rays of the slices, which enclose and are no border. */
  all: Float64Array
}

function listLines(corners: readonly Corner[], arcs: readonly Arc[], middle: number): Lines {
  const all = new Float64Array(4 * (corners.length + 2 * arcs.length))
  let length = 0
  const add = (from: Place, to: Place) => {
    const x = wrap(from[1] - middle)
    all[length] = x
    all[length + 1] = from[0]
    all[length + 2] = x + wrap(to[1] - from[1])
    all[length + 3] = to[0]
    length += 4
  }
  for (let index = 0; index < corners.length; index++) {
    const { at, arc } = corners[index]!
    const next = corners[(index + 1) % corners.length]!.at
    // After an arc the file mostly names its end once more.
    if (!arc && (at[0] !== next[0] || at[1] !== next[1])) add(at, next)
  }
  const border = all.subarray(0, length)
  if (corners.length > 0)
    for (const { centre, from, to } of arcs) {
      add(from, centre)
      add(centre, to)
    }
  return { border, all: all.subarray(0, length) }
}

/** Even-odd: the direction does not matter. */
function isEnclosed({ all: lines }: Lines, y: number, x: number): boolean {
  let isInside = false
  for (let at = 0; at < lines.length; at += 4) {
    const [y1, y2] = [lines[at + 1]!, lines[at + 3]!]
    if (y1 > y === y2 > y) continue
    const share = (y - y1) / (y2 - y1)
    if (x < lines[at]! + share * (lines[at + 2]! - lines[at]!)) isInside = !isInside
  }
  return isInside
}

function distanceToLines({ border: lines }: Lines, y: number, x: number, eastMetres: number): number {
  let least = Infinity
  for (let at = 0; at < lines.length; at += 4) {
    const fromX = (lines[at]! - x) * eastMetres
    const fromY = (lines[at + 1]! - y) * METRES_PER_DEGREE
    const alongX = (lines[at + 2]! - x) * eastMetres - fromX
    const alongY = (lines[at + 3]! - y) * METRES_PER_DEGREE - fromY
    const length = alongX * alongX + alongY * alongY
    const share = length > 0 ? Math.max(0, Math.min(1, -(fromX * alongX + fromY * alongY) / length)) : 0
    const [nearX, nearY] = [fromX + share * alongX, fromY + share * alongY]
    least = Math.min(least, nearX * nearX + nearY * nearY)
  }
  return Math.sqrt(least)
}

function crossLines({ border: lines }: Lines, from: Place, to: Place, middle: number): number[] {
  const [x, y] = [wrap(from[1] - middle), from[0]]
  const [stepX, stepY] = [wrap(to[1] - from[1]), to[0] - from[0]]
  const shares: number[] = []
  for (let at = 0; at < lines.length; at += 4) {
    const [alongX, alongY] = [lines[at + 2]! - lines[at]!, lines[at + 3]! - lines[at + 1]!]
    const cross = stepX * alongY - stepY * alongX
    if (cross === 0) continue
    const [toX, toY] = [lines[at]! - x, lines[at + 1]! - y]
    const onStep = (toX * alongY - toY * alongX) / cross
    const onLine = (toX * stepY - toY * stepX) / cross
    if (onStep > 0 && onStep < 1 && onLine >= 0 && onLine <= 1) shares.push(onStep)
  }
  return shares
}

const BISECTIONS = 40

/** The distance from the centre falls, then rises again: at most two crossings, one on each side of the nearest place. */
function crossArc(arc: Arc, from: Place, to: Place, shares: number[]): void {
  const { centre } = arc
  const [stepY, stepX] = [to[0] - from[0], wrap(to[1] - from[1])]
  const excess = (share: number): number => {
    const [latitude, longitude] = [from[0] + share * stepY, from[1] + share * stepX]
    return metresFrom(arc, latitude, longitude) - radiusNear(arc, latitude, longitude)
  }
  const scale = Math.cos(centre[0] * RADIANS) ** 2
  const length = stepX * stepX * scale + stepY * stepY
  if (length === 0) return
  const toCentre = wrap(centre[1] - from[1]) * stepX * scale + (centre[0] - from[0]) * stepY
  const nearest = Math.max(0, Math.min(1, toCentre / length))
  for (const [low, high] of [
    [0, nearest],
    [nearest, 1],
  ] as const) {
    const share = high > low ? bisect(excess, low, high) : undefined
    if (share !== undefined && share > 0 && share < 1) shares.push(share)
  }
}

function bisect(excess: (share: number) => number, from: number, to: number): number | undefined {
  let [low, high] = [from, to]
  const isAbove = excess(low) > 0
  if (excess(high) > 0 === isAbove) return undefined
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (low + high) / 2
    if (excess(middle) > 0 === isAbove) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The box of an airspace; that of whole circles for its arcs, since a little too large does no harm. */
export function boxOf(shape: Shape): Box {
  if ('corners' in shape) return measureBox(shape.corners, listArcs(shape.corners))
  return measureBox([], [toFullCircle(shape.centre, shape.radiusMetres)])
}

function measureBox(corners: readonly Corner[], arcs: readonly Arc[]): Box {
  const reference = corners[0]?.at[1] ?? arcs[0]!.centre[1]
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  const include = (latitude: number, longitude: number, reachLatitude = 0, reachLongitude = 0) => {
    const x = wrap(longitude - reference)
    south = Math.min(south, latitude - reachLatitude)
    north = Math.max(north, latitude + reachLatitude)
    west = Math.min(west, x - reachLongitude)
    east = Math.max(east, x + reachLongitude)
  }
  for (const { at } of corners) include(...at)
  for (const { centre, radius, endRadius } of arcs) {
    const reach = (1.000001 * Math.max(radius, endRadius)) / METRES_PER_DEGREE
    const farthest = Math.min(90, Math.abs(centre[0]) + reach)
    // The widest parallel that the circle touches: Clairaut.
    const sine = Math.sin(reach * RADIANS) / Math.cos(centre[0] * RADIANS)
    include(...centre, reach, farthest >= 90 || sine >= 1 ? 180 : Math.asin(sine) / RADIANS)
  }
  const isAllRound = east - west >= 360
  return {
    south: Math.max(-90, south),
    north: Math.min(90, north),
    west: isAllRound ? -180 : wrap(reference + west),
    east: isAllRound ? 180 : wrap(reference + east),
  }
}
