// Exact rows for the longest open flight. For every fix j of a stretch J: the best leg from a fix i plus the best
// single leg beyond i, over all stretches I before (or after) J, as far as it matters.
//
// A pair of stretches is ruled out in steps, each costlier and sharper: by their boxes; by the line between them
// (line.ts); row by row, by the distance of the fix from the box and by the line; and only what is left is measured.
import { arcKm } from '../positions.ts'
import { maxChordFromFixSquared, maxChordSquared } from '../time-tree.ts'
import { readyStretch } from './legs.ts'
import { boundByLine, drawLine, isBelowTargets, type Line } from './line.ts'
import type { Half, OpenSearch } from './search.ts'

/** Into the rows of the half, for each fix of the stretch, the best two legs; a row that stays at or below its need is not exact. */
export function bestTwoLegs(search: OpenSearch, half: Half, stretch: number): void {
  const { rows } = half
  const { tree, level, stretches, needs } = search
  const count = tree.last[level + stretch]! - tree.first[level + stretch]! + 1
  rows.fill(0, 0, count)
  const from = half.isBefore ? 0 : stretch
  const to = half.isBefore ? stretch : stretches - 1
  let likely = from
  let highest = -1
  for (let other = from; other <= to; other++) {
    const bound = boundPair(search, half, other, stretch)
    if (bound > highest) {
      highest = bound
      likely = other
    }
  }
  let lowest = minTarget(rows, needs, count)
  if (highest <= lowest) return
  // The most promising stretch first: what it gives rules out most of the others.
  measurePair(search, half, likely, stretch, rows)
  lowest = minTarget(rows, needs, count)
  for (let other = from; other <= to; other++) {
    if (other === likely || boundPair(search, half, other, stretch) <= lowest) continue
    readyStretch(search, half, other)
    if (boundPair(search, half, other, stretch) <= lowest) continue
    if (measurePair(search, half, other, stretch, rows)) lowest = minTarget(rows, needs, count)
  }
}

function minTarget(rows: Float64Array, needs: Float64Array, count: number): number {
  let lowest = Infinity
  for (let row = 0; row < count; row++) {
    const target = Math.max(rows[row]!, needs[row]!)
    if (target < lowest) lowest = target
  }
  return lowest
}

function boundPair({ tree, level }: OpenSearch, half: Half, other: number, stretch: number): number {
  return half.oneLeg[other]! + arcKm(Math.sqrt(maxChordSquared(tree.boxes, level + other, level + stretch)))
}

/** Measures the rows that stretch `other` may improve; true when one was. */
function measurePair(
  search: OpenSearch,
  half: Half,
  other: number,
  stretch: number,
  rows: Float64Array,
): boolean {
  readyStretch(search, half, other)
  const { tree, level, needs } = search
  const slack = search.toleranceKm / 4
  const first = tree.first[level + stretch]!
  const last = tree.last[level + stretch]!
  const line = drawLine(search, half, other, stretch)
  if (isBelowTargets(search, stretch, rows, line, slack)) return false
  let improved = false
  for (let j = first; j <= last; j++) {
    const row = j - first
    const target = Math.max(rows[row]!, needs[row]!) + slack
    if (boundByBox(search, half, other, j, line) <= target) continue
    if (boundByLine(search, j, line) <= target) continue
    const km = measureRow(search, half, other, j, line.stretching, target - slack)
    if (km > rows[row]!) {
      rows[row] = km
      improved = true
    }
  }
  return improved
}

function boundByBox(
  { positions, tree, level }: OpenSearch,
  half: Half,
  other: number,
  j: number,
  line: Line,
): number {
  const farthest = Math.sqrt(maxChordFromFixSquared(positions, tree.boxes, level + other, j))
  return half.oneLeg[other]! + farthest * line.stretching
}

/** The best of row j over the fixes of stretch `other`, 0 when that does not exceed the target. */
function measureRow(
  search: OpenSearch,
  half: Half,
  other: number,
  j: number,
  stretching: number,
  target: number,
): number {
  const { positions, tree, level } = search
  const { x, y, z } = positions
  const { leg, leafLeg } = half
  const px = x[j]!
  const py = y[j]!
  const pz = z[j]!
  const stretchingSquared = stretching * stretching
  const leaves = tree.leaves / level
  const end = (level + other + 1) * leaves
  let best = target
  for (let leaf = (level + other) * leaves; leaf < end; leaf++) {
    const room = best - leafLeg[leaf - tree.leaves]!
    if (room > 0 && maxChordFromFixSquared(positions, tree.boxes, leaf, j) * stretchingSquared <= room * room)
      continue
    const from = half.isBefore ? tree.first[leaf]! : Math.max(j, tree.first[leaf]!)
    const to = half.isBefore ? Math.min(j, tree.last[leaf]!) : tree.last[leaf]!
    for (let i = from; i <= to; i++) {
      const dx = x[i]! - px
      const dy = y[i]! - py
      const dz = z[i]! - pz
      const squared = dx * dx + dy * dy + dz * dz
      // Most fixes fall short even with the most that an arc can add to a chord here: no root needed to see it.
      const short = best - leg[i]!
      if (short > 0 && squared * stretchingSquared <= short * short) continue
      const km = leg[i]! + arcKm(Math.sqrt(squared))
      if (km > best) best = km
    }
    search.effort += Math.max(0, to - from + 1)
  }
  return best > target ? best : 0
}
