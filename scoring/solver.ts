// Finds the best course of a track under a rule set, and a bound that no course exceeds. Open flights and circuits
// are searched in turn; they share the best course found, which is what each prunes against.
import type { Track } from '#igc/track.ts'
import { groupFixes } from './circuit/cells.ts'
import { boundSearch, createCircuitSearch } from './circuit/search.ts'
import { tabulateCircuits } from './circuit/circuits.ts'
import { prepareClosing } from './circuit/closing.ts'
import { createIncumbent, improveIncumbent, type Incumbent, TOLERANCE } from './incumbent.ts'
import { boundOpen, prepareOpen, searchOpen } from './open/distance.ts'
import type { OpenSearch } from './open/search.ts'
import { beginReturns, searchReturns } from './circuit/out-and-return.ts'
import { placeFixes } from './positions.ts'
import type { Rules, Shape } from './rules.ts'
import { growTimeTree } from './time-tree.ts'
import { beginTriangles, searchTriangles } from './circuit/triangles.ts'

/** What each search does before the bounds are looked at again. */
const TRIANGLE_STEPS = 512
const OPEN_STRETCHES = 8

export interface Solution extends Incumbent {
  /** Points, not rounded: no course scores more. */
  upperBound: number
}

/** The best course over the fixes from..to, both included; points are positions in the track. */
export function solve(track: Track, from: number, to: number, rules: Rules, deadlineMs: number): Solution {
  const deadline = performance.now() + deadlineMs
  const incumbent = createIncumbent()
  if (to - from < 1) return { ...incumbent, upperBound: 0 }
  const positions = placeFixes(track, from, to)
  const tree = growTimeTree(positions)
  const closing = prepareClosing(tree)
  const open = prepareOpen(positions, tree, TOLERANCE)
  const openCategory = rules.categories.findIndex(({ shape }) => shape === 'open')
  const cells = groupFixes(positions)
  const search = (shape: Shape) =>
    createCircuitSearch(cells, closing, tabulateCircuits(rules, shape), incumbent, TOLERANCE)
  const triangles = search('triangle')
  const returns = search('out-and-return')

  const searchOn = (stretches: number) =>
    openCategory < 0 ? 0 : runOpen(open, rules, openCategory, incumbent, stretches, deadline)

  let openBound = searchOn(0)
  beginReturns(returns)
  searchReturns(returns, deadline)
  beginTriangles(triangles)
  // The search with the higher bound goes on: what lowers the bound on the whole, and soon finds what prunes both.
  while (performance.now() < deadline) {
    const triangleBound = triangles.heap.size > 0 ? triangles.heap.keys[0]! : 0
    if (Math.max(openBound, triangleBound) <= incumbent.score) break
    if (triangleBound > openBound) searchTriangles(triangles, TRIANGLE_STEPS, deadline)
    else openBound = searchOn(OPEN_STRETCHES)
  }

  // What lies within the tolerance of the best found was not looked at.
  const found = incumbent.score + Math.max(triangles.tolerance, open.toleranceKm)
  const upperBound = Math.max(found, openBound, boundSearch(triangles), boundSearch(returns))
  const points = incumbent.points.map((point) => point + from)
  return { ...incumbent, points, upperBound }
}

/** Searches open flights, takes what is better into the incumbent, and returns the bound on their scores. */
function runOpen(
  open: OpenSearch,
  rules: Rules,
  category: number,
  incumbent: Incumbent,
  stretches: number,
  deadline: number,
): number {
  const { multiplier, minimumKm } = rules.categories[category]!
  const enoughKm = Math.max(incumbent.score / multiplier, minimumKm)
  const { km, points } = searchOpen(open, enoughKm, stretches, deadline)
  const score = km < minimumKm ? 0 : km * multiplier
  improveIncumbent(incumbent, { score, category, distanceKm: km, closingKm: 0, points })
  const bound = boundOpen(open)
  return bound < minimumKm ? 0 : bound * multiplier
}
