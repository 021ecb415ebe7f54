// The closing distance of a course whose first turnpoint is fix a and whose last is fix c: the shortest distance
// from a fix up to a to a fix from c on. It never grows when a comes later or c earlier, which is what every shortcut
// here rests on:
// - a table over stretches of the flight gives a lower bound at once: the shortest distance from everything before
//   to everything after, by boxes;
// - an answer (s, e) found for (a, c) is the answer for every (a', c') with s <= a' <= a and c <= c' <= e, and a
//   lower bound for every other a' <= a, c' >= c;
// - what is left is a closest-pair search down both sides of the tree, cut at the largest distance still of use.
import { arcKm, chordKm } from '../positions.ts'
import { findLevel, fixesOf, minChordSquared, type TimeTree } from '../time-tree.ts'

const TABLE_NODES = 64
const MAX_KNOWN = 64

export interface ClosingSearch {
  readonly tree: TimeTree
  /** Fixes in a stretch of the table, as a power of two. */
  readonly shift: number
  readonly stretches: number
  /** Kilometres: row, stretches up to it; column, stretches from it on. */
  readonly table: Float64Array
  /** The latest answers, the ones asked for most often first. */
  readonly known: KnownClosing[]
  /** Pairs of nodes still to be looked at. */
  readonly stack: Int32Array
}

export interface NearestPair {
  /** The fixes; -1 when no pair is nearer than distanceKm, which is then a lower bound. */
  readonly start: number
  readonly finish: number
  readonly distanceKm: number
}

/** The answer for turnpoints a and c. */
interface KnownClosing extends NearestPair {
  readonly a: number
  readonly c: number
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
    known: [],
    stack: new Int32Array(512),
  }
}

function tabulate({ boxes }: TimeTree, level: number, stretches: number): Float64Array {
  const table = new Float64Array(stretches * stretches)
  for (let i = 0; i < stretches; i++) {
    for (let j = stretches - 1; j >= i; j--) {
      let shortest = minChordSquared(boxes, level + i, level + j)
      if (i > 0) shortest = Math.min(shortest, table[(i - 1) * stretches + j]!)
      if (j < stretches - 1) shortest = Math.min(shortest, table[i * stretches + j + 1]!)
      table[i * stretches + j] = shortest
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

/** The closing distance when it is below the limit; otherwise, without a pair, the limit or a larger lower bound. */
export function findClosing(search: ClosingSearch, a: number, c: number, limitKm: number): NearestPair {
  if (a >= c) return { start: a, finish: a, distanceKm: 0 }
  const bound = boundClosing(search, a, c)
  if (bound >= limitKm) return noPair(bound)
  const { known } = search
  let nearest = noPair(limitKm)
  for (let k = 0; k < known.length; k++) {
    const answer = known[k]!
    const holds = answer.start >= 0 && answer.start <= a && answer.finish >= c
    if (a <= answer.a && c >= answer.c) {
      if (holds) return recall(search, k)
      if (answer.distanceKm >= limitKm) return noPair(answer.distanceKm)
    } else if (holds && answer.distanceKm < nearest.distanceKm) {
      nearest = answer
    }
  }
  const answer = searchPairs(search, a, c, nearest)
  known.unshift(answer)
  if (known.length > MAX_KNOWN) known.pop()
  return answer
}

function noPair(distanceKm: number): NearestPair {
  return { start: -1, finish: -1, distanceKm }
}

/** Answers from memory, and moves the answer forward to be found sooner. */
function recall({ known }: ClosingSearch, k: number): NearestPair {
  const answer = known[k]!
  if (k > 0) {
    known[k] = known[k - 1]!
    known[k - 1] = answer
  }
  return answer
}

/** A pair nearer than the one given, or that one. */
function searchPairs(search: ClosingSearch, a: number, c: number, given: NearestPair): KnownClosing {
  const { tree, stack } = search
  const { boxes, first, last, leaves } = tree
  const limit = chordKm(given.distanceKm)
  const best: ScannedPair = { start: given.start, finish: given.finish, squared: limit * limit }
  let found = false
  let top = push(stack, 0, 1, 1)
  while (top > 0) {
    const after = stack[--top]!
    const before = stack[--top]!
    if (minChordSquared(boxes, before, after) >= best.squared) continue
    if (before >= leaves && after >= leaves) {
      found = scanLeaves(tree, before, after, a, c, best) || found
      continue
    }
    // Nodes of one level have like numbers: the smaller number is the larger stretch.
    if (after >= leaves || before < after) {
      const left = 2 * before
      const rightToo = first[left + 1]! <= a && first[left + 1]! <= last[left + 1]!
      const leftNearer =
        rightToo && minChordSquared(boxes, left, after) < minChordSquared(boxes, left + 1, after)
      if (rightToo && leftNearer) top = push(stack, top, left + 1, after)
      top = push(stack, top, left, after)
      if (rightToo && !leftNearer) top = push(stack, top, left + 1, after)
    } else {
      const left = 2 * after
      const rightToo = first[left + 1]! <= last[left + 1]!
      const leftToo = last[left]! >= c
      const leftNearer =
        !rightToo ||
        (leftToo && minChordSquared(boxes, before, left) < minChordSquared(boxes, before, left + 1))
      if (rightToo && leftNearer) top = push(stack, top, before, left + 1)
      if (leftToo) top = push(stack, top, before, left)
      if (rightToo && !leftNearer) top = push(stack, top, before, left + 1)
    }
  }
  const distanceKm = found ? arcKm(Math.sqrt(best.squared)) : given.distanceKm
  return { a, c, start: best.start, finish: best.finish, distanceKm }
}

function push(stack: Int32Array, top: number, before: number, after: number): number {
  stack[top] = before
  stack[top + 1] = after
  return top + 2
}

/** The nearest pair of one search so far. */
interface ScannedPair {
  start: number
  finish: number
  /** The chord's square. */
  squared: number
}

/** Measures the pairs of two leaves; true when one was nearer than the best, which it then replaces. */
function scanLeaves(
  { positions, first, last }: TimeTree,
  before: number,
  after: number,
  a: number,
  c: number,
  best: ScannedPair,
): boolean {
  const { x, y, z } = positions
  const lastStart = Math.min(a, last[before]!)
  const firstFinish = Math.max(c, first[after]!)
  let nearest = best.squared
  for (let s = first[before]!; s <= lastStart; s++) {
    const px = x[s]!
    const py = y[s]!
    const pz = z[s]!
    for (let e = firstFinish; e <= last[after]!; e++) {
      const dx = px - x[e]!
      const dy = py - y[e]!
      const dz = pz - z[e]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared < nearest) {
        nearest = squared
        best.start = s
        best.finish = e
      }
    }
  }
  const isNearer = nearest < best.squared
  best.squared = nearest
  return isNearer
}
