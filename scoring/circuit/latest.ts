// How late a course may end that is closed to a fixed gap, by its first turnpoint: a fix after which its last turnpoint
// surely is too late, and one up to which it surely is not. Between the two findClosing has to tell. One entry a leaf of the
// tree: finding it for every fix would take longer than it saves.
import { chordKm, chordSquared } from '../positions.ts'
import { LEAF_SHIFT, minChordFromFixSquared, minChordSquared, type TimeTree } from '../time-tree.ts'

export interface Latest {
  /** For a first turnpoint in the leaf. */
  readonly most: Int32Array
  /** The same: by its first fix, which any of its turnpoints may have as its start. */
  readonly least: Int32Array
}

/** Kilometres squared that rounding may hide. */
const SLACK = 1e-12

export function findLatest(tree: TimeTree, gapKm: number): Latest {
  const { leaves, first, last } = tree
  const gapSquared = chordKm(gapKm) ** 2
  const most = new Int32Array(leaves)
  const least = new Int32Array(leaves)
  let [may, does] = [-1, -1]
  for (let leaf = 0; leaf < leaves; leaf++) {
    const node = leaves + leaf
    if (first[node]! <= last[node]!) {
      may = findLastLeaf(tree, node, Math.max(may, last[node]!), gapSquared + SLACK)
      does = findLastFix(tree, first[node]!, Math.max(does, first[node]!), gapSquared - SLACK)
    }
    most[leaf] = may
    least[leaf] = does
  }
  return { most, least }
}

/** Whether a course may be closed whose first turnpoint is up to fix a, its last from fix c on. */
export function mayClose({ most }: Latest, a: number, c: number): boolean {
  return c <= most[a >> LEAF_SHIFT]!
}

/** Whether one surely is. */
export function doesClose({ least }: Latest, a: number, c: number): boolean {
  return c <= least[a >> LEAF_SHIFT]!
}

const stack = new Int32Array(64)

/** The last fix of the last leaf within the gap of a leaf, by their boxes, when it is later than what is known. */
function findLastLeaf(tree: TimeTree, from: number, known: number, gapSquared: number): number {
  const { boxes, leaves, first, last } = tree
  let top = 0
  stack[top++] = 1
  while (top > 0) {
    const node = stack[--top]!
    if (last[node]! <= known || first[node]! > last[node]!) continue
    if (minChordSquared(boxes, from, node) > gapSquared) continue
    if (node >= leaves) return last[node]!
    // The later half is looked at first.
    stack[top++] = 2 * node
    stack[top++] = 2 * node + 1
  }
  return known
}

/** The last fix within the gap of a fix, when it is later than what is known. */
function findLastFix(tree: TimeTree, from: number, known: number, gapSquared: number): number {
  const { positions, boxes, leaves, first, last } = tree
  let top = 0
  stack[top++] = 1
  while (top > 0) {
    const node = stack[--top]!
    if (last[node]! <= known || first[node]! > last[node]!) continue
    if (minChordFromFixSquared(positions, boxes, node, from) > gapSquared) continue
    if (node < leaves) {
      stack[top++] = 2 * node
      stack[top++] = 2 * node + 1
      continue
    }
    for (let fix = last[node]!; fix > known && fix >= first[node]!; fix--)
      if (chordSquared(positions, from, fix) <= gapSquared) return fix
  }
  return known
}
