// Reuses the best course under one rule set for another that pays the same kinds of courses.
import { COARSE_TOLERANCE } from './incumbent.ts'
import type { Category, Rules } from './rules.ts'
import type { Solution } from './solver.ts'

export interface Solved {
  readonly rules: Rules
  readonly solution: Solution
}

/** The generous ones first: what they say holds for most of the others. */
export function compareGenerosity(one: Rules, other: Rules): number {
  return other.categories.length - one.categories.length || spread(other) - spread(one)
}

function spread({ categories }: Rules): number {
  const multipliers = categories.map(({ multiplier }) => multiplier)
  return Math.max(...multipliers) / Math.min(...multipliers)
}

/**
 * The best course, when a rule set that is solved has the same one: it pays the kind of that course by some factor of what
 * these rules pay, and every other kind by no less. Then no course scores more under these rules, either. An open flight
 * need not be asked about where the longest one, of at most openKm, does not score more.
 */
export function transfer(rules: Rules, solved: readonly Solved[], openKm = Infinity): Solution | undefined {
  for (const known of solved) {
    const found = transferFrom(rules, known, openKm)
    if (found) return found
  }
  return undefined
}

function transferFrom(rules: Rules, known: Solved, openKm: number): Solution | undefined {
  const { solution } = known
  const winner = known.rules.categories[solution.category]
  if (!winner) return undefined
  const category = rules.categories.findIndex((row) => isSameKind(row, winner))
  const row = rules.categories[category]
  if (!row) return undefined
  const factor = row.multiplier / winner.multiplier
  const score = solution.distanceKm * row.multiplier
  const isPaidNoMore = (one: Category) =>
    (one.shape === 'open' && one.multiplier * openKm <= score) ||
    known.rules.categories.some(
      (other) => isSameKind(one, other) && one.multiplier <= other.multiplier * factor * (1 + ROUNDING),
    )
  if (!rules.categories.every(isPaidNoMore)) return undefined
  const upperBound = Math.max(score, solution.upperBound * factor * (1 + ROUNDING))
  // A search that was cut short, or has become less sharp by the factor, is better repeated.
  return upperBound - score > COARSE_TOLERANCE ? undefined : { ...solution, category, score, upperBound }
}

const ROUNDING = 1e-12

/** Whether both pay the same courses, whatever they pay for them. */
function isSameKind(one: Category, other: Category): boolean {
  return (
    one.shape === other.shape &&
    one.minimumSideShare === other.minimumSideShare &&
    one.maximumSideShare === other.maximumSideShare &&
    one.minimumKm === other.minimumKm &&
    one.closing.share === other.closing.share &&
    one.closing.fixedKm === other.closing.fixedKm &&
    one.closing.freeKm === other.closing.freeKm
  )
}
