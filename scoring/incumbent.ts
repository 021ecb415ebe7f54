// The best course found so far, shared by the searches: each prunes against what the others have found.

/** Points: courses whose scores differ by less count as equal. A millimetre. */
export const TOLERANCE = 1e-6
/** The same for a search that meets too many near ties: half a metre, still within what is called proven. */
export const COARSE_TOLERANCE = 5e-4

export interface Incumbent {
  /** Points, not rounded. */
  score: number
  /** Position in the rule set's categories; -1 while nothing scores. */
  category: number
  /** Kilometres, the closing distance deducted where the category deducts it. */
  distanceKm: number
  closingKm: number
  /** Fixes: start, turnpoints, finish. */
  points: number[]
}

export function createIncumbent(): Incumbent {
  return { score: 0, category: -1, distanceKm: 0, closingKm: 0, points: [] }
}

/** Takes the course when it scores more than the best so far. */
export function improveIncumbent(incumbent: Incumbent, course: Readonly<Incumbent>): void {
  if (course.score > incumbent.score) Object.assign(incumbent, course)
}
