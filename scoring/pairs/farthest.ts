// The two fixes farthest apart, the later one within the reach of the earlier where that matters: pairs of stretches,
// those dropped whose boxes do not reach farther apart than the best pair found.
import type { Deadline } from '../deadline.ts'
import { arcKm, chordKm, chordSquared } from '../positions.ts'
import { maxChordSquared, type TimeTree } from '../time-tree.ts'
import { findReach, type Reach } from './reach.ts'

export interface FarthestPair {
  /** -1 when no pair is farther apart than enough. */
  readonly from: number
  readonly to: number
  readonly km: number
  /** No pair is farther apart; 0 when none is farther apart than enough. */
  readonly boundKm: number
}

interface Best {
  from: number
  to: number
  /** The chord's square. */
  squared: number
}

const STEPS_BETWEEN_LOOKS = 1023

/** Pairs of nodes still to be looked at: of each level of the tree four at most. */
const stack = new Int32Array(512)

export function findFarthest(
  tree: TimeTree,
  reach: Reach | null,
  enoughKm: number,
  toleranceKm: number,
  deadline: Deadline,
): FarthestPair {
  const { boxes, leaves, first } = tree
  const best: Best = { from: -1, to: -1, squared: chordKm(enoughKm) ** 2 }
  let top = push(tree, 0, 1, 1)
  let steps = 0
  let isCut = false
  while (top > 0) {
    if ((++steps & STEPS_BETWEEN_LOOKS) === 0 && deadline.isOver()) {
      isCut = true
      break
    }
    const b = stack[--top]!
    const a = stack[--top]!
    if (maxChordSquared(boxes, a, b) <= (Math.sqrt(best.squared) + toleranceKm) ** 2) continue
    if (reach && first[b]! > reach.ofNode[a]!) continue
    if (a >= leaves) scanLeaves(tree, reach, a, b, best)
    else top = pushHalves(tree, top, a, b)
  }
  const km = arcKm(Math.sqrt(best.squared))
  if (isCut)
    return {
      from: best.from,
      to: best.to,
      km,
      boundKm: boundRest(boxes, stack.subarray(0, top), km) + toleranceKm,
    }
  return { from: best.from, to: best.to, km, boundKm: best.from < 0 ? 0 : km + toleranceKm }
}

/** Both are of one level, so both are split. The farthest apart in time comes last: it is taken first. */
function pushHalves(tree: TimeTree, top: number, a: number, b: number): number {
  const [a1, a2, b1, b2] = [2 * a, 2 * a + 1, 2 * b, 2 * b + 1]
  if (a === b) return push(tree, push(tree, push(tree, top, a1, a1), a2, a2), a1, a2)
  return push(tree, push(tree, push(tree, push(tree, top, a2, b1), a1, b1), a2, b2), a1, b2)
}

/** Nodes past the end of the flight are left out. */
function push({ first, last }: TimeTree, top: number, a: number, b: number): number {
  if (first[b]! > last[b]!) return top
  stack[top] = a
  stack[top + 1] = b
  return top + 2
}

function scanLeaves(
  { positions, first, last }: TimeTree,
  reach: Reach | null,
  a: number,
  b: number,
  best: Best,
): void {
  for (let i = first[a]!; i <= last[a]!; i++) {
    for (let j = Math.max(i, first[b]!); j <= last[b]!; j++) {
      const squared = chordSquared(positions, i, j)
      if (squared <= best.squared) continue
      if (reach && j > findReach(reach, i)) break
      best.squared = squared
      best.from = i
      best.to = j
    }
  }
}

function boundRest(boxes: Float64Array, rest: Int32Array, km: number): number {
  let bound = km
  for (let k = 0; k < rest.length; k += 2)
    bound = Math.max(bound, arcKm(Math.sqrt(maxChordSquared(boxes, rest[k]!, rest[k + 1]!))))
  return bound
}
