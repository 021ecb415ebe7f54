// The leagues as data: adding one is adding a row. A rule set is a list of categories; a flight scores the best
// value any category gives it. Distances are on the FAI sphere. Nothing is rounded before the optimum is found; then
// its distance is rounded, multiplied, and the product rounded, so that the points shown are the multiplier times
// the kilometres shown.

export type FlightType =
  | 'None'
  | 'Free Flight'
  | 'Free Triangle'
  | 'FAI Triangle'
  | 'Closed Free Triangle'
  | 'Closed FAI Triangle'
  | 'Out and Return'

/**
 * What the points of a category make.
 * open: start, up to three turnpoints, finish, in the order flown; the sum of its legs.
 * triangle: three turnpoints in the order flown, with a start before the first and a finish after the last.
 * out-and-return: two turnpoints, likewise with start and finish; twice the leg between them.
 */
export type Shape = 'open' | 'triangle' | 'out-and-return'

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
}

const OPEN: Closing = { share: Infinity, fixedKm: 0, freeKm: Infinity }

function open(multiplier: number, minimumKm = 0): Category {
  return {
    type: 'Free Flight',
    shape: 'open',
    multiplier,
    minimumSideShare: 0,
    maximumSideShare: 1,
    minimumKm,
    closing: OPEN,
  }
}

function triangle(
  type: FlightType,
  multiplier: number,
  closing: Closing,
  sides: { min?: number; max?: number } = {},
  minimumKm = 0,
): Category {
  return {
    type,
    shape: 'triangle',
    multiplier,
    minimumSideShare: sides.min ?? 0,
    maximumSideShare: sides.max ?? 1,
    minimumKm,
    closing,
  }
}

function outAndReturn(multiplier: number, closing: Closing, minimumKm: number): Category {
  return {
    type: 'Out and Return',
    shape: 'out-and-return',
    multiplier,
    minimumSideShare: 0,
    maximumSideShare: 1,
    minimumKm,
    closing,
  }
}

const FAI_SIDES = { min: 0.28 }

const WITHIN_20_PERCENT: Closing = { share: 0.2, fixedKm: 0, freeKm: 0 }
const WITHIN_5_PERCENT: Closing = { share: 0.05, fixedKm: 0, freeKm: 0 }

export const XCONTEST: Rules = {
  name: 'XContest',
  version: '2019',
  sources: ['https://www.xcontest.org/world/en/rules/ (flight values, closing distance, FAI definition)'],
  categories: [
    open(1),
    triangle('Free Triangle', 1.2, WITHIN_20_PERCENT),
    triangle('FAI Triangle', 1.4, WITHIN_20_PERCENT, FAI_SIDES),
    triangle('Closed Free Triangle', 1.4, WITHIN_5_PERCENT),
    triangle('Closed FAI Triangle', 1.6, WITHIN_5_PERCENT, FAI_SIDES),
  ],
  distanceDecimals: 2,
  scoreDecimals: 2,
}

// 3 km are free of charge; a longer triangle may stay open by 5 %, which is then deducted.
const CFD_CLOSING: Closing = { share: 0.05, fixedKm: 3, freeKm: 3 }

export const FFVL: Rules = {
  name: 'FFVL',
  version: '2018',
  sources: [
    'https://parapente.ffvl.fr/cfd (Coupe Fédérale de Distance, règlement: coefficients and closing)',
    'igc-xc-score 1.8.0, rule set FFVL (the 5 % beyond 3 km)',
  ],
  categories: [
    open(1),
    triangle('Free Triangle', 1.2, CFD_CLOSING),
    triangle('FAI Triangle', 1.4, CFD_CLOSING, FAI_SIDES),
  ],
  distanceDecimals: 2,
  scoreDecimals: 2,
}

// Two cylinders of 400 m that touch; the gap is deducted.
const CIRCUIT: Closing = { share: 0, fixedKm: 0.8, freeKm: 0 }
const FLAT_SIDES = { min: 0.15, max: 0.45 }

export const XCLEAGUE: Rules = {
  name: 'XCLeague',
  version: '2022',
  sources: [
    'https://xcleague.com/xc/info/rulesflights.html (minimum distances and multipliers, column Clubs)',
    'https://xcleague.com/xc/info/rulesflights-circuit.html (circuit gap, shape of the triangles)',
  ],
  categories: [
    open(1, 5),
    outAndReturn(1.2, CIRCUIT, 5),
    outAndReturn(1.5, CIRCUIT, 15),
    outAndReturn(2, CIRCUIT, 35),
    triangle('Free Triangle', 1.2, CIRCUIT, FLAT_SIDES, 5),
    triangle('Free Triangle', 1.5, CIRCUIT, FLAT_SIDES, 15),
    triangle('Free Triangle', 2, CIRCUIT, FLAT_SIDES, 35),
    triangle('FAI Triangle', 1.5, CIRCUIT, FAI_SIDES, 5),
    triangle('FAI Triangle', 2, CIRCUIT, FAI_SIDES, 15),
    triangle('FAI Triangle', 2.3, CIRCUIT, FAI_SIDES, 25),
  ],
  distanceDecimals: 1,
  scoreDecimals: 1,
}

const RULE_SETS = [XCONTEST, FFVL, XCLEAGUE]

/** The rule sets by name, the default first. */
export const rulesByName: ReadonlyMap<string, Rules> = new Map(RULE_SETS.map((rules) => [rules.name, rules]))
