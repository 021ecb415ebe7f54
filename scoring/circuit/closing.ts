// The closing distance of a course whose first turnpoint is fix a and whose last is fix c: the least distance from
// a fix up to a to a fix from c on. It never grows when a comes later or c earlier, which is what every shortcut
// here rests on:
// - a table over stretches of the flight gives a lower bound at once: least distance of everything before to
//   everything after, by boxes;
// - an answer (s, e) found for (a, c) is the answer for every (a', c') with s <= a' <= a and c <= c' <= e, and a
//   lower bound for every other a' <= a, c' >= c;
// - what is left is a closest-pair search down both sides of the tree, cut at the largest distance still of use.
import { arcKm, chordKm } from '../positions.ts'
import { findLevel, fixesOf, leastChordSquared, type TimeTree } from '../time-tree.ts'

const TABLE_NODES = 128
const REMEMBERED = 64

export interface ClosingSearch {
  readonly tree: TimeTree
  /** Fixes in a stretch of the table, as a power of two. */
  readonly shift: number
  readonly stretches: number
  /** Kilometres: row, stretches up to it; column, stretches from it on. */
  readonly table: Float64Array
  /** The pair that the last search found; -1 when nothing was within its limit. */
  start: number
  finish: number
  readonly known: Answer[]
  readonly stack: Int32Array
}

interface Answer {
  a: number
  c: number
  /** -1 when there is no pair nearer than distanceKm. */
  start: number
  finish: number
  distanceKm: number
}

export function prepareClosing(tree: TimeTree): ClosingSearch {
  const { count } = tree.positions
  let fixes = 8
  while (fixes * TABLE_NODES < count) fixes *= 2
  const level = findLevel(tree, fixes)
  const shift = Math.log2(fixesOf(tree, level))
  const stretches = Math.max(1, Math.ceil(count / 2 ** shift))
  return {
    tree,
    shift,
    stretches,
    table: tabulate(tree, level, stretches),
    start: -1,
    finish: -1,
    known: [],
    stack: new Int32Array(512),
  }
}

function tabulate({ boxes }: TimeTree, level: number, stretches: number): Float64Array {
  const table = new Float64Array(stretches * stretches)
  for (let i = 0; i < stretches; i++) {
    for (let j = stretches - 1; j >= i; j--) {
      let least = leastChordSquared(boxes, level + i, level + j)
      if (i > 0) least = Math.min(least, table[(i - 1) * stretches + j]!)
      if (j < stretches - 1) least = Math.min(least, table[i * stretches + j + 1]!)
      table[i * stretches + j] = least
    }
  }
  for (let i = 0; i < stretches; i++) {
    for (let k = i * stretches + i; k < (i + 1) * stretches; k++) table[k] = arcKm(Math.sqrt(table[k]!))
  }
  return table
}

/** Kilometres that the closing distance is not below: one look-up. */
export function boundClosing({ shift, stretches, table }: ClosingSearch, a: number, c: number): number {
  if (a >= c) return 0
  const row = a >> shift
  const column = c >> shift
  return row >= column ? 0 : table[row * stretches + column]!
}

/**
 * The closing distance in kilometres when it is below the limit, and then start and finish are set; else the limit,
 * or a larger lower bound.
 */
export function findClosing(search: ClosingSearch, a: number, c: number, limitKm: number): number {
  search.start = -1
  search.finish = -1
  if (a >= c) {
    search.start = a
    search.finish = a
    return 0
  }
  const bound = boundClosing(search, a, c)
  if (bound >= limitKm) return bound
  const { known } = search
  let nearest: Answer | undefined
  for (let k = 0; k < known.length; k++) {
    const answer = known[k]!
    const holds = answer.start >= 0 && answer.start <= a && answer.finish >= c
    if (a <= answer.a && c >= answer.c) {
      if (holds) return recall(search, k)
      if (answer.distanceKm >= limitKm) return answer.distanceKm
    } else if (holds && (nearest === undefined || answer.distanceKm < nearest.distanceKm)) {
      nearest = answer
    }
  }
  let limit = limitKm
  if (nearest !== undefined && nearest.distanceKm < limitKm) {
    limit = nearest.distanceKm
    search.start = nearest.start
    search.finish = nearest.finish
  }
  const distanceKm = searchPairs(search, a, c, limit)
  known.unshift({ a, c, start: search.start, finish: search.finish, distanceKm })
  if (known.length > REMEMBERED) known.pop()
  return distanceKm
}

/** Answers from memory, and moves the answer forward so that it is found sooner. */
function recall(search: ClosingSearch, k: number): number {
  const { known } = search
  const answer = known[k]!
  if (k > 0) {
    known[k] = known[k - 1]!
    known[k - 1] = answer
  }
  search.start = answer.start
  search.finish = answer.finish
  return answer.distanceKm
}

function searchPairs(search: ClosingSearch, a: number, c: number, limitKm: number): number {
  const { tree, stack } = search
  const { boxes, first, last, leaves } = tree
  const limit = chordKm(limitKm)
  let best = limit * limit
  let found = false
  let top = 0
  stack[top++] = 1
  stack[top++] = 1
  while (top > 0) {
    const after = stack[--top]!
    const before = stack[--top]!
    if (leastChordSquared(boxes, before, after) >= best) continue
    if (before >= leaves && after >= leaves) {
      const nearer = scanLeaves(search, before, after, a, c, best)
      if (nearer < best) {
        best = nearer
        found = true
      }
      continue
    }
    // Nodes of one level have like numbers: the smaller number is the larger stretch.
    if (after >= leaves || before < after) {
      const left = 2 * before
      const rightToo = first[left + 1]! <= a && first[left + 1]! <= last[left + 1]!
      const leftNearer =
        rightToo && leastChordSquared(boxes, left, after) < leastChordSquared(boxes, left + 1, after)
      if (rightToo && leftNearer) top = push(stack, top, left + 1, after)
      top = push(stack, top, left, after)
      if (rightToo && !leftNearer) top = push(stack, top, left + 1, after)
    } else {
      const left = 2 * after
      const rightToo = first[left + 1]! <= last[left + 1]!
      const leftToo = last[left]! >= c
      const leftNearer =
        !rightToo ||
        (leftToo && leastChordSquared(boxes, before, left) < leastChordSquared(boxes, before, left + 1))
      if (rightToo && leftNearer) top = push(stack, top, before, left + 1)
      if (leftToo) top = push(stack, top, before, left)
      if (rightToo && !leftNearer) top = push(stack, top, before, left + 1)
    }
  }
  return found ? arcKm(Math.sqrt(best)) : limitKm
}

function push(stack: Int32Array, top: number, before: number, after: number): number {
  stack[top] = before
  stack[top + 1] = after
  return top + 2
}

function scanLeaves(
  search: ClosingSearch,
  before: number,
  after: number,
  a: number,
  c: number,
  limit: number,
): number {
  const { positions, first, last } = search.tree
  const { x, y, z } = positions
  const end = Math.min(a, last[before]!)
  let best = limit
  for (let s = first[before]!; s <= end; s++) {
    const px = x[s]!
    const py = y[s]!
    const pz = z[s]!
    for (let e = Math.max(c, first[after]!); e <= last[after]!; e++) {
      const dx = px - x[e]!
      const dy = py - y[e]!
      const dz = pz - z[e]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared < best) {
        best = squared
        search.start = s
        search.finish = e
      }
    }
  }
  return best
}
