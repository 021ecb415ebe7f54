// The fixes in time order under a binary tree of boxes. A node is a stretch of the flight; the least and the
// greatest chord between two stretches are bounded by their boxes. Nodes are numbered as in a heap: the root is 1,
// the children of k are 2k and 2k + 1.
import type { Positions } from './positions.ts'

const LEAF_SHIFT = 3
const LEAF_FIXES = 1 << LEAF_SHIFT

export interface TimeTree {
  readonly positions: Positions
  /** Number of leaves, a power of two; leaves past the end of the track are empty. */
  readonly leaves: number
  /** Six a node: least x, greatest x, least y, greatest y, least z, greatest z. */
  readonly boxes: Float64Array
  /** First and last fix of a node; an empty node has first > last. */
  readonly first: Int32Array
  readonly last: Int32Array
}

export function growTimeTree(positions: Positions): TimeTree {
  const { count } = positions
  let leaves = 1
  while (leaves * LEAF_FIXES < count) leaves *= 2
  const tree = {
    positions,
    leaves,
    boxes: new Float64Array(12 * leaves),
    first: new Int32Array(2 * leaves),
    last: new Int32Array(2 * leaves),
  }
  for (let leaf = 0; leaf < leaves; leaf++) {
    const node = leaves + leaf
    tree.first[node] = leaf * LEAF_FIXES
    tree.last[node] = Math.min(count, (leaf + 1) * LEAF_FIXES) - 1
    boxFixes(tree, node)
  }
  for (let node = leaves - 1; node > 0; node--) boxChildren(tree, node)
  return tree
}

function boxFixes({ positions, boxes, first, last }: TimeTree, node: number): void {
  const { x, y, z } = positions
  let x1 = Infinity
  let x2 = -Infinity
  let y1 = Infinity
  let y2 = -Infinity
  let z1 = Infinity
  let z2 = -Infinity
  for (let i = first[node]!; i <= last[node]!; i++) {
    const px = x[i]!
    const py = y[i]!
    const pz = z[i]!
    if (px < x1) x1 = px
    if (px > x2) x2 = px
    if (py < y1) y1 = py
    if (py > y2) y2 = py
    if (pz < z1) z1 = pz
    if (pz > z2) z2 = pz
  }
  const at = 6 * node
  boxes[at] = x1
  boxes[at + 1] = x2
  boxes[at + 2] = y1
  boxes[at + 3] = y2
  boxes[at + 4] = z1
  boxes[at + 5] = z2
}

function boxChildren({ boxes, first, last }: TimeTree, node: number): void {
  const left = 2 * node
  first[node] = first[left]!
  last[node] = Math.max(last[left]!, last[left + 1]!)
  const at = 6 * node
  const atLeft = 12 * node
  const atRight = atLeft + 6
  for (let k = 0; k < 6; k += 2) {
    boxes[at + k] = Math.min(boxes[atLeft + k]!, boxes[atRight + k]!)
    boxes[at + k + 1] = Math.max(boxes[atLeft + k + 1]!, boxes[atRight + k + 1]!)
  }
}

/** No fix of node a is nearer to a fix of node b than the root of this. */
export function leastChordSquared(boxes: Float64Array, a: number, b: number): number {
  const i = 6 * a
  const j = 6 * b
  const dx = Math.max(0, boxes[i]! - boxes[j + 1]!, boxes[j]! - boxes[i + 1]!)
  const dy = Math.max(0, boxes[i + 2]! - boxes[j + 3]!, boxes[j + 2]! - boxes[i + 3]!)
  const dz = Math.max(0, boxes[i + 4]! - boxes[j + 5]!, boxes[j + 4]! - boxes[i + 5]!)
  return dx * dx + dy * dy + dz * dz
}

/** No fix of node a is farther from a fix of node b than the root of this. */
export function greatestChordSquared(boxes: Float64Array, a: number, b: number): number {
  const i = 6 * a
  const j = 6 * b
  const dx = Math.max(boxes[i + 1]! - boxes[j]!, boxes[j + 1]! - boxes[i]!)
  const dy = Math.max(boxes[i + 3]! - boxes[j + 2]!, boxes[j + 3]! - boxes[i + 2]!)
  const dz = Math.max(boxes[i + 5]! - boxes[j + 4]!, boxes[j + 5]! - boxes[i + 4]!)
  return dx * dx + dy * dy + dz * dz
}

/** First node of the lowest level whose nodes hold at least that many fixes; as many nodes follow as its number. */
export function findLevel({ leaves }: TimeTree, fixes: number): number {
  let level = leaves
  for (let size = LEAF_FIXES; size < fixes && level > 1; size *= 2) level /= 2
  return level
}

/** Fixes in a node of that level, given by its first node. */
export function fixesOf({ leaves }: TimeTree, level: number): number {
  return (LEAF_FIXES * leaves) / level
}
