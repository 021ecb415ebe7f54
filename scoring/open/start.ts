// A good open flight to begin with: the best one over a few dozen fixes, every so often one, then each of its points
// moved to where its two legs are longest until none moves. No proof in it; it only gives the search something to
// prune against.
import { distanceBetween, type Positions } from '../positions.ts'
import type { OpenFlight } from './search.ts'

const SAMPLES = 48
const ROUNDS = 8

export function guessOpen(positions: Positions): OpenFlight {
  const last = positions.count - 1
  const apart = last / Math.min(SAMPLES - 1, last)
  const samples = Int32Array.from({ length: Math.round(last / apart) + 1 }, (_, k) => Math.round(k * apart))
  const points = bestOfSamples(positions, samples)
  const window = Math.ceil(apart)
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false
    for (let k = 0; k < 5; k++) moved = movePoint(positions, points, k, window) || moved
    if (!moved) break
  }
  return { km: measureFlight(positions, points), points }
}

/** The length of a flight over these fixes. */
export function measureFlight(positions: Positions, points: readonly number[]): number {
  let km = 0
  for (let k = 1; k < points.length; k++) km += distanceBetween(positions, points[k - 1]!, points[k]!)
  return km
}

/** The longest flight over some of the fixes, given in the order flown. */
export function bestOfSamples(positions: Positions, samples: Int32Array): number[] {
  const table = createTable(samples.length)
  for (let j = 0; j < samples.length; j++) {
    for (let i = 0; i <= j; i++) addLeg(table, i, j, distanceBetween(positions, samples[i]!, samples[j]!))
  }
  const { count, km, from } = table
  const longest = km.subarray(4 * count)
  let at = longest.indexOf(Math.max(...longest))
  const points = [samples[at]!]
  for (let legs = 4; legs > 0; legs--) {
    at = from[legs * count + at]!
    points.unshift(samples[at]!)
  }
  return points
}

/** Row by row: no leg, one leg, ... four legs that end in a sample; and the sample before it. */
interface LegTable {
  readonly count: number
  readonly km: Float64Array
  readonly from: Int32Array
}

function createTable(count: number): LegTable {
  return { count, km: new Float64Array(5 * count), from: new Int32Array(5 * count) }
}

function addLeg({ count, km, from }: LegTable, i: number, j: number, leg: number): void {
  for (let row = count; row < 5 * count; row += count) {
    const sum = km[row - count + i]! + leg
    if (sum <= km[row + j]!) continue
    km[row + j] = sum
    from[row + j] = i
  }
}

function movePoint(positions: Positions, points: number[], k: number, window: number): boolean {
  const was = points[k]!
  const from = Math.max(was - window, k > 0 ? points[k - 1]! : 0)
  const to = Math.min(was + window, k < 4 ? points[k + 1]! : positions.count - 1)
  let best = measureAt(positions, points, k, was)
  for (let fix = from; fix <= to; fix++) {
    const km = measureAt(positions, points, k, fix)
    if (km > best + 1e-9) {
      best = km
      points[k] = fix
    }
  }
  return points[k] !== was
}

/** The legs of point k, were it at that fix. */
function measureAt(positions: Positions, points: readonly number[], k: number, fix: number): number {
  const before = k > 0 ? distanceBetween(positions, points[k - 1]!, fix) : 0
  return k < 4 ? before + distanceBetween(positions, fix, points[k + 1]!) : before
}
