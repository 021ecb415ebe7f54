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
import { arcKm } from '../positions.ts'

/** What holds for every triangle whose corners lie in three given cells; kilometres. */
export interface TriangleBounds {
  maxPerimeter: number
  minPerimeter: number
  /** The shortest side is at most this long, the longest at least. */
  maxShortest: number
  minLongest: number
}

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

export function boundTriangle(shape: Float64Array, a: number, b: number, c: number): TriangleBounds {
  const ab = measureSide(shape, a, b)
  const bc = measureSide(shape, b, c)
  const ca = measureSide(shape, c, a)
  return {
    maxPerimeter:
      ab.level +
      bc.level +
      ca.level +
      strain(shape, a, ca.toAlong - ab.fromAlong, ca.toAcross - ab.fromAcross) +
      strain(shape, b, ab.toAlong - bc.fromAlong, ab.toAcross - bc.fromAcross) +
      strain(shape, c, bc.toAlong - ca.fromAlong, bc.toAcross - ca.fromAcross),
    minPerimeter: ab.min + bc.min + ca.min,
    maxShortest: Math.min(ab.max, bc.max, ca.max),
    minLongest: Math.max(ab.min, bc.min, ca.min),
  }
}

/** Kilometres that no fix of one cell is farther from a fix of the other. */
export function maxSide(shape: Float64Array, a: number, b: number): number {
  return measureSide(shape, a, b).max
}

/** What a corner adds by going to the best end of its box. */
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
