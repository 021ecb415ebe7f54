// The score of a circuit (triangle, out and return) of a given length, shape and closing distance.
// The score never falls when the course grows or the closing distance shrinks, so the maximum length and the minimum
// closing distance of a whole family of courses give a bound for the family.
import type { Category, Rules, Shape } from '../rules.ts'

/** The circuit categories of a rule set as columns. */
export interface Circuits {
  readonly count: number
  /** Position in the rule set's categories. */
  readonly category: Int32Array
  readonly multiplier: Float64Array
  readonly share: Float64Array
  readonly fixedKm: Float64Array
  readonly freeKm: Float64Array
  readonly minSideShare: Float64Array
  readonly maxSideShare: Float64Array
  readonly minimumKm: Float64Array
  /** How wide a triangle with such sides is at least, as a share of its perimeter; 0 where it may be flat. */
  readonly minWidthShare: Float64Array
}

/** Bounds that hold for every course of a family. */
export interface FamilyBounds {
  maxKm: number
  minKm: number
  /** The shortest side is at most this long, the longest at least. */
  maxShortestKm: number
  minLongestKm: number
  /** Across the longest side; infinite where it was not looked at. */
  maxWidthKm: number
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
    minSideShare: Float64Array.from(chosen, ({ category }) => category.minimumSideShare),
    maxSideShare: Float64Array.from(chosen, ({ category }) => category.maximumSideShare),
    minimumKm: Float64Array.from(chosen, ({ category }) => category.minimumKm),
    minWidthShare: Float64Array.from(chosen, ({ category }) => findWidthShare(category)),
  }
}

/**
 * The area of a triangle, by Heron, is least where its sides are as unlike as they may be, and there the longest is longest,
 * too. Chords share alike or more evenly than their arcs.
 */
function findWidthShare({ minimumSideShare, maximumSideShare }: Category): number {
  const longest = Math.min(maximumSideShare, 1 - 2 * minimumSideShare)
  const shortest = Math.max(minimumSideShare, 1 - 2 * longest)
  const areaSquared = 0.5 * (0.5 - longest) * (0.5 - shortest) * (longest + shortest - 0.5)
  return areaSquared > SLACK_KM ? (2 * Math.sqrt(areaSquared - SLACK_KM)) / longest : 0
}

/** Kilometres that the finish may be from the start at most; infinite where the gap grows with the course. */
export function findWidestGap({ count, share, fixedKm }: Circuits): number {
  let widest = 0
  for (let k = 0; k < count; k++) widest = share[k] === 0 ? Math.max(widest, fixedKm[k]!) : Infinity
  return widest
}

/** Points that no course of a family exceeds whose closing distance is at least minClosingKm. */
export function boundCircuits(circuits: Circuits, family: FamilyBounds, minClosingKm: number): number {
  const { count, multiplier, share, fixedKm, freeKm, minSideShare, maxSideShare, minimumKm, minWidthShare } =
    circuits
  const { maxKm, minKm, maxShortestKm, minLongestKm, maxWidthKm } = family
  let best = 0
  for (let k = 0; k < count; k++) {
    let km = maxKm
    const minShare = minSideShare[k]!
    // The shortest side is at least its share, so the whole is at most the shortest side over the share; and with
    // two sides of at least that share the third takes no more than the rest.
    if (minWidthShare[k]! > 0) km = Math.min(km, maxWidthKm / minWidthShare[k]!)
    if (minShare > 0) {
      km = Math.min(km, maxShortestKm / minShare)
      if (minLongestKm > (1 - 2 * minShare) * km + SLACK_KM) continue
      if (minKm > km + SLACK_KM) continue
    }
    if (minLongestKm > maxSideShare[k]! * km + SLACK_KM) continue
    if (km * multiplier[k]! <= best) continue
    if (minClosingKm > Math.max(fixedKm[k]!, share[k]! * km) + SLACK_KM) continue
    if (minClosingKm > freeKm[k]!) km -= minClosingKm
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

/** The row that pays a course best; -1 when none pays it. */
export function chooseRow(
  circuits: Circuits,
  lengthKm: number,
  shortestKm: number,
  longestKm: number,
  closingKm: number,
): number {
  let best = 0
  let row = -1
  for (let k = 0; k < circuits.count; k++) {
    if (!fits(circuits, k, lengthKm, shortestKm, longestKm)) continue
    if (closingKm > Math.max(circuits.fixedKm[k]!, circuits.share[k]! * lengthKm)) continue
    const km = deductClosing(circuits, k, lengthKm, closingKm)
    if (km < circuits.minimumKm[k]! || km * circuits.multiplier[k]! <= best) continue
    best = km * circuits.multiplier[k]!
    row = k
  }
  return row
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
  return (
    shortestKm >= circuits.minSideShare[row]! * lengthKm &&
    longestKm <= circuits.maxSideShare[row]! * lengthKm
  )
}
