// How long a triangle can be whose corners lie in three given cells.
//
// One side, from cell A to cell B. Let u be the level direction from centre to centre and D their level distance. A
// corner strays from its centre by at most s along u and r across it (both sums over A and B, from the half extents
// of the turned boxes) and the two differ in height by at most w. If v is how much farther apart they are along u,
// the chord is at most f(v) = sqrt((D + v)^2 + r^2 + w^2), so at most f(s).
//
// All three sides together. Moving a corner lengthens one side and shortens another; adding three separate maxima
// forgets that. f is convex, so on [-s, s] it lies below the straight line through its ends, m + k v. The perimeter
// is thus at most the sum of the m plus a function linear in where each corner lies, and the maximum of that over a
// box is read off its half extents, corner by corner, with the pulls of both sides already set against each other.
// On a smooth bend the pull at the best corner stands across the flight path, and the box is thin there: the excess
// shrinks with the square of the cell's length, not with the length.
//
// Arcs are longer than chords by an amount that grows with the chord: the difference at f(s) is added to each side.
import {
  AXIS_COS,
  AXIS_SIN,
  CELL_STRIDE,
  CENTRE_X,
  CENTRE_Y,
  CENTRE_Z,
  HALF_ACROSS,
  HALF_ALONG,
  HALF_UP,
} from './cells.ts'
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import { arcKm } from '../positions.ts'

import type { FamilyBounds } from './circuits.ts'

/** One side: how long it can be, and the straight line above f. */
interface Side {
  max: number
  min: number
  /** The m of the line, the arc excess added. */
  level: number
  /** How fast the line rises when an end moves along its own cell's axis, and across it. */
  fromAlong: number
  fromAcross: number
  toAlong: number
  toAcross: number
}

/** Bounds for every triangle whose corners lie in three given cells, except for its width. */
export function boundTriangle(shape: Float64Array, a: number, b: number, c: number): FamilyBounds {
  const ab = measureSide(shape, a, b)
  const bc = measureSide(shape, b, c)
  const ca = measureSide(shape, c, a)
  return {
    maxKm:
      ab.level +
      bc.level +
      ca.level +
      strain(shape, a, ca.toAlong - ab.fromAlong, ca.toAcross - ab.fromAcross) +
      strain(shape, b, ab.toAlong - bc.fromAlong, ab.toAcross - bc.fromAcross) +
      strain(shape, c, bc.toAlong - ca.fromAlong, bc.toAcross - ca.fromAcross),
    minKm: ab.min + bc.min + ca.min,
    maxShortestKm: Math.min(ab.max, bc.max, ca.max),
    minLongestKm: Math.max(ab.min, bc.min, ca.min),
    maxWidthKm: Infinity,
  }
}

/**
 * Kilometres that no triangle with its corners in three cells is wide: its least width, that across its longest side. All
 * three boxes are between two upright planes, w apart, and in height within r. A triangle of area A with longest side l is
 * 2 A / l wide; A squared is the sum of the squares of its three shadows, on the ground and on two walls at right angles,
 * which are at most l w / 2, l r / 2 and l min(w, r) / 2. That is by chords, which are stretched as the longest is at most.
 */
export function boundWidth(shape: Float64Array, a: number, b: number, c: number, maxKm: number): number {
  const { cos, sin } = findDirection(shape, a, b, c)
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let corner = 0; corner < 3; corner++) {
    const at = (corner === 0 ? a : corner === 1 ? b : c) * CELL_STRIDE
    const across = shape[at + CENTRE_Y]! * cos - shape[at + CENTRE_X]! * sin
    const turnCos = shape[at + AXIS_COS]! * cos + shape[at + AXIS_SIN]! * sin
    const turnSin = shape[at + AXIS_SIN]! * cos - shape[at + AXIS_COS]! * sin
    const half = Math.abs(turnSin) * shape[at + HALF_ALONG]! + Math.abs(turnCos) * shape[at + HALF_ACROSS]!
    left = Math.min(left, across - half)
    right = Math.max(right, across + half)
    low = Math.min(low, shape[at + CENTRE_Z]! - shape[at + HALF_UP]!)
    high = Math.max(high, shape[at + CENTRE_Z]! + shape[at + HALF_UP]!)
  }
  const [w, r] = [right - left, high - low]
  const lesser = Math.min(w, r)
  return Math.sqrt(w * w + r * r + lesser * lesser) * stretchOf(Math.min(maxKm / 2, 2 * EARTH_RADIUS_KM))
}

/** How much longer an arc is than its chord; the more the longer it is. */
function stretchOf(chordKm: number): number {
  return chordKm > 0 ? arcKm(chordKm) / chordKm : 1
}

/** Any direction is right; the principal axis of the three boxes makes them narrow. */
function findDirection(shape: Float64Array, a: number, b: number, c: number): { cos: number; sin: number } {
  const x =
    (shape[a * CELL_STRIDE + CENTRE_X]! +
      shape[b * CELL_STRIDE + CENTRE_X]! +
      shape[c * CELL_STRIDE + CENTRE_X]!) /
    3
  const y =
    (shape[a * CELL_STRIDE + CENTRE_Y]! +
      shape[b * CELL_STRIDE + CENTRE_Y]! +
      shape[c * CELL_STRIDE + CENTRE_Y]!) /
    3
  // From the covariance: half the difference of both variances, and what they have in common.
  let difference = 0
  let common = 0
  for (let corner = 0; corner < 3; corner++) {
    const at = (corner === 0 ? a : corner === 1 ? b : c) * CELL_STRIDE
    const dx = shape[at + CENTRE_X]! - x
    const dy = shape[at + CENTRE_Y]! - y
    const along = shape[at + HALF_ALONG]!
    const across = shape[at + HALF_ACROSS]!
    const spread = (along * along - across * across) / 3
    const cos = shape[at + AXIS_COS]!
    const sin = shape[at + AXIS_SIN]!
    difference += (dx * dx - dy * dy + spread * (cos * cos - sin * sin)) / 2
    common += dx * dy + spread * cos * sin
  }
  const length = Math.sqrt(difference * difference + common * common)
  if (!(length > 0)) return { cos: 1, sin: 0 }
  const cos = Math.sqrt((1 + difference / length) / 2)
  const sin = Math.sqrt((1 - difference / length) / 2)
  return { cos, sin: common < 0 ? -sin : sin }
}

/** Kilometres that no fix of one cell is farther from a fix of the other. */
export function maxSide(shape: Float64Array, a: number, b: number): number {
  return measureSide(shape, a, b).max
}

/** The length a corner adds by going to the best end of its box. */
function strain(shape: Float64Array, cell: number, along: number, across: number): number {
  const at = cell * CELL_STRIDE
  return Math.abs(along) * shape[at + HALF_ALONG]! + Math.abs(across) * shape[at + HALF_ACROSS]!
}

function measureSide(shape: Float64Array, a: number, b: number): Side {
  const from = a * CELL_STRIDE
  const to = b * CELL_STRIDE
  const dx = shape[to + CENTRE_X]! - shape[from + CENTRE_X]!
  const dy = shape[to + CENTRE_Y]! - shape[from + CENTRE_Y]!
  const height = Math.abs(shape[to + CENTRE_Z]! - shape[from + CENTRE_Z]!)
  const distance = Math.sqrt(dx * dx + dy * dy)
  const ux = distance > 0 ? dx / distance : 1
  const uy = distance > 0 ? dy / distance : 0

  const alongFrom = ux * shape[from + AXIS_COS]! + uy * shape[from + AXIS_SIN]!
  const acrossFrom = uy * shape[from + AXIS_COS]! - ux * shape[from + AXIS_SIN]!
  const alongTo = ux * shape[to + AXIS_COS]! + uy * shape[to + AXIS_SIN]!
  const acrossTo = uy * shape[to + AXIS_COS]! - ux * shape[to + AXIS_SIN]!
  const halfFrom = shape[from + HALF_ALONG]!
  const halfAcrossFrom = shape[from + HALF_ACROSS]!
  const halfTo = shape[to + HALF_ALONG]!
  const halfAcrossTo = shape[to + HALF_ACROSS]!

  const stray =
    Math.abs(alongFrom) * halfFrom +
    Math.abs(acrossFrom) * halfAcrossFrom +
    Math.abs(alongTo) * halfTo +
    Math.abs(acrossTo) * halfAcrossTo
  const sideways =
    Math.abs(acrossFrom) * halfFrom +
    Math.abs(alongFrom) * halfAcrossFrom +
    Math.abs(acrossTo) * halfTo +
    Math.abs(alongTo) * halfAcrossTo
  const rise = height + shape[from + HALF_UP]! + shape[to + HALF_UP]!
  const off = sideways * sideways + rise * rise

  const farthest = Math.sqrt((distance + stray) * (distance + stray) + off)
  const nearest = Math.sqrt((distance - stray) * (distance - stray) + off)
  const slope = stray > 1e-12 ? (farthest - nearest) / (2 * stray) : 1
  const arc = arcKm(farthest)
  return {
    max: arc,
    min: Math.max(0, distance - stray),
    level: (farthest + nearest) / 2 + (arc - farthest),
    fromAlong: slope * alongFrom,
    fromAcross: slope * acrossFrom,
    toAlong: slope * alongTo,
    toAcross: slope * acrossTo,
  }
}
