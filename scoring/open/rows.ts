// Exact rows for the longest open flight. For every fix j of a stretch J: the best leg from a fix i plus the best
// single leg beyond i, over all stretches I before (or after) J, as far as it matters.
//
// A pair of stretches is passed over in steps, each dearer and sharper: by their boxes; row by row, by the distance
// of the fix from the box; by the bound below; and only what is left is measured.
//
// The bound for a row. Let u point from the centre of I to that of J, D apart, and split each fix's offset from its
// centre into t along u and r off it. The chord from i to j has the length X = D + t_j - t_i along u and at most
// Y = r_i + r_j off it, and sqrt(X^2 + Y^2) <= X + Y^2 / 2X. So leg_i + chord <= D + t_j + max(leg_i - t_i) + Y^2 /
// 2X, with the greatest Y and the least X. (Arcs: with the slope of arc over chord in front of D, t and Y.) On a
// straight flight leg_i grows exactly as t_i does, the terms cancel and only Y^2 / 2X, centimetres, is left of the
// excess; boxes alone would leave the length of the stretch.
import { arcKm, chordSquared, type Positions } from '../positions.ts'
import { greatestChordSquared, leastChordSquared, type TimeTree } from '../time-tree.ts'

/** What is known of the legs on one side, before or after the second turnpoint. */
export interface Half {
  readonly isBefore: boolean
  /** Kilometres that no single leg, or two legs, ending in (beginning at) a stretch exceed. */
  readonly oneLeg: Float64Array
  readonly twoLegs: Float64Array
  /** The same for a single leg and the coarse stretches. */
  readonly coarseOneLeg: Float64Array
  /** The longest single leg of every fix, once its stretch is ready. */
  readonly leg: Float64Array
  /** The longest of them in every leaf of the tree. */
  readonly leafLeg: Float64Array
  readonly isReady: Uint8Array
}

export interface OpenSearch {
  readonly positions: Positions
  readonly tree: TimeTree
  /** First node of the tree level whose nodes are the stretches. */
  readonly level: number
  readonly stretches: number
  /** The same for longer stretches, each 2 ** shift of the others. */
  readonly coarse: { readonly level: number; readonly stretches: number; readonly shift: number }
  readonly before: Half
  readonly after: Half
  /** Stretches by falling bound; the first `taken` are done. */
  readonly order: Int32Array
  taken: number
  /** Whether the bounds were sharpened, which is done once. */
  isSharp: boolean
  /** Kilometres: differences below it are not pursued. */
  toleranceKm: number
  /** Fixes looked at so far. */
  effort: number
  bestKm: number
  /** Start, three turnpoints, finish of the best flight. */
  points: number[]
  readonly rowsBefore: Float64Array
  readonly rowsAfter: Float64Array
  /** Kilometres a row must exceed to matter. */
  readonly needs: Float64Array
}

/** Into rows, for each fix of the stretch, the best two legs; a row that stays at or below its need is not exact. */
export function bestTwoLegs(search: OpenSearch, half: Half, stretch: number, rows: Float64Array): void {
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
  let lowest = leastTarget(rows, needs, count)
  if (highest <= lowest) return
  // The most promising stretch first: what it gives rules out most of the others.
  measurePair(search, half, likely, stretch, rows)
  lowest = leastTarget(rows, needs, count)
  for (let other = from; other <= to; other++) {
    if (other === likely || boundPair(search, half, other, stretch) <= lowest) continue
    readyStretch(search, half, other)
    if (boundPair(search, half, other, stretch) <= lowest) continue
    if (measurePair(search, half, other, stretch, rows)) lowest = leastTarget(rows, needs, count)
  }
}

function leastTarget(rows: Float64Array, needs: Float64Array, count: number): number {
  let least = Infinity
  for (let row = 0; row < count; row++) {
    const target = Math.max(rows[row]!, needs[row]!)
    if (target < least) least = target
  }
  return least
}

function boundPair({ tree, level }: OpenSearch, half: Half, other: number, stretch: number): number {
  return (
    half.oneLeg[other]! + arcKm(Math.sqrt(greatestChordSquared(tree.boxes, level + other, level + stretch)))
  )
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

/** Whether the bound by the line, with one Y and one X for all rows, leaves none that could be improved. */
function isBelowTargets(
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
  const least = line.distance + nearestAlong - line.farthestAlong
  if (least <= 0) return false
  const off = Math.sqrt(offSquared) + line.off
  const fixed = line.weight + line.arcAtZero + slope * (line.distance + (off * off) / (2 * least))
  return fixed + excess <= slack
}

function boundByBox(
  { positions, tree, level }: OpenSearch,
  half: Half,
  other: number,
  j: number,
  line: Line,
) {
  const farthest = Math.sqrt(farthestSquared(positions, tree.boxes, level + other, j))
  return half.oneLeg[other]! + farthest * line.stretching
}

function boundByLine({ positions }: OpenSearch, j: number, line: Line): number {
  const ex = positions.x[j]! - line.toX
  const ey = positions.y[j]! - line.toY
  const ez = positions.z[j]! - line.toZ
  const t = ex * line.ux + ey * line.uy + ez * line.uz
  const least = line.distance + t - line.farthestAlong
  if (least <= 0) return Infinity
  const off = Math.sqrt(Math.max(0, ex * ex + ey * ey + ez * ez - t * t)) + line.off
  return line.weight + line.arcAtZero + line.slope * (line.distance + t + (off * off) / (2 * least))
}

function farthestSquared({ x, y, z }: Positions, boxes: Float64Array, node: number, i: number): number {
  const at = 6 * node
  const dx = Math.max(boxes[at + 1]! - x[i]!, x[i]! - boxes[at]!)
  const dy = Math.max(boxes[at + 3]! - y[i]!, y[i]! - boxes[at + 2]!)
  const dz = Math.max(boxes[at + 5]! - z[i]!, z[i]! - boxes[at + 4]!)
  return dx * dx + dy * dy + dz * dz
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
  const most = stretching * stretching
  const leaves = tree.leaves / level
  const end = (level + other + 1) * leaves
  let best = target
  for (let leaf = (level + other) * leaves; leaf < end; leaf++) {
    const room = best - leafLeg[leaf - tree.leaves]!
    if (room > 0 && farthestSquared(positions, tree.boxes, leaf, j) * most <= room * room) continue
    const from = half.isBefore ? tree.first[leaf]! : Math.max(j, tree.first[leaf]!)
    const to = half.isBefore ? Math.min(j, tree.last[leaf]!) : tree.last[leaf]!
    for (let i = from; i <= to; i++) {
      const dx = x[i]! - px
      const dy = y[i]! - py
      const dz = z[i]! - pz
      const squared = dx * dx + dy * dy + dz * dz
      // Most fixes fall short even with the most that an arc can add to a chord here: no root needed to see it.
      const short = best - leg[i]!
      if (short > 0 && squared * most <= short * short) continue
      const km = leg[i]! + arcKm(Math.sqrt(squared))
      if (km > best) best = km
    }
    search.effort += to - from
  }
  return best > target ? best : 0
}

/** The line between the centres of two stretches, and how the fixes of the first lie along it. */
interface Line {
  ux: number
  uy: number
  uz: number
  distance: number
  toX: number
  toY: number
  toZ: number
  /** Greatest (leg - slope t), greatest t and greatest r over the fixes of the first stretch. */
  weight: number
  farthestAlong: number
  off: number
  /** Arcs of the chords between the two are at most arcAtZero + slope chord, and stretching chord. */
  arcAtZero: number
  slope: number
  stretching: number
}

function drawLine({ positions, tree, level }: OpenSearch, half: Half, other: number, stretch: number): Line {
  const { boxes } = tree
  const { x, y, z } = positions
  const i = 6 * (level + other)
  const j = 6 * (level + stretch)
  const fromX = (boxes[i]! + boxes[i + 1]!) / 2
  const fromY = (boxes[i + 2]! + boxes[i + 3]!) / 2
  const fromZ = (boxes[i + 4]! + boxes[i + 5]!) / 2
  const toX = (boxes[j]! + boxes[j + 1]!) / 2
  const toY = (boxes[j + 2]! + boxes[j + 3]!) / 2
  const toZ = (boxes[j + 4]! + boxes[j + 5]!) / 2
  const distance = Math.sqrt((toX - fromX) ** 2 + (toY - fromY) ** 2 + (toZ - fromZ) ** 2)
  const ux = distance > 0 ? (toX - fromX) / distance : 1
  const uy = distance > 0 ? (toY - fromY) / distance : 0
  const uz = distance > 0 ? (toZ - fromZ) / distance : 0
  // The arc is a convex function of the chord: below the straight line through its values at both ends.
  const nearest = Math.sqrt(leastChordSquared(boxes, level + other, level + stretch))
  const farthest = Math.sqrt(greatestChordSquared(boxes, level + other, level + stretch))
  const arc = arcKm(farthest)
  const slope = farthest > nearest ? (arc - arcKm(nearest)) / (farthest - nearest) : 1
  let weight = -Infinity
  let farthestAlong = -Infinity
  let offSquared = 0
  const last = tree.last[level + other]!
  for (let k = tree.first[level + other]!; k <= last; k++) {
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

/** Works out the longest single leg of every fix in the stretch, and with it the exact bound for the stretch. */
function readyStretch(search: OpenSearch, half: Half, stretch: number): void {
  if (half.isReady[stretch] === 1) return
  half.isReady[stretch] = 1
  const { tree, level, stretches } = search
  const from = half.isBefore ? 0 : stretch
  const to = half.isBefore ? stretch : stretches - 1
  let likely = from
  let highest = -1
  for (let other = from; other <= to; other++) {
    const bound = greatestChordSquared(tree.boxes, level + other, level + stretch)
    if (bound > highest) {
      highest = bound
      likely = other
    }
  }
  let least = lengthenLegs(search, half, stretch, likely)
  for (let other = from; other <= to; other++) {
    if (other === likely || greatestChordSquared(tree.boxes, level + other, level + stretch) <= least)
      continue
    least = lengthenLegs(search, half, stretch, other)
  }
  half.oneLeg[stretch] = finishLegs(search, half, stretch)
}

/** Turns squared chords into kilometres; returns the longest. */
function finishLegs({ tree, level }: OpenSearch, half: Half, stretch: number): number {
  const { leg, leafLeg } = half
  const leaves = tree.leaves / level
  let longest = 0
  for (let leaf = (level + stretch) * leaves; leaf < (level + stretch + 1) * leaves; leaf++) {
    let longestHere = 0
    for (let i = tree.first[leaf]!; i <= tree.last[leaf]!; i++) {
      leg[i] = arcKm(Math.sqrt(leg[i]!))
      if (leg[i]! > longestHere) longestHere = leg[i]!
    }
    leafLeg[leaf - tree.leaves] = longestHere
    if (longestHere > longest) longest = longestHere
  }
  return longest
}

/** Squared chords, until finishLegs turns them into kilometres; returns the least of the stretch. */
function lengthenLegs(search: OpenSearch, half: Half, stretch: number, other: number): number {
  const { positions, tree, level } = search
  const { leg } = half
  const leaves = tree.leaves / level
  const end = (level + other + 1) * leaves
  let least = Infinity
  for (let i = tree.first[level + stretch]!; i <= tree.last[level + stretch]!; i++) {
    let best = leg[i]!
    if (farthestSquared(positions, tree.boxes, level + other, i) > best) {
      for (let leaf = (level + other) * leaves; leaf < end; leaf++) {
        if (farthestSquared(positions, tree.boxes, leaf, i) <= best) continue
        const from = half.isBefore ? tree.first[leaf]! : Math.max(i, tree.first[leaf]!)
        const to = half.isBefore ? Math.min(i, tree.last[leaf]!) : tree.last[leaf]!
        for (let k = from; k <= to; k++) best = Math.max(best, chordSquared(positions, i, k))
        search.effort += to - from
      }
      leg[i] = best
    }
    if (best < least) least = best
  }
  return least
}
