// The longest open flight: start, three turnpoints, finish, in the order flown. Cut at the second turnpoint j it is
// the best two legs that end in j plus the best two that begin there, and each half is a best single leg plus one
// more. The flight is cut into stretches of a few dozen fixes:
// - by their boxes every stretch gets a bound on the best one and two legs before and after it;
// - stretches are taken as place of the second turnpoint, the highest bound first, and their rows worked out
//   exactly (open-rows.ts), until no stretch is left whose bound exceeds the longest flight found.
// A straight flight has as many equally good turnpoints as fixes, so no stretch can be ruled out early there; what
// keeps it fast is the bound for a pair of stretches in open-rows.ts.
import { arcKm, chordSquared, distanceBetween, type Positions } from './positions.ts'
import { bestTwoLegs, type Half, type OpenSearch } from './open-rows.ts'
import { findLevel, fixesOf, greatestChordSquared, type TimeTree } from './time-tree.ts'

export function prepareOpen(positions: Positions, tree: TimeTree, toleranceKm: number): OpenSearch {
  const { count } = positions
  const level = findLevel(tree, count < 2000 ? 16 : count < 8000 ? 32 : 64)
  const size = fixesOf(tree, level)
  const stretches = Math.max(1, Math.ceil(count / size))
  const search: OpenSearch = {
    positions,
    tree,
    level,
    stretches,
    before: createHalf(true, count, stretches),
    after: createHalf(false, count, stretches),
    order: new Int32Array(stretches),
    taken: 0,
    toleranceKm,
    bestKm: 0,
    points: [],
    rowsBefore: new Float64Array(size),
    rowsAfter: new Float64Array(size),
    needs: new Float64Array(size),
  }
  boundHalves(search)
  const { before, after } = search
  const sum = (stretch: number) => before.twoLegs[stretch]! + after.twoLegs[stretch]!
  search.order.set(Array.from(search.order, (_, k) => k).toSorted((p, q) => sum(q) - sum(p) || p - q))
  return search
}

function createHalf(isBefore: boolean, count: number, stretches: number): Half {
  return {
    isBefore,
    oneLeg: new Float64Array(stretches),
    twoLegs: new Float64Array(stretches),
    leg: new Float64Array(count),
    isReady: new Uint8Array(stretches),
  }
}

function boundHalves({ tree, level, stretches, before, after }: OpenSearch): void {
  const { boxes } = tree
  for (let i = 0; i < stretches; i++) {
    for (let j = i; j < stretches; j++) {
      const squared = greatestChordSquared(boxes, level + i, level + j)
      if (squared > before.oneLeg[j]!) before.oneLeg[j] = squared
      if (squared > after.oneLeg[i]!) after.oneLeg[i] = squared
    }
  }
  for (let i = 0; i < stretches; i++) {
    before.oneLeg[i] = arcKm(Math.sqrt(before.oneLeg[i]!))
    after.oneLeg[i] = arcKm(Math.sqrt(after.oneLeg[i]!))
  }
  for (let i = 0; i < stretches; i++) {
    for (let j = i; j < stretches; j++) {
      const leg = arcKm(Math.sqrt(greatestChordSquared(boxes, level + i, level + j)))
      before.twoLegs[j] = Math.max(before.twoLegs[j]!, before.oneLeg[i]! + leg)
      after.twoLegs[i] = Math.max(after.twoLegs[i]!, after.oneLeg[j]! + leg)
    }
  }
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
    takeStretch(search, search.order[search.taken]!, enough)
    search.taken++
  }
}

function takeStretch(search: OpenSearch, stretch: number, enough: number): void {
  const { tree, level, before, after, rowsBefore, rowsAfter, needs } = search
  const first = tree.first[level + stretch]!
  const rows = tree.last[level + stretch]! - first + 1
  const target = enough + search.toleranceKm / 2
  needs.fill(target - after.twoLegs[stretch]!, 0, rows)
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
