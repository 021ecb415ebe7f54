// Finds the best course of a track under a rule set, and a bound that no course exceeds. Open flights and circuits
// are searched in turn; they share the best course found, which is what each prunes against.
import type { Track } from '#igc/track.ts'
import { type Cells, groupFixes } from './circuit/cells.ts'
import { boundSearch, createCircuitSearch } from './circuit/search.ts'
import { type Circuits, findWidestGap, tabulateCircuits } from './circuit/circuits.ts'
import { type ClosingSearch, prepareClosing } from './circuit/closing.ts'
import { findLatest, type Latest } from './circuit/latest.ts'
import type { Deadline } from './deadline.ts'
import { createIncumbent, improveIncumbent, type Incumbent, TOLERANCE } from './incumbent.ts'
import { boundOpen, isSearched, prepareOpen, searchOpen } from './open/distance.ts'
import type { OpenSearch } from './open/search.ts'
import { beginReturns, searchReturns } from './circuit/out-and-return.ts'
import { searchPairs } from './pairs/search.ts'
import { placeFixes, type Positions } from './positions.ts'
import type { Rules, Shape } from './rules.ts'
import { growTimeTree, type TimeTree } from './time-tree.ts'
import { beginTriangles, searchTriangles, tryTriangle } from './circuit/triangles.ts'

/** Steps of each search before the bounds are looked at again. */
const TRIANGLE_STEPS = 512
const OPEN_STRETCHES = 8

/** Start, three turnpoints, finish: also those of an open flight, whose turnpoints may make a triangle. */
const TRIANGLE_POINTS = 5

export interface Solution extends Incumbent {
  /** Points, not rounded: no course scores more. */
  upperBound: number
  /** The effort: families of triangles split, fixes looked at for open flights. The same on every machine. */
  work: { families: number; fixes: number }
}

/** The solution of a flight without a leg. */
export const NOTHING: Solution = { ...createIncumbent(), upperBound: 0, work: { families: 0, fixes: 0 } }

/** Needed by every rule set of a track; several can use it one after the other. */
export interface Ground {
  readonly from: number
  readonly positions: Positions
  readonly tree: TimeTree
  readonly closing: ClosingSearch
  readonly cells: Cells
  /** By gap in kilometres: how late a course may end. */
  readonly latest: Map<number, Latest>
}

export function prepareGround(track: Track, from: number, to: number): Ground {
  const positions = placeFixes(track, from, to)
  const tree = growTimeTree(positions)
  return {
    from,
    positions,
    tree,
    closing: prepareClosing(tree),
    cells: groupFixes(positions),
    latest: new Map(),
  }
}

/** Results of other rule sets on the same ground. */
export interface Known {
  /** The search for the longest open flight, at its end. */
  readonly open: OpenSearch
  /** Turnpoints of triangles: likely to be good ones here, too. */
  readonly circuits: number[][]
}

/** For several rule sets: the longest open flight is the same for all of them. */
export function prepareKnown({ positions, tree }: Ground, deadline: Deadline): Known {
  const open = prepareOpen(positions, tree, TOLERANCE)
  while (!isSearched(open) && !deadline.isOver()) searchOpen(open, 0, OPEN_STRETCHES, deadline)
  return { open, circuits: [] }
}

/** Kilometres that no open flight exceeds. */
export function boundLongest({ open }: Known): number {
  return boundOpen(open) + open.toleranceKm
}

/** Keeps the circuit of a solution for those that come after. */
export function learnFrom({ circuits }: Known, { from }: Ground, { points }: Solution): void {
  if (points.length === TRIANGLE_POINTS) circuits.push(points.slice(1, -1).map((point) => point - from))
}

/** The best course over the fixes from..to, both included; points are positions in the track. */
export function solve(track: Track, from: number, to: number, rules: Rules, deadline: Deadline): Solution {
  if (to - from < 1) return NOTHING
  return solveOn(prepareGround(track, from, to), rules, deadline)
}

export function solveOn(ground: Ground, rules: Rules, deadline: Deadline, known?: Known): Solution {
  const { positions, tree, closing, cells } = ground
  const incumbent = createIncumbent()
  const open = known?.open ?? prepareOpen(positions, tree, TOLERANCE)
  const openCategory = rules.categories.findIndex(({ shape }) => shape === 'open')
  const search = (shape: Shape) => {
    const circuits = tabulateCircuits(rules, shape)
    const latest = requireLatest(ground, circuits)
    return createCircuitSearch(cells, closing, circuits, incumbent, TOLERANCE, latest)
  }
  const triangles = search('triangle')
  const returns = search('out-and-return')

  const searchOn = (stretches: number) =>
    openCategory < 0 ? 0 : runOpen(open, rules, openCategory, incumbent, stretches, deadline)

  let openBound = searchOn(0)
  for (const turnpoints of known?.circuits ?? []) tryTriangle(triangles, turnpoints)
  const pairBound = searchPairs(tree, rules, incumbent, TOLERANCE, deadline)
  beginReturns(returns)
  searchReturns(returns, deadline)
  beginTriangles(triangles)
  // The search with the higher bound goes on: what lowers the bound on the whole, and soon finds what prunes both.
  while (!deadline.isOver()) {
    const triangleBound = triangles.heap.size > 0 ? triangles.heap.keys[0]! : 0
    const openLeft = isSearched(open) ? 0 : openBound
    if (Math.max(openLeft, triangleBound) <= incumbent.score) break
    if (triangleBound > openLeft) searchTriangles(triangles, TRIANGLE_STEPS, deadline)
    else openBound = searchOn(OPEN_STRETCHES)
  }

  // Courses within the tolerance of the best found were not looked at.
  const found = incumbent.score + Math.max(triangles.tolerance, open.toleranceKm)
  const upperBound = Math.max(found, openBound, pairBound, boundSearch(triangles), boundSearch(returns))
  const points = incumbent.points.map((point) => point + ground.from)
  const work = { families: triangles.steps, fixes: open.effort }
  return { ...incumbent, points, upperBound, work }
}

function requireLatest({ tree, latest }: Ground, circuits: Circuits): Latest | undefined {
  const gapKm = findWidestGap(circuits)
  if (circuits.count === 0 || gapKm === Infinity) return undefined
  const known = latest.get(gapKm) ?? findLatest(tree, gapKm)
  latest.set(gapKm, known)
  return known
}

/** Searches open flights, takes what is better into the incumbent, and returns the bound on their scores. */
function runOpen(
  open: OpenSearch,
  rules: Rules,
  category: number,
  incumbent: Incumbent,
  stretches: number,
  deadline: Deadline,
): number {
  const { multiplier, minimumKm } = rules.categories[category]!
  const enoughKm = Math.max(incumbent.score / multiplier, minimumKm)
  const { km, points } = searchOpen(open, enoughKm, stretches, deadline)
  const score = km < minimumKm ? 0 : km * multiplier
  improveIncumbent(incumbent, { score, category, distanceKm: km, closingKm: 0, points })
  const bound = boundOpen(open)
  return bound <= minimumKm ? 0 : bound * multiplier
}
