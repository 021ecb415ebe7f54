// A rule set is a list of categories; a flight scores the best value any category gives it. leagues/ has those of
// the leagues. Distances are on the FAI sphere. Nothing is rounded before the optimum is found; then its distance
// is rounded, multiplied, and the product rounded: the points shown are the multiplier times the kilometres shown.
import type { Mark } from '#igc/marks.ts'

export const flightTypes = [
  'Free Flight',
  'Straight Distance',
  'Free Triangle',
  'FAI Triangle',
  'Closed Free Triangle',
  'Closed FAI Triangle',
  'Out and Return',
] as const
export type FlightType = (typeof flightTypes)[number] | 'None'

/**
 * The course through the points of a category.
 * open: start, up to three turnpoints, finish, in the order flown; the sum of its legs.
 * triangle: three turnpoints in the order flown, with a start before the first and a finish after the last.
 * out-and-return: two turnpoints, likewise with start and finish; twice the leg between them.
 * straight: start and finish; the distance between them.
 * start-and-return: one turnpoint, with a finish near the start; twice the leg from the start to it.
 */
export const shapes = ['open', 'straight', 'triangle', 'out-and-return', 'start-and-return'] as const
export type Shape = (typeof shapes)[number]

/** How near the finish must come to the start. The larger of share and fixedKm is allowed. */
export interface Closing {
  /** Share of the length of the course. */
  readonly share: number
  /** Kilometres allowed whatever the length. */
  readonly fixedKm: number
  /** Up to this many kilometres nothing is deducted; beyond it the whole closing distance is. */
  readonly freeKm: number
}

export interface Category {
  readonly type: FlightType
  readonly shape: Shape
  /** Points per kilometre. */
  readonly multiplier: number
  /** Share of the perimeter that no side may fall below; 0 when any triangle will do. */
  readonly minimumSideShare: number
  /** Share of the perimeter that no side may exceed; 1 when any triangle will do. */
  readonly maximumSideShare: number
  /** Minimum scoring distance in kilometres, the closing distance deducted. */
  readonly minimumKm: number
  readonly closing: Closing
}

export interface Rules {
  readonly name: string
  /** Season from which the row holds. */
  readonly version: string
  /** Where the league says so. */
  readonly sources: readonly string[]
  readonly categories: readonly Category[]
  readonly distanceDecimals: number
  readonly scoreDecimals: number
  /** Marks with which a flight gets no points. */
  readonly refuses: readonly Mark[]
}
