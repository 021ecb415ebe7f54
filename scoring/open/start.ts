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
  const samples = Array.from({ length: Math.round(last / apart) + 1 }, (_, k) => Math.round(k * apart))
  const points = bestOfSamples(positions, samples)
  const window = Math.ceil(2 * apart)
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
export function bestOfSamples(positions: Positions, samples: readonly number[]): number[] {
  const count = samples.length
  // Row by row: no leg, one leg, ... four legs that end in a sample; and the sample before it.
  const km = Array.from({ length: 5 }, () => new Float64Array(count))
  const from = Array.from({ length: 5 }, () => new Int32Array(count))
  for (let j = 0; j < count; j++) {
    for (let i = 0; i <= j; i++) {
      const leg = distanceBetween(positions, samples[i]!, samples[j]!)
      for (let legs = 1; legs < 5; legs++) {
        const sum = km[legs - 1]![i]! + leg
        if (sum <= km[legs]![j]!) continue
        km[legs]![j] = sum
        from[legs]![j] = i
      }
    }
  }
  let at = km[4]!.indexOf(Math.max(...km[4]!))
  const points = [samples[at]!]
  for (let legs = 4; legs > 0; legs--) {
    at = from[legs]![at]!
    points.unshift(samples[at]!)
  }
  return points
}

function movePoint(positions: Positions, points: number[], k: number, window: number): boolean {
  const was = points[k]!
  const from = Math.max(was - window, k > 0 ? points[k - 1]! : 0)
  const to = Math.min(was + window, k < 4 ? points[k + 1]! : positions.count - 1)
  const legs = (fix: number) =>
    (k > 0 ? distanceBetween(positions, points[k - 1]!, fix) : 0) +
    (k < 4 ? distanceBetween(positions, fix, points[k + 1]!) : 0)
  let best = legs(was)
  for (let fix = from; fix <= to; fix++) {
    const km = legs(fix)
    if (km > best + 1e-9) {
      best = km
      points[k] = fix
    }
  }
  return points[k] !== was
}
