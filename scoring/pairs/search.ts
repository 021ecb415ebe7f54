// The categories that two fixes decide: straight distance, and out and return from the start over one turnpoint.
import type { Deadline } from '../deadline.ts'
import { distanceBetween } from '../positions.ts'
import { improveIncumbent, type Incumbent } from '../incumbent.ts'
import type { Category, Rules } from '../rules.ts'
import type { TimeTree } from '../time-tree.ts'
import { findFarthest } from './farthest.ts'
import { prepareReach } from './reach.ts'

/** Takes what is better into the incumbent, and returns the points that no such flight exceeds. */
export function searchPairs(
  tree: TimeTree,
  rules: Rules,
  incumbent: Incumbent,
  tolerance: number,
  deadline: Deadline,
): number {
  let bound = 0
  for (const [index, category] of rules.categories.entries()) {
    if (category.shape === 'straight' || category.shape === 'start-and-return')
      bound = Math.max(bound, searchCategory(tree, category, index, incumbent, tolerance, deadline))
  }
  return bound
}

function searchCategory(
  tree: TimeTree,
  { shape, multiplier, minimumKm, closing }: Category,
  category: number,
  incumbent: Incumbent,
  tolerance: number,
  deadline: Deadline,
): number {
  const isReturn = shape === 'start-and-return'
  // Kilometres of the course for each kilometre between the two fixes.
  const times = isReturn ? 2 : 1
  const reach = isReturn ? prepareReach(tree, closing.fixedKm) : null
  const toleranceKm = tolerance / (times * multiplier)
  // Below the minimum by more than the tolerance, so a course of exactly that length is found.
  const enoughKm = Math.max(incumbent.score / (times * multiplier), minimumKm / times - 2 * toleranceKm, 0)
  const { from, to, km, boundKm } = findFarthest(tree, reach, enoughKm, toleranceKm, deadline)
  const distanceKm = km * times
  if (from >= 0 && distanceKm >= minimumKm) {
    const points = isReturn ? [from, to, findFinish(tree, from, to)] : [from, to]
    improveIncumbent(incumbent, {
      score: distanceKm * multiplier,
      category,
      distanceKm,
      closingKm: isReturn ? distanceBetween(tree.positions, from, points[2]!) : 0,
      points,
    })
  }
  return boundKm * times < minimumKm ? 0 : boundKm * times * multiplier
}

/** The fix from the turnpoint on that is nearest to the start. */
function findFinish({ positions }: TimeTree, start: number, turnpoint: number): number {
  let finish = turnpoint
  for (let j = turnpoint; j < positions.count; j++)
    if (distanceBetween(positions, start, j) < distanceBetween(positions, start, finish)) finish = j
  return finish
}
