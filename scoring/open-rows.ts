// Exact rows for the longest open flight. For every fix j of a stretch J: the best leg from a fix i plus the best
// single leg beyond i, over all stretches I before (or after) J, as far as it matters.
//
// A pair of stretches is passed over in three steps, each dearer and sharper: by their boxes; by a bound for every
// row j; by measuring only the rows that the bound leaves.
//
// The bound for a row. Let u point from the centre of I to that of J, D apart, and split each fix's offset from its
// centre into t along u and r off it. The chord from i to j has the length X = D + t_j - t_i along u and at most
// Y = r_i + r_j off it, and sqrt(X^2 + Y^2) <= X + Y^2 / 2X. So leg_i + chord <= D + t_j + max(leg_i - t_i) + Y^2 /
// 2X, with the greatest Y and the least X. On a straight flight leg_i grows exactly as t_i does, the terms cancel
// and only Y^2 / 2X, centimetres, is left of the excess; boxes alone would leave the length of the stretch.
import { arcKm, type Positions } from './positions.ts'
import { greatestChordSquared, type TimeTree } from './time-tree.ts'

/** What is known of the legs on one side, before or after the second turnpoint. */
export interface Half {
  readonly isBefore: boolean
  /** Kilometres that no single leg, or two legs, ending in (beginning at) a stretch exceed. */
  readonly oneLeg: Float64Array
  readonly twoLegs: Float64Array
  /** The longest single leg of every fix, once its stretch is ready. */
  readonly leg: Float64Array
  readonly isReady: Uint8Array
}

export interface OpenSearch {
  readonly positions: Positions
  readonly tree: TimeTree
  /** First node of the tree level whose nodes are the stretches. */
  readonly level: number
  readonly stretches: number
  readonly before: Half
  readonly after: Half
  /** Stretches by falling bound; the first `taken` are done. */
  readonly order: Int32Array
  taken: number
  readonly toleranceKm: number
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
  const { positions, tree, level, needs } = search
  const { x, y, z } = positions
  const slack = search.toleranceKm / 4
  const first = tree.first[level + stretch]!
  const last = tree.last[level + stretch]!
  const line = drawLine(search, half, other, stretch)
  let improved = false
  for (let j = first; j <= last; j++) {
    const row = j - first
    const target = Math.max(rows[row]!, needs[row]!) + slack
    const ex = x[j]! - line.toX
    const ey = y[j]! - line.toY
    const ez = z[j]! - line.toZ
    const t = ex * line.ux + ey * line.uy + ez * line.uz
    const least = line.distance + t - line.farthestAlong
    if (least > 0) {
      const off = Math.sqrt(Math.max(0, ex * ex + ey * ey + ez * ez - t * t)) + line.off
      if (line.distance + t + line.weight + (off * off) / (2 * least) + line.excess <= target) continue
    }
    const km = measureRow(search, half, other, j)
    if (km > rows[row]!) {
      rows[row] = km
      improved = true
    }
  }
  return improved
}

function measureRow({ positions, tree, level }: OpenSearch, half: Half, other: number, j: number): number {
  const { x, y, z } = positions
  const { leg } = half
  const px = x[j]!
  const py = y[j]!
  const pz = z[j]!
  const from = half.isBefore ? tree.first[level + other]! : Math.max(j, tree.first[level + other]!)
  const to = half.isBefore ? Math.min(j, tree.last[level + other]!) : tree.last[level + other]!
  let best = 0
  for (let i = from; i <= to; i++) {
    const dx = x[i]! - px
    const dy = y[i]! - py
    const dz = z[i]! - pz
    const km = leg[i]! + arcKm(Math.sqrt(dx * dx + dy * dy + dz * dz))
    if (km > best) best = km
  }
  return best
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
  /** Greatest (leg - t), greatest t and greatest r over the fixes of the first stretch. */
  weight: number
  farthestAlong: number
  off: number
  /** Arc less chord, at the greatest chord between the two. */
  excess: number
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
    if (half.leg[k]! - t > weight) weight = half.leg[k]! - t
    if (t > farthestAlong) farthestAlong = t
    if (squared > offSquared) offSquared = squared
  }
  const farthest = Math.sqrt(greatestChordSquared(boxes, level + other, level + stretch))
  const excess = arcKm(farthest) - farthest
  const off = Math.sqrt(offSquared)
  return { ux, uy, uz, distance, toX, toY, toZ, weight, farthestAlong, off, excess }
}

/** Works out the longest single leg of every fix in the stretch, and with it the exact bound for the stretch. */
function readyStretch(search: OpenSearch, half: Half, stretch: number): void {
  if (half.isReady[stretch] === 1) return
  half.isReady[stretch] = 1
  const { tree, level, stretches } = search
  const { leg } = half
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
  let longest = 0
  for (let i = tree.first[level + stretch]!; i <= tree.last[level + stretch]!; i++) {
    leg[i] = arcKm(Math.sqrt(leg[i]!))
    if (leg[i]! > longest) longest = leg[i]!
  }
  half.oneLeg[stretch] = longest
}

/** Squared chords, until readyStretch turns them into kilometres; returns the least of the stretch. */
function lengthenLegs(
  { positions, tree, level }: OpenSearch,
  half: Half,
  stretch: number,
  other: number,
): number {
  const { x, y, z } = positions
  const { leg } = half
  const { boxes } = tree
  const at = 6 * (level + other)
  let least = Infinity
  for (let i = tree.first[level + stretch]!; i <= tree.last[level + stretch]!; i++) {
    const px = x[i]!
    const py = y[i]!
    const pz = z[i]!
    let best = leg[i]!
    const fx = Math.max(boxes[at + 1]! - px, px - boxes[at]!)
    const fy = Math.max(boxes[at + 3]! - py, py - boxes[at + 2]!)
    const fz = Math.max(boxes[at + 5]! - pz, pz - boxes[at + 4]!)
    if (fx * fx + fy * fy + fz * fz > best) {
      const from = half.isBefore ? tree.first[level + other]! : Math.max(i, tree.first[level + other]!)
      const to = half.isBefore ? Math.min(i, tree.last[level + other]!) : tree.last[level + other]!
      for (let k = from; k <= to; k++) {
        const dx = x[k]! - px
        const dy = y[k]! - py
        const dz = z[k]! - pz
        const squared = dx * dx + dy * dy + dz * dz
        if (squared > best) best = squared
      }
      leg[i] = best
    }
    if (best < least) least = best
  }
  return least
}
