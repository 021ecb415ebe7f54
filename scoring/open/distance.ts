// The longest open flight: start, three turnpoints, finish, in the order flown. Cut at the second turnpoint j it is
// the best two legs that end in j plus the best two that begin there, and each half is a best single leg plus one
// more. The flight is cut into stretches of a few dozen fixes:
// - by their boxes every stretch gets a bound on the best one and two legs before and after it;
// - stretches are taken as place of the second turnpoint, the highest bound first, and their rows worked out
//   exactly (rows.ts), until no stretch is left whose bound exceeds the longest flight found.
// A straight flight has as many equally good turnpoints as fixes, so no stretch can be ruled out early there; what
// keeps it fast is the bound for a pair of stretches in line.ts.
import type { Deadline } from '../deadline.ts'
import { COARSE_TOLERANCE } from '../incumbent.ts'
import { chooseFixes, chordSquared, distanceBetween, type Positions } from '../positions.ts'
import { boundCoarse, isCrowded, setNeeds, sharpenStretches } from './bounds.ts'
import { narrowFixes } from './narrow.ts'
import { bestTwoLegs } from './rows.ts'
import { createHalf, type Half, type OpenFlight, type OpenSearch } from './search.ts'
import { guessOpen } from './start.ts'
import { findLevel, fixesOf, growTimeTree, type TimeTree } from '../time-tree.ts'

/** Stretches of the coarse bounds. */
const COARSE_STRETCHES = 32

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
    before: createHalf(true, tree, stretches, coarse.stretches, size),
    after: createHalf(false, tree, stretches, coarse.stretches, size),
    order: Int32Array.from({ length: stretches }, (_, stretch) => stretch),
    taken: 0,
    sharpness: 'coarse',
    mostKm: Infinity,
    passedOverKm: 0,
    toleranceKm,
    effort: 0,
    best: guessOpen(positions),
    needs: new Float64Array(size),
  }
  boundCoarse(search)
  return search
}

/** Kilometres that no open flight exceeds, as far as the search has gone. */
export function boundOpen(search: OpenSearch): number {
  const rest = search.rest ? boundOpen(search.rest.search) : boundStretches(search)
  return Math.max(search.best.km, search.passedOverKm, rest)
}

/** The same for flights with their second turnpoint in a stretch that was not taken yet. */
function boundStretches({ sharpness, mostKm, order, taken, before, after }: OpenSearch): number {
  if (taken >= order.length) return 0
  if (sharpness === 'coarse') return mostKm
  return Math.min(mostKm, before.twoLegs[order[taken]!]! + after.twoLegs[order[taken]!]!)
}

/** Whether there is nothing left to look at. */
export function isSearched({ rest, taken, order }: OpenSearch): boolean {
  return rest ? isSearched(rest.search) : taken >= order.length
}

/**
 * The longest flight found after one more step: sharper bounds, or up to that many more stretches taken as place of the
 * second turnpoint, those that could be before the deadline. Flights of no more than enoughKm are
 * passed over.
 */
export function searchOpen(
  search: OpenSearch,
  enoughKm: number,
  stretches: number,
  deadline: Deadline,
): OpenFlight {
  // Nothing is passed over any more: what is enough for this rule set says nothing about the next.
  if (isSearched(search)) return search.best
  if (search.rest) return searchRest(search, enoughKm, stretches, deadline)
  const stop = Math.min(search.order.length, search.taken + stretches)
  while (search.taken < stop) {
    const enough = Math.max(enoughKm, search.best.km)
    search.passedOverKm = Math.max(search.passedOverKm, enough)
    if (boundStretches(search) <= enough + search.toleranceKm) {
      search.taken = search.order.length
      break
    }
    if (deadline.isOver()) break
    if (search.sharpness !== 'by place') {
      sharpen(search, enough + search.toleranceKm)
      break
    }
    if (search.effort > PATIENCE) search.toleranceKm = COARSE_TOLERANCE
    search.best = takeStretch(search, search.order[search.taken]!, enough) ?? search.best
    search.taken++
  }
  return search.best
}

/** One step: before stretches are taken, everything that makes it fewer of them is tried. */
function sharpen(search: OpenSearch, enough: number): void {
  if (search.sharpness !== 'by all') {
    sharpenStretches(search, enough)
    return
  }
  search.sharpness = 'by place'
  if (isCrowded(search)) narrowSearch(search, enough)
}

/** Goes on with fewer fixes when that leaves out most of them. */
function narrowSearch(search: OpenSearch, enough: number): void {
  const { positions } = search
  const { mostKm, guess, fixes } = narrowFixes(positions, enough)
  search.mostKm = mostKm
  if (guess.km > search.best.km) search.best = guess
  if (fixes.length === 0 || fixes.length > positions.count / 2) return
  const fewer = chooseFixes(positions, fixes)
  search.rest = { search: prepareOpen(fewer, growTimeTree(fewer), search.toleranceKm), fixes }
}

function searchRest(search: OpenSearch, enoughKm: number, stretches: number, deadline: Deadline): OpenFlight {
  const rest = search.rest!
  const enough = Math.max(enoughKm, search.best.km)
  search.passedOverKm = Math.max(search.passedOverKm, enough)
  const { km, points } = searchOpen(rest.search, enough, stretches, deadline)
  if (km > search.best.km) search.best = { km, points: points.map((point) => rest.fixes[point]!) }
  search.toleranceKm = rest.search.toleranceKm
  search.effort = rest.search.effort
  return search.best
}

/** The longest flight with its second turnpoint in the stretch; undefined when none is longer than enough. */
function takeStretch(search: OpenSearch, stretch: number, enough: number): OpenFlight | undefined {
  const { tree, level, stretches, before, after, needs } = search
  const target = enough + search.toleranceKm / 2
  // The shorter side first: what it gives rules out most of the longer.
  const one = stretch < stretches / 2 ? before : after
  const other = one === before ? after : before
  if (!setNeeds(search, stretch, target, one)) return undefined
  const first = tree.first[level + stretch]!
  const rows = tree.last[level + stretch]! - first + 1
  bestTwoLegs(search, one, stretch)
  for (let row = 0; row < rows; row++) needs[row] = target - one.rows[row]!
  bestTwoLegs(search, other, stretch)
  let best = enough
  let bestRow = -1
  for (let row = 0; row < rows; row++) {
    const km = one.rows[row]! + other.rows[row]!
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
