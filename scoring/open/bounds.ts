// Bounds for the longest open flight by the boxes of its stretches: on one leg and on two legs before and after every
// stretch, first against a few dozen coarse stretches, then, where that does not suffice, against all.
import { arcKm } from '../positions.ts'
import { maxChordSquared, type TimeTree } from '../time-tree.ts'
import type { Half, OpenSearch } from './search.ts'

/** With fewer it is no trouble. */
const MANY_FIXES = 2000

/** Share of the whole flight's extent. */
const CROWDED = 1 / 32

/** Sharpens the bounds of those stretches whose bound is above what is enough by one step, and sorts all by bound. */
export function sharpenStretches(search: OpenSearch, enough: number): void {
  const { stretches, before, after } = search
  const sharpen = search.sharpness === 'coarse' ? boundByCoarse : boundByAll
  for (let stretch = 0; stretch < stretches; stretch++) {
    if (before.twoLegs[stretch]! + after.twoLegs[stretch]! <= enough) continue
    sharpen(search, before, stretch)
    sharpen(search, after, stretch)
  }
  search.sharpness = search.sharpness === 'coarse' ? 'by coarse' : 'by all'
  const sums = before.twoLegs.map((km, stretch) => km + after.twoLegs[stretch]!)
  search.order.sort((p, q) => sums[q]! - sums[p]! || p - q)
}

/** Whether the flight is so much in one place that its stretches span, on average, a good part of all of it. */
export function isCrowded({ tree, level, stretches }: OpenSearch): boolean {
  if (tree.positions.count < MANY_FIXES) return false
  const span = (node: number) => Math.sqrt(maxChordSquared(tree.boxes, node, node))
  let sum = 0
  for (let stretch = 0; stretch < stretches; stretch++) sum += span(level + stretch)
  return sum > CROWDED * stretches * span(1)
}

/** Bounds for one stretch against all others. */
function boundByAll({ tree, level, stretches }: OpenSearch, half: Half, stretch: number): void {
  const from = half.isBefore ? 0 : stretch
  const to = half.isBefore ? stretch : stretches - 1
  const two = boundTwoLegs(tree, level, half, from, to, level + stretch)
  half.twoLegs[stretch] = Math.min(half.twoLegs[stretch]!, two)
}

/** First bounds: for coarse stretches, which the stretches inside them inherit. */
export function boundCoarse(search: OpenSearch): void {
  const { tree, coarse, stretches, before, after } = search
  const { boxes } = tree
  const { level } = coarse
  const oneBefore = before.coarseOneLeg
  const oneAfter = after.coarseOneLeg
  for (let i = 0; i < coarse.stretches; i++) {
    for (let j = i; j < coarse.stretches; j++) {
      const leg = arcKm(Math.sqrt(maxChordSquared(boxes, level + i, level + j)))
      if (leg > oneBefore[j]!) oneBefore[j] = leg
      if (leg > oneAfter[i]!) oneAfter[i] = leg
    }
  }
  const twoBefore = new Float64Array(coarse.stretches)
  const twoAfter = new Float64Array(coarse.stretches)
  for (let i = 0; i < coarse.stretches; i++) {
    for (let j = i; j < coarse.stretches; j++) {
      const leg = arcKm(Math.sqrt(maxChordSquared(boxes, level + i, level + j)))
      twoBefore[j] = Math.max(twoBefore[j]!, oneBefore[i]! + leg)
      twoAfter[i] = Math.max(twoAfter[i]!, oneAfter[j]! + leg)
    }
  }
  for (let stretch = 0; stretch < stretches; stretch++) {
    const parent = stretch >> coarse.shift
    before.oneLeg[stretch] = oneBefore[parent]!
    before.twoLegs[stretch] = twoBefore[parent]!
    after.oneLeg[stretch] = oneAfter[parent]!
    after.twoLegs[stretch] = twoAfter[parent]!
  }
  search.mostKm = twoBefore.reduce((most, km, i) => Math.max(most, km + twoAfter[i]!), 0)
}

/** Bounds for one stretch against the coarse stretches. */
function boundByCoarse({ tree, level, coarse }: OpenSearch, half: Half, stretch: number): void {
  const own = stretch >> coarse.shift
  const from = half.isBefore ? 0 : own
  const to = half.isBefore ? own : coarse.stretches - 1
  let one = 0
  let two = 0
  for (let other = from; other <= to; other++) {
    const leg = arcKm(Math.sqrt(maxChordSquared(tree.boxes, coarse.level + other, level + stretch)))
    if (leg > one) one = leg
    if (half.coarseOneLeg[other]! + leg > two) two = half.coarseOneLeg[other]! + leg
  }
  half.oneLeg[stretch] = Math.min(half.oneLeg[stretch]!, one)
  half.twoLegs[stretch] = Math.min(half.twoLegs[stretch]!, two)
}

/**
 * Sets the length that the two legs of a half must exceed, leaf by leaf, for the whole to exceed the target; false
 * when none can.
 */
export function setNeeds(
  { tree, level, stretches, before, after, needs }: OpenSearch,
  stretch: number,
  target: number,
  half: Half,
): boolean {
  const node = level + stretch
  const boundBefore = (part: number) => boundTwoLegs(tree, level, before, 0, stretch, part)
  const boundAfter = (part: number) => boundTwoLegs(tree, level, after, stretch, stretches - 1, part)
  if (boundBefore(node) + boundAfter(node) <= target) return false
  const leaves = tree.leaves / level
  let possible = false
  for (let leaf = node * leaves; leaf < (node + 1) * leaves; leaf++) {
    const first = tree.first[leaf]! - tree.first[node]!
    const rows = tree.last[leaf]! - tree.first[leaf]! + 1
    if (rows <= 0) break
    const maxBefore = boundBefore(leaf)
    const maxAfter = boundAfter(leaf)
    const isPossible = maxBefore + maxAfter > target
    const need = target - (half.isBefore ? maxAfter : maxBefore)
    needs.fill(isPossible ? need : Infinity, first, first + rows)
    possible ||= isPossible
  }
  return possible
}

/** Kilometres that no two legs from stretches from..to to a node of the tree exceed, by what is known so far. */
function boundTwoLegs(
  tree: TimeTree,
  level: number,
  half: Half,
  from: number,
  to: number,
  node: number,
): number {
  // No chord of the flight is stretched more by its arc than the longest is.
  const longest = Math.sqrt(maxChordSquared(tree.boxes, 1, 1))
  const stretching = longest > 0 ? arcKm(longest) / longest : 1
  const stretchingSquared = stretching * stretching
  let two = 0
  for (let other = from; other <= to; other++) {
    const squared = maxChordSquared(tree.boxes, level + other, node)
    const room = two - half.oneLeg[other]!
    if (room > 0 && squared * stretchingSquared <= room * room) continue
    const sum = half.oneLeg[other]! + arcKm(Math.sqrt(squared))
    if (sum > two) two = sum
  }
  return two
}
