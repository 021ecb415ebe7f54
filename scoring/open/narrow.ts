// Leaves out fixes that no flight longer than the best found can have. The reach of a fix is how far from it the others
// lie at most, whenever they were flown. A turnpoint has two legs within its reach, an end of the flight one, and no leg
// is longer than the widest reach. Where a flight goes somewhere this leaves out nothing; where its fixes lie scattered
// over one place, which stretches of time cannot tell apart, it leaves a few at the edge out of tens of thousands.
import { arcKm, type Positions } from '../positions.ts'
import { bestOfSamples, measureFlight } from './start.ts'
import type { OpenFlight } from './search.ts'

/** Directions in which the edge is looked for: a polygon with as many corners surrounds the fixes. */
const DIRECTIONS = 32

/** Fixes of the widest reach, over which a first flight is laid. */
const SAMPLES = 100

/** Legs of an open flight. */
const LEGS = 4

export interface Narrowed {
  /** No flight is longer. */
  readonly mostKm: number
  /** The best flight over the fixes of the widest reach. */
  readonly guess: OpenFlight
  /** The fixes left: every flight longer than both the guess and enough is over these only. */
  readonly fixes: Int32Array
}

export function narrowFixes(positions: Positions, enoughKm: number): Narrowed {
  const reach = boundReach(positions)
  const sorted = reach.toSorted()
  const widest = sorted.at(-1)!
  const wide = sorted.at(-SAMPLES) ?? 0
  const points = bestOfSamples(positions, findFixes(reach, (km) => km >= wide).subarray(0, SAMPLES))
  const guess = { km: measureFlight(positions, points), points }
  const needed = Math.max(enoughKm, guess.km) - (LEGS - 1) * widest
  return { mostKm: LEGS * widest, guess, fixes: findFixes(reach, (km) => km > needed) }
}

function findFixes(reach: Float64Array, isChosen: (km: number) => boolean): Int32Array {
  const fixes = new Int32Array(reach.length)
  let count = 0
  for (let i = 0; i < reach.length; i++) if (isChosen(reach[i]!)) fixes[count++] = i
  return fixes.slice(0, count)
}

/** Kilometres, fix by fix, that none is farther away: the farthest corner of the polygon, and all of the height. */
function boundReach({ count, x, y, z }: Positions): Float64Array {
  const { cornersX, cornersY } = surround(x, y)
  const height =
    z.reduce((most, up) => Math.max(most, up), -Infinity) -
    z.reduce((least, up) => Math.min(least, up), Infinity)
  const reach = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    let farthest = 0
    for (let k = 0; k < DIRECTIONS; k++) {
      const dx = cornersX[k]! - x[i]!
      const dy = cornersY[k]! - y[i]!
      farthest = Math.max(farthest, dx * dx + dy * dy)
    }
    reach[i] = arcKm(Math.sqrt(farthest + height * height))
  }
  return reach
}

/** The corners of a polygon that holds all fixes: where the edges of two neighbouring directions meet. */
function surround(x: Float64Array, y: Float64Array): { cornersX: Float64Array; cornersY: Float64Array } {
  const cos = Float64Array.from({ length: DIRECTIONS }, (_, k) => Math.cos((2 * Math.PI * k) / DIRECTIONS))
  const sin = Float64Array.from({ length: DIRECTIONS }, (_, k) => Math.sin((2 * Math.PI * k) / DIRECTIONS))
  const edge = new Float64Array(DIRECTIONS).fill(-Infinity)
  for (let i = 0; i < x.length; i++)
    for (let k = 0; k < DIRECTIONS; k++) edge[k] = Math.max(edge[k]!, x[i]! * cos[k]! + y[i]! * sin[k]!)
  const turn = Math.sin((2 * Math.PI) / DIRECTIONS)
  const next = (k: number) => (k + 1) % DIRECTIONS
  return {
    cornersX: edge.map((far, k) => (far * sin[next(k)]! - edge[next(k)]! * sin[k]!) / turn),
    cornersY: edge.map((far, k) => (edge[next(k)]! * cos[k]! - far * cos[next(k)]!) / turn),
  }
}
