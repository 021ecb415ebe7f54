// The longest open flight: start, three turnpoints, finish, in the order flown. Cut at the second turnpoint j it is
// the best two legs that end in j plus the best two that begin there, and each half is a best single leg plus one
// more. The flight is cut into stretches of a few dozen fixes:
// - by their boxes every stretch gets a bound on the best one and two legs before and after it;
// - stretches are taken as place of the second turnpoint, the highest bound first, and their rows worked out
//   exactly (open-rows.ts), until no stretch is left whose bound exceeds the longest flight found.
// A straight flight has as many equally good turnpoints as fixes, so no stretch can be ruled out early there; what
// keeps it fast is the bound for a pair of stretches in open-rows.ts.
import { COARSE_TOLERANCE } from './incumbent.ts'
import { arcKm, chordSquared, distanceBetween, type Positions } from './positions.ts'
import { bestTwoLegs, type Half, type OpenSearch } from './open-rows.ts'
import { guessOpen, measureOpen } from './open-start.ts'
import { findLevel, fixesOf, greatestChordSquared, type TimeTree } from './time-tree.ts'

/** Stretches of the first, coarse bounds. */
const COARSE_STRETCHES = 64

/** Fixes looked at after which half a metre more or less is no longer pursued. */
const PATIENCE = 40_000_000

export function prepareOpen(positions: Positions, tree: TimeTree, toleranceKm: number): OpenSearch {
  const { count } = positions
  const level = findLevel(tree, count < 2000 ? 16 : count < 8000 ? 32 : 64)
  const size = fixesOf(tree, level)
  const stretches = Math.max(1, Math.ceil(count / size))
  const coarseLevel = Math.min(level, COARSE_STRETCHES)
  const coarseSize = fixesOf(tree, coarseLevel)
  const coarse = {
    level: coarseLevel,
    stretches: Math.max(1, Math.ceil(count / coarseSize)),
    shift: Math.log2(coarseSize / size),
  }
  const search: OpenSearch = {
    positions,
    tree,
    level,
    stretches,
    coarse,
    before: createHalf(true, count, stretches, coarse.stretches),
    after: createHalf(false, count, stretches, coarse.stretches),
    order: new Int32Array(stretches),
    taken: 0,
    toleranceKm,
    effort: 0,
    bestKm: 0,
    points: [],
    rowsBefore: new Float64Array(size),
    rowsAfter: new Float64Array(size),
    needs: new Float64Array(size),
  }
  search.points = guessOpen(positions)
  search.bestKm = measureOpen(positions, search.points)
  boundHalves(search)
  const { before, after } = search
  for (let stretch = 0; stretch < stretches; stretch++) {
    sharpenBounds(search, before, stretch)
    sharpenBounds(search, after, stretch)
  }
  const sum = (stretch: number) => before.twoLegs[stretch]! + after.twoLegs[stretch]!
  search.order.set(Array.from(search.order, (_, k) => k).toSorted((p, q) => sum(q) - sum(p) || p - q))
  return search
}

function createHalf(isBefore: boolean, count: number, stretches: number, coarse: number): Half {
  return {
    isBefore,
    oneLeg: new Float64Array(stretches),
    twoLegs: new Float64Array(stretches),
    coarseOneLeg: new Float64Array(coarse),
    leg: new Float64Array(count),
    isReady: new Uint8Array(stretches),
  }
}

/** Bounds for coarse stretches, which the stretches inside them inherit. */
function boundHalves({ tree, coarse, stretches, before, after }: OpenSearch): void {
  const { boxes } = tree
  const { level } = coarse
  const oneBefore = before.coarseOneLeg
  const oneAfter = after.coarseOneLeg
  for (let i = 0; i < coarse.stretches; i++) {
    for (let j = i; j < coarse.stretches; j++) {
      const leg = arcKm(Math.sqrt(greatestChordSquared(boxes, level + i, level + j)))
      if (leg > oneBefore[j]!) oneBefore[j] = leg
      if (leg > oneAfter[i]!) oneAfter[i] = leg
    }
  }
  const twoBefore = new Float64Array(coarse.stretches)
  const twoAfter = new Float64Array(coarse.stretches)
  for (let i = 0; i < coarse.stretches; i++) {
    for (let j = i; j < coarse.stretches; j++) {
      const leg = arcKm(Math.sqrt(greatestChordSquared(boxes, level + i, level + j)))
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
}

/** Sharpens the bounds for one stretch, against the coarse stretches. */
function sharpenBounds({ tree, level, coarse }: OpenSearch, half: Half, stretch: number): void {
  const own = stretch >> coarse.shift
  const from = half.isBefore ? 0 : own
  const to = half.isBefore ? own : coarse.stretches - 1
  let one = 0
  let two = 0
  for (let other = from; other <= to; other++) {
    const leg = arcKm(Math.sqrt(greatestChordSquared(tree.boxes, coarse.level + other, level + stretch)))
    if (leg > one) one = leg
    if (half.coarseOneLeg[other]! + leg > two) two = half.coarseOneLeg[other]! + leg
  }
  half.oneLeg[stretch] = Math.min(half.oneLeg[stretch]!, one)
  half.twoLegs[stretch] = Math.min(half.twoLegs[stretch]!, two)
}

/** Kilometres that no open flight exceeds, as far as the search has gone. */
export function boundOpen({ bestKm, order, taken, before, after }: OpenSearch): number {
  if (taken >= order.length) return bestKm
  const next = order[taken]!
  return Math.max(bestKm, before.twoLegs[next]! + after.twoLegs[next]!)
}

/**
 * Takes up to that many stretches as place of the second turnpoint, or goes on until the deadline
 * (performance.now()). Flights of no more than enoughKm are of no interest.
 */
export function searchOpen(search: OpenSearch, enoughKm: number, stretches: number, deadline: number): void {
  const stop = Math.min(search.order.length, search.taken + stretches)
  while (search.taken < stop) {
    const enough = Math.max(enoughKm, search.bestKm)
    if (boundOpen(search) <= enough + search.toleranceKm) {
      search.taken = search.order.length
      return
    }
    if (performance.now() > deadline) return
    if (search.effort > PATIENCE) search.toleranceKm = COARSE_TOLERANCE
    takeStretch(search, search.order[search.taken]!, enough)
    search.taken++
  }
}

function takeStretch(search: OpenSearch, stretch: number, enough: number): void {
  const { tree, level, before, after, rowsBefore, rowsAfter, needs } = search
  const target = enough + search.toleranceKm / 2
  if (!setNeeds(search, stretch, target)) return
  const first = tree.first[level + stretch]!
  const rows = tree.last[level + stretch]! - first + 1
  bestTwoLegs(search, before, stretch, rowsBefore)
  for (let row = 0; row < rows; row++) needs[row] = target - rowsBefore[row]!
  bestTwoLegs(search, after, stretch, rowsAfter)
  let best = enough
  let bestRow = -1
  for (let row = 0; row < rows; row++) {
    const km = rowsBefore[row]! + rowsAfter[row]!
    if (km > best) {
      best = km
      bestRow = row
    }
  }
  if (bestRow < 0) return
  search.bestKm = best
  search.points = tracePoints(search, first + bestRow)
}

/** What the two legs before must exceed, leaf by leaf, for the whole to exceed the target; false when none can. */
function setNeeds(
  { tree, level, stretches, before, after, needs }: OpenSearch,
  stretch: number,
  target: number,
) {
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
    const most = boundAfter(leaf)
    const isPossible = boundBefore(leaf) + most > target
    needs.fill(isPossible ? target - most : Infinity, first, first + rows)
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
  let two = 0
  for (let other = from; other <= to; other++) {
    const leg = arcKm(Math.sqrt(greatestChordSquared(tree.boxes, level + other, node)))
    if (half.oneLeg[other]! + leg > two) two = half.oneLeg[other]! + leg
  }
  return two
}

/** The five fixes of the best flight over second turnpoint j. */
function tracePoints(search: OpenSearch, j: number): number[] {
  const { positions, before, after } = search
  const i = findTurn(search, before, j, 0, j)
  const k = findTurn(search, after, j, j, positions.count - 1)
  const start = findFarthest(positions, i, 0, i)
  const finish = findFarthest(positions, k, k, positions.count - 1)
  return [start, i, j, k, finish]
}

function findTurn(
  { positions, tree, level, stretches }: OpenSearch,
  half: Half,
  j: number,
  from: number,
  to: number,
) {
  let best = -1
  let turn = j
  for (let stretch = 0; stretch < stretches; stretch++) {
    if (half.isReady[stretch] === 0) continue
    const end = Math.min(to, tree.last[level + stretch]!)
    for (let i = Math.max(from, tree.first[level + stretch]!); i <= end; i++) {
      const km = half.leg[i]! + distanceBetween(positions, i, j)
      if (km > best) {
        best = km
        turn = i
      }
    }
  }
  return turn
}

function findFarthest(positions: Positions, i: number, from: number, to: number): number {
  let best = -1
  let farthest = i
  for (let k = from; k <= to; k++) {
    const squared = chordSquared(positions, i, k)
    if (squared > best) {
      best = squared
      farthest = k
    }
  }
  return farthest
}
