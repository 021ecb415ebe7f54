// What a rule set pays for a circuit (triangle, out and return) of a given length, shape and closing distance.
// The score never falls when the course grows or the closing distance shrinks, so putting in the greatest length
// and the least closing distance of a whole family of courses gives a bound for the family.
import type { Rules, Shape } from '../rules.ts'

/** The circuit categories of a rule set as columns. */
export interface Circuits {
  readonly count: number
  /** Position in the rule set's categories. */
  readonly category: Int32Array
  readonly multiplier: Float64Array
  readonly share: Float64Array
  readonly fixedKm: Float64Array
  readonly freeKm: Float64Array
  readonly leastSide: Float64Array
  readonly mostSide: Float64Array
  readonly minimumKm: Float64Array
  /** Row that the last call of scoreCircuit chose; -1 when none pays. */
  chosen: number
}

/** Kilometres that rounding may hide. */
export const SLACK_KM = 1e-9

export function tabulateCircuits(rules: Rules, shape: Shape): Circuits {
  const rows = rules.categories.map((category, position) => ({ category, position }))
  const chosen = rows.filter(({ category }) => category.shape === shape)
  return {
    count: chosen.length,
    category: Int32Array.from(chosen, ({ position }) => position),
    multiplier: Float64Array.from(chosen, ({ category }) => category.multiplier),
    share: Float64Array.from(chosen, ({ category }) => category.closing.share),
    fixedKm: Float64Array.from(chosen, ({ category }) => category.closing.fixedKm),
    freeKm: Float64Array.from(chosen, ({ category }) => category.closing.freeKm),
    leastSide: Float64Array.from(chosen, ({ category }) => category.minimumSideShare),
    mostSide: Float64Array.from(chosen, ({ category }) => category.maximumSideShare),
    minimumKm: Float64Array.from(chosen, ({ category }) => category.minimumKm),
    chosen: -1,
  }
}

/**
 * Points that no course of a family exceeds, from what is known of all its courses: they are from leastKm to
 * greatestKm long, the shortest side is at most and the longest at least as given, the closing distance at least.
 */
export function boundCircuits(
  circuits: Circuits,
  greatestKm: number,
  shortestSideKm: number,
  longestSideLeastKm: number,
  leastKm: number,
  closingLeastKm: number,
): number {
  const { count, multiplier, share, fixedKm, freeKm, leastSide, mostSide, minimumKm } = circuits
  let best = 0
  for (let k = 0; k < count; k++) {
    let km = greatestKm
    const least = leastSide[k]!
    // The shortest side is at least its share, so the whole is at most the shortest side over the share; and with
    // two sides of at least that share the third takes no more than the rest.
    if (least > 0) {
      km = Math.min(km, shortestSideKm / least)
      if (longestSideLeastKm > (1 - 2 * least) * km + SLACK_KM) continue
      if (leastKm > km + SLACK_KM) continue
    }
    if (longestSideLeastKm > mostSide[k]! * km + SLACK_KM) continue
    if (km * multiplier[k]! <= best) continue
    if (closingLeastKm > Math.max(fixedKm[k]!, share[k]! * km) + SLACK_KM) continue
    if (closingLeastKm > freeKm[k]!) km -= closingLeastKm
    if (km < minimumKm[k]! - SLACK_KM) continue
    best = Math.max(best, km * multiplier[k]!)
  }
  return best
}

/** Closing distance in kilometres below which a course would score more than the given points; 0 when none would. */
export function limitClosing(
  circuits: Circuits,
  lengthKm: number,
  shortestKm: number,
  longestKm: number,
  score: number,
): number {
  let limit = 0
  for (let k = 0; k < circuits.count; k++) {
    if (!fits(circuits, k, lengthKm, shortestKm, longestKm)) continue
    const enough = Math.max(score / circuits.multiplier[k]!, circuits.minimumKm[k]!)
    if (lengthKm < enough) continue
    const allowed = Math.max(circuits.fixedKm[k]!, circuits.share[k]! * lengthKm)
    const useful = Math.max(circuits.freeKm[k]!, lengthKm - enough)
    limit = Math.max(limit, Math.min(allowed, useful))
  }
  return limit
}

/** Points of one course; the row that gives them is left in chosen. */
export function scoreCircuit(
  circuits: Circuits,
  lengthKm: number,
  shortestKm: number,
  longestKm: number,
  closingKm: number,
): number {
  let best = 0
  circuits.chosen = -1
  for (let k = 0; k < circuits.count; k++) {
    if (!fits(circuits, k, lengthKm, shortestKm, longestKm)) continue
    if (closingKm > Math.max(circuits.fixedKm[k]!, circuits.share[k]! * lengthKm)) continue
    const km = deductClosing(circuits, k, lengthKm, closingKm)
    if (km < circuits.minimumKm[k]! || km * circuits.multiplier[k]! <= best) continue
    best = km * circuits.multiplier[k]!
    circuits.chosen = k
  }
  return best
}

/** Kilometres that are multiplied. */
export function deductClosing(circuits: Circuits, row: number, lengthKm: number, closingKm: number): number {
  return closingKm > circuits.freeKm[row]! ? lengthKm - closingKm : lengthKm
}

function fits(
  circuits: Circuits,
  row: number,
  lengthKm: number,
  shortestKm: number,
  longestKm: number,
): boolean {
  return shortestKm >= circuits.leastSide[row]! * lengthKm && longestKm <= circuits.mostSide[row]! * lengthKm
}
