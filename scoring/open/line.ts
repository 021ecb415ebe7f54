// A bound for a pair of stretches I and J of an open flight, by the line between them.
//
// Let u point from the centre of I to that of J, D apart, and split each fix's offset from its centre into t along u
// and r off it. The chord from i to j has the length X = D + t_j - t_i along u and at most Y = r_i + r_j off it, and
// sqrt(X^2 + Y^2) <= X + Y^2 / 2X. So leg_i + chord <= D + t_j + max(leg_i - t_i) + Y^2 / 2X, with the maximum of Y and
// the minimum of X. (Arcs: with the slope of arc over chord in front of D, t and Y.) On a straight flight leg_i grows
// exactly as t_i does, the terms cancel and only Y^2 / 2X, centimetres, is left of the excess; boxes alone would leave
// the length of the stretch.
import { arcKm } from '../positions.ts'
import { centreX, centreY, centreZ, maxChordSquared, minChordSquared } from '../time-tree.ts'
import type { Half, OpenSearch } from './search.ts'

/** The line between the centres of two stretches, and how the fixes of the first lie along it. */
export interface Line {
  ux: number
  uy: number
  uz: number
  distance: number
  toX: number
  toY: number
  toZ: number
  /** Maximum of leg - slope t, of t and of r over the fixes of the first stretch. */
  weight: number
  farthestAlong: number
  off: number
  /** Arcs of the chords between the two are at most arcAtZero + slope chord, and stretching chord. */
  arcAtZero: number
  slope: number
  stretching: number
}

export function drawLine(
  { positions, tree, level }: OpenSearch,
  half: Half,
  other: number,
  stretch: number,
): Line {
  const { boxes } = tree
  const { x, y, z } = positions
  const from = level + other
  const to = level + stretch
  const fromX = centreX(boxes, from)
  const fromY = centreY(boxes, from)
  const fromZ = centreZ(boxes, from)
  const toX = centreX(boxes, to)
  const toY = centreY(boxes, to)
  const toZ = centreZ(boxes, to)
  const distance = Math.sqrt((toX - fromX) ** 2 + (toY - fromY) ** 2 + (toZ - fromZ) ** 2)
  const ux = distance > 0 ? (toX - fromX) / distance : 1
  const uy = distance > 0 ? (toY - fromY) / distance : 0
  const uz = distance > 0 ? (toZ - fromZ) / distance : 0
  // The arc is a convex function of the chord: below the straight line through its values at both ends.
  const nearest = Math.sqrt(minChordSquared(boxes, from, to))
  const farthest = Math.sqrt(maxChordSquared(boxes, from, to))
  const arc = arcKm(farthest)
  const slope = farthest > nearest ? (arc - arcKm(nearest)) / (farthest - nearest) : 1
  let weight = -Infinity
  let farthestAlong = -Infinity
  let offSquared = 0
  const last = tree.last[from]!
  for (let k = tree.first[from]!; k <= last; k++) {
    const ex = x[k]! - fromX
    const ey = y[k]! - fromY
    const ez = z[k]! - fromZ
    const t = ex * ux + ey * uy + ez * uz
    const squared = ex * ex + ey * ey + ez * ez - t * t
    if (half.leg[k]! - slope * t > weight) weight = half.leg[k]! - slope * t
    if (t > farthestAlong) farthestAlong = t
    if (squared > offSquared) offSquared = squared
  }
  return {
    ux,
    uy,
    uz,
    distance,
    toX,
    toY,
    toZ,
    weight,
    farthestAlong,
    off: Math.sqrt(offSquared),
    arcAtZero: arc - slope * farthest,
    slope,
    stretching: farthest > 0 ? arc / farthest : 1,
  }
}

/** Whether the bound by the line, with one Y and one X for all rows, leaves none that could be improved. */
export function isBelowTargets(
  { positions, tree, level, needs }: OpenSearch,
  stretch: number,
  rows: Float64Array,
  line: Line,
  slack: number,
): boolean {
  const { x, y, z } = positions
  const { ux, uy, uz, toX, toY, toZ, slope } = line
  const first = tree.first[level + stretch]!
  const last = tree.last[level + stretch]!
  let excess = -Infinity
  let nearestAlong = Infinity
  let offSquared = 0
  for (let j = first; j <= last; j++) {
    const row = j - first
    const ex = x[j]! - toX
    const ey = y[j]! - toY
    const ez = z[j]! - toZ
    const t = ex * ux + ey * uy + ez * uz
    const squared = ex * ex + ey * ey + ez * ez - t * t
    const target = rows[row]! > needs[row]! ? rows[row]! : needs[row]!
    if (slope * t - target > excess) excess = slope * t - target
    if (t < nearestAlong) nearestAlong = t
    if (squared > offSquared) offSquared = squared
  }
  const minAlong = line.distance + nearestAlong - line.farthestAlong
  if (minAlong <= 0) return false
  const off = Math.sqrt(offSquared) + line.off
  const fixed = line.weight + line.arcAtZero + slope * (line.distance + (off * off) / (2 * minAlong))
  return fixed + excess <= slack
}

/** Kilometres that row j does not exceed. */
export function boundByLine({ positions }: OpenSearch, j: number, line: Line): number {
  const ex = positions.x[j]! - line.toX
  const ey = positions.y[j]! - line.toY
  const ez = positions.z[j]! - line.toZ
  const t = ex * line.ux + ey * line.uy + ez * line.uz
  const minAlong = line.distance + t - line.farthestAlong
  if (minAlong <= 0) return Infinity
  const off = Math.sqrt(Math.max(0, ex * ex + ey * ey + ez * ez - t * t)) + line.off
  return line.weight + line.arcAtZero + line.slope * (line.distance + t + (off * off) / (2 * minAlong))
}
