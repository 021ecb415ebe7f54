// The fixes in time order under a binary tree of boxes. A node is a stretch of the flight; the shortest and the
// longest chord between two stretches are bounded by their boxes. Nodes are numbered as in a heap: the root is 1,
// the children of k are 2k and 2k + 1.
import type { Positions } from './positions.ts'

export const LEAF_SHIFT = 3
const LEAF_FIXES = 1 << LEAF_SHIFT

// The box of node k: BOX_STRIDE numbers from k * BOX_STRIDE on, each at its offset. Not exported, since V8 folds a
// module's own constants into the code and loads exported ones each time: 7 to 10 % of a solve were seen.
const BOX_STRIDE = 6
const MIN_X = 0
const MAX_X = 1
const MIN_Y = 2
const MAX_Y = 3
const MIN_Z = 4
const MAX_Z = 5

export interface TimeTree {
  readonly positions: Positions
  /** Number of leaves, a power of two; leaves past the end of the track are empty. */
  readonly leaves: number
  /** The boxes of all nodes, in kilometres. */
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
    boxes: new Float64Array(2 * leaves * BOX_STRIDE),
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
  let minX = Infinity
  let maxX = -Infinity
  let minY = Infinity
  let maxY = -Infinity
  let minZ = Infinity
  let maxZ = -Infinity
  for (let i = first[node]!; i <= last[node]!; i++) {
    const px = x[i]!
    const py = y[i]!
    const pz = z[i]!
    if (px < minX) minX = px
    if (px > maxX) maxX = px
    if (py < minY) minY = py
    if (py > maxY) maxY = py
    if (pz < minZ) minZ = pz
    if (pz > maxZ) maxZ = pz
  }
  const box = node * BOX_STRIDE
  boxes[box + MIN_X] = minX
  boxes[box + MAX_X] = maxX
  boxes[box + MIN_Y] = minY
  boxes[box + MAX_Y] = maxY
  boxes[box + MIN_Z] = minZ
  boxes[box + MAX_Z] = maxZ
}

function boxChildren({ boxes, first, last }: TimeTree, node: number): void {
  const left = 2 * node
  const right = left + 1
  first[node] = first[left]!
  last[node] = Math.max(last[left]!, last[right]!)
  const box = node * BOX_STRIDE
  const leftBox = left * BOX_STRIDE
  const rightBox = right * BOX_STRIDE
  // Axis by axis: x, y, z.
  for (let axis = 0; axis < BOX_STRIDE; axis += 2) {
    const min = MIN_X + axis
    const max = MAX_X + axis
    boxes[box + min] = Math.min(boxes[leftBox + min]!, boxes[rightBox + min]!)
    boxes[box + max] = Math.max(boxes[leftBox + max]!, boxes[rightBox + max]!)
  }
}

/** The square of a length that no chord from a fix of node a to a fix of node b falls below. */
export function minChordSquared(boxes: Float64Array, a: number, b: number): number {
  const i = a * BOX_STRIDE
  const j = b * BOX_STRIDE
  const dx = Math.max(0, boxes[i + MIN_X]! - boxes[j + MAX_X]!, boxes[j + MIN_X]! - boxes[i + MAX_X]!)
  const dy = Math.max(0, boxes[i + MIN_Y]! - boxes[j + MAX_Y]!, boxes[j + MIN_Y]! - boxes[i + MAX_Y]!)
  const dz = Math.max(0, boxes[i + MIN_Z]! - boxes[j + MAX_Z]!, boxes[j + MIN_Z]! - boxes[i + MAX_Z]!)
  return dx * dx + dy * dy + dz * dz
}

/** The square of a length that no chord from a fix of node a to a fix of node b exceeds. */
export function maxChordSquared(boxes: Float64Array, a: number, b: number): number {
  const i = a * BOX_STRIDE
  const j = b * BOX_STRIDE
  const dx = Math.max(boxes[i + MAX_X]! - boxes[j + MIN_X]!, boxes[j + MAX_X]! - boxes[i + MIN_X]!)
  const dy = Math.max(boxes[i + MAX_Y]! - boxes[j + MIN_Y]!, boxes[j + MAX_Y]! - boxes[i + MIN_Y]!)
  const dz = Math.max(boxes[i + MAX_Z]! - boxes[j + MIN_Z]!, boxes[j + MAX_Z]! - boxes[i + MIN_Z]!)
  return dx * dx + dy * dy + dz * dz
}

/** The square of a length that no chord from fix i to a fix of the node exceeds. */
export function maxChordFromFixSquared(
  { x, y, z }: Positions,
  boxes: Float64Array,
  node: number,
  i: number,
): number {
  const box = node * BOX_STRIDE
  const dx = Math.max(boxes[box + MAX_X]! - x[i]!, x[i]! - boxes[box + MIN_X]!)
  const dy = Math.max(boxes[box + MAX_Y]! - y[i]!, y[i]! - boxes[box + MIN_Y]!)
  const dz = Math.max(boxes[box + MAX_Z]! - z[i]!, z[i]! - boxes[box + MIN_Z]!)
  return dx * dx + dy * dy + dz * dz
}

/** The square of a length that no chord from fix i to a fix of the node falls below. */
export function minChordFromFixSquared(
  { x, y, z }: Positions,
  boxes: Float64Array,
  node: number,
  i: number,
): number {
  const box = node * BOX_STRIDE
  const dx = Math.max(0, boxes[box + MIN_X]! - x[i]!, x[i]! - boxes[box + MAX_X]!)
  const dy = Math.max(0, boxes[box + MIN_Y]! - y[i]!, y[i]! - boxes[box + MAX_Y]!)
  const dz = Math.max(0, boxes[box + MIN_Z]! - z[i]!, z[i]! - boxes[box + MAX_Z]!)
  return dx * dx + dy * dy + dz * dz
}

/** The centre of a node's box, axis by axis. */
export function centreX(boxes: Float64Array, node: number): number {
  return (boxes[node * BOX_STRIDE + MIN_X]! + boxes[node * BOX_STRIDE + MAX_X]!) / 2
}

export function centreY(boxes: Float64Array, node: number): number {
  return (boxes[node * BOX_STRIDE + MIN_Y]! + boxes[node * BOX_STRIDE + MAX_Y]!) / 2
}

export function centreZ(boxes: Float64Array, node: number): number {
  return (boxes[node * BOX_STRIDE + MIN_Z]! + boxes[node * BOX_STRIDE + MAX_Z]!) / 2
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
