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
// Arcs are longer than chords by an amount that grows with the chord: the difference at f(s) is added a side.
import { AXIS, HALF, STRIDE } from './cells.ts'
import { arcKm } from '../positions.ts'

/** Where measureSides leaves its results. */
export const PERIMETER = 0
export const SHORTEST = 1
export const LONGEST_LEAST = 2
export const PERIMETER_LEAST = 3

// Per side: pull along the first cell's axes (2), along the second's (2). Scratch, overwritten by every call.
const pulls = new Float64Array(12)
const side = new Float64Array(3)

/**
 * For all corners in the cells, into result: the greatest perimeter, the greatest length of the side that is
 * shortest, and lengths that the longest side and the perimeter are not below; kilometres.
 */
export function measureSides(
  shape: Float64Array,
  a: number,
  b: number,
  c: number,
  result: Float64Array,
): void {
  const atA = a * STRIDE
  const atB = b * STRIDE
  const atC = c * STRIDE
  let level = measureSide(shape, atA, atB, 0)
  let shortest = side[0]!
  let longest = side[1]!
  let least = side[1]!
  level += measureSide(shape, atB, atC, 4)
  shortest = Math.min(shortest, side[0]!)
  longest = Math.max(longest, side[1]!)
  least += side[1]!
  level += measureSide(shape, atC, atA, 8)
  shortest = Math.min(shortest, side[0]!)
  longest = Math.max(longest, side[1]!)
  least += side[1]!
  // Corner A is the first of side AB and the second of side CA, and so on around.
  level += strain(shape, atA, pulls[10]! - pulls[0]!, pulls[11]! - pulls[1]!)
  level += strain(shape, atB, pulls[2]! - pulls[4]!, pulls[3]! - pulls[5]!)
  level += strain(shape, atC, pulls[6]! - pulls[8]!, pulls[7]! - pulls[9]!)
  result[PERIMETER] = level
  result[SHORTEST] = shortest
  result[LONGEST_LEAST] = longest
  result[PERIMETER_LEAST] = least
}

/** Kilometres that no fix of one cell is farther from a fix of the other. */
export function greatestSide(shape: Float64Array, a: number, b: number): number {
  measureSide(shape, a * STRIDE, b * STRIDE, 0)
  return side[0]!
}

/** What a corner adds by going to the best end of its box. */
function strain(shape: Float64Array, at: number, along: number, across: number): number {
  return Math.abs(along) * shape[at + HALF]! + Math.abs(across) * shape[at + HALF + 1]!
}

/** The m of one side, its arc excess included; its greatest and least length into side, its pulls from slot on. */
function measureSide(shape: Float64Array, from: number, to: number, slot: number): number {
  const dx = shape[to]! - shape[from]!
  const dy = shape[to + 1]! - shape[from + 1]!
  const height = Math.abs(shape[to + 2]! - shape[from + 2]!)
  const distance = Math.sqrt(dx * dx + dy * dy)
  const ux = distance > 0 ? dx / distance : 1
  const uy = distance > 0 ? dy / distance : 0

  const alongFrom = ux * shape[from + AXIS]! + uy * shape[from + AXIS + 1]!
  const acrossFrom = uy * shape[from + AXIS]! - ux * shape[from + AXIS + 1]!
  const alongTo = ux * shape[to + AXIS]! + uy * shape[to + AXIS + 1]!
  const acrossTo = uy * shape[to + AXIS]! - ux * shape[to + AXIS + 1]!
  const halfFrom = shape[from + HALF]!
  const halfAcrossFrom = shape[from + HALF + 1]!
  const halfTo = shape[to + HALF]!
  const halfAcrossTo = shape[to + HALF + 1]!

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
  const rise = height + shape[from + HALF + 2]! + shape[to + HALF + 2]!
  const off = sideways * sideways + rise * rise

  const farthest = Math.sqrt((distance + stray) * (distance + stray) + off)
  const nearest = Math.sqrt((distance - stray) * (distance - stray) + off)
  const slope = stray > 1e-12 ? (farthest - nearest) / (2 * stray) : 1
  const arc = arcKm(farthest)
  side[0] = arc
  side[1] = Math.max(0, distance - stray)
  pulls[slot] = slope * alongFrom
  pulls[slot + 1] = slope * acrossFrom
  pulls[slot + 2] = slope * alongTo
  pulls[slot + 3] = slope * acrossTo
  return (farthest + nearest) / 2 + (arc - farthest)
}
