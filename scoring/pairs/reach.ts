// How late in the flight each fix is come back to: the last fix within the gap that a league allows.
import { chordKm, chordSquared } from '../positions.ts'
import { minChordFromFixSquared, minChordSquared, type TimeTree } from '../time-tree.ts'

export interface Reach {
  readonly tree: TimeTree
  /** The square of the gap, as a chord. */
  readonly gapSquared: number
  /** A fix after which no fix of the node is come back to, by boxes. */
  readonly ofNode: Int32Array
  /** The last fix within the gap of each fix; -1 until it is asked for. */
  readonly ofFix: Int32Array
}

export function prepareReach(tree: TimeTree, gapKm: number): Reach {
  const { positions, leaves, first, last } = tree
  const gapSquared = chordKm(gapKm) ** 2
  const ofNode = new Int32Array(2 * leaves).fill(-1)
  for (let leaf = leaves; leaf < 2 * leaves; leaf++)
    if (first[leaf]! <= last[leaf]!) ofNode[leaf] = last[findLastLeaf(tree, leaf, gapSquared)]!
  for (let node = leaves - 1; node > 0; node--)
    ofNode[node] = Math.max(ofNode[2 * node]!, ofNode[2 * node + 1]!)
  return { tree, gapSquared, ofNode, ofFix: new Int32Array(positions.count).fill(-1) }
}

/** Nodes still to be looked at: of each level of the tree two at most. */
const stack = new Int32Array(64)

/** The last leaf whose box comes within the gap of the leaf's: at least itself. Down the tree, the later half first. */
function findLastLeaf({ boxes, leaves, first, last }: TimeTree, leaf: number, gapSquared: number): number {
  let top = 0
  stack[top++] = 1
  for (;;) {
    const node = stack[--top]!
    if (first[node]! > last[node]! || minChordSquared(boxes, leaf, node) > gapSquared) continue
    if (node >= leaves) return node
    stack[top++] = 2 * node
    stack[top++] = 2 * node + 1
  }
}

/** The last fix within the gap of fix i: at least itself. */
export function findReach(reach: Reach, i: number): number {
  const { ofFix } = reach
  if (ofFix[i]! < 0) ofFix[i] = findLast(reach, i)
  return ofFix[i]!
}

function findLast({ tree, gapSquared }: Reach, i: number): number {
  const { positions, boxes, leaves, first, last } = tree
  let top = 0
  stack[top++] = 1
  while (top > 0) {
    const node = stack[--top]!
    if (last[node]! < i || first[node]! > last[node]!) continue
    if (minChordFromFixSquared(positions, boxes, node, i) > gapSquared) continue
    if (node < leaves) {
      stack[top++] = 2 * node
      stack[top++] = 2 * node + 1
      continue
    }
    for (let j = last[node]!; j >= Math.max(i, first[node]!); j--)
      if (chordSquared(positions, i, j) <= gapSquared) return j
  }
  return i
}
