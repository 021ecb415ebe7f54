// The longest open flight: start, three turnpoints, finish, in the order flown. Cut at the second turnpoint j it is
// the best two legs that end in j plus the best two that begin there, and each half is a best single leg plus one
// more. The flight is cut into stretches of a few dozen fixes:
// - by their boxes every stretch gets a bound on the best one and two legs before and after it;
// - stretches are taken as place of the second turnpoint, the highest bound first, and their rows worked out
//   exactly (rows.ts), until no stretch is left whose bound exceeds the longest flight found.
// A straight flight has as many equally good turnpoints as fixes, so no stretch can be ruled out early there; what
// keeps it fast is the bound for a pair of stretches in line.ts.
import { COARSE_TOLERANCE } from '../incumbent.ts'
import { chordSquared, distanceBetween, type Positions } from '../positions.ts'
import { boundStretches, setNeeds, sharpenStretches } from './bounds.ts'
import { bestTwoLegs } from './rows.ts'
import { createHalf, type Half, type OpenFlight, type OpenSearch } from './search.ts'
import { guessOpen } from './start.ts'
import { findLevel, fixesOf, type TimeTree } from '../time-tree.ts'

/** Stretches of the coarse bounds. */
const COARSE_STRETCHES = 64

/** Fixes looked at after which half a metre more or less is no longer pursued. */
const PATIENCE = 10_000_000

/** Fixes a stretch: longer ones make fewer pairs, shorter ones sharper bounds. */
function chooseStretch(count: number): number {
  if (count < 2000) return 16
  if (count < 8000) return 32
  return count < 30_000 ? 64 : 128
}

export function prepareOpen(positions: Positions, tree: TimeTree, toleranceKm: number): OpenSearch {
  const { count } = positions
  const level = findLevel(tree, chooseStretch(count))
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
    before: createHalf(true, tree, stretches, coarse.stretches),
    after: createHalf(false, tree, stretches, coarse.stretches),
    order: Int32Array.from({ length: stretches }, (_, stretch) => stretch),
    taken: 0,
    isSharp: false,
    toleranceKm,
    effort: 0,
    best: guessOpen(positions),
    rowsBefore: new Float64Array(size),
    rowsAfter: new Float64Array(size),
    needs: new Float64Array(size),
  }
  boundStretches(search)
  return search
}

/** Kilometres that no open flight exceeds, as far as the search has gone. */
export function boundOpen({ best, order, taken, before, after }: OpenSearch): number {
  if (taken >= order.length) return best.km
  const next = order[taken]!
  return Math.max(best.km, before.twoLegs[next]! + after.twoLegs[next]!)
}

/**
 * The longest flight found after taking up to that many more stretches as place of the second turnpoint, or those that
 * could be taken before the deadline (performance.now()). Flights of no more than enoughKm are not looked for.
 */
export function searchOpen(
  search: OpenSearch,
  enoughKm: number,
  stretches: number,
  deadline: number,
): OpenFlight {
  const stop = Math.min(search.order.length, search.taken + stretches)
  while (search.taken < stop) {
    const enough = Math.max(enoughKm, search.best.km)
    if (boundOpen(search) <= enough + search.toleranceKm) {
      search.taken = search.order.length
      break
    }
    if (performance.now() > deadline) break
    if (!search.isSharp) {
      sharpenStretches(search, enough + search.toleranceKm)
      continue
    }
    if (search.effort > PATIENCE) search.toleranceKm = COARSE_TOLERANCE
    search.best = takeStretch(search, search.order[search.taken]!, enough) ?? search.best
    search.taken++
  }
  return search.best
}

/** The longest flight with its second turnpoint in the stretch; undefined when none is longer than enough. */
function takeStretch(search: OpenSearch, stretch: number, enough: number): OpenFlight | undefined {
  const { tree, level, before, after, rowsBefore, rowsAfter, needs } = search
  const target = enough + search.toleranceKm / 2
  if (!setNeeds(search, stretch, target)) return undefined
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
  return bestRow < 0 ? undefined : { km: best, points: tracePoints(search, first + bestRow) }
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
