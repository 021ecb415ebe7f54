// How fast the wing of a recording flies, by what it shows: a paraglider is not taken for a sailplane.
import { distanceKm } from '../geodesy.ts'

/** Share of all stretches of that length: spikes are among the others. */
const SHARE = 0.95
/** The fastest may be flown downwind, on a faster day than the rest. */
const MARGIN = 2
/** Stretches looked at: more do not change the share. */
const MAX_SAMPLES = 1000
/** Kilometres per hour over the ground, with the strongest wind that a paraglider flies in. */
const MIN_KMH = 100

interface Positions {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
}

/** Kilometres per hour that it does not exceed over stretches of so many seconds. */
export function findWingSpeed({ seconds, latitude, longitude }: Positions, windowSeconds: number): number {
  const speeds: number[] = []
  const stride = Math.max(1, Math.floor(seconds.length / MAX_SAMPLES))
  for (let from = 0, to = 0; to < seconds.length; to += stride) {
    while (seconds[to]! - seconds[from + 1]! >= windowSeconds) from++
    const elapsed = seconds[to]! - seconds[from]!
    // With fixes further apart it would be the speed over a gap.
    if (elapsed < windowSeconds || elapsed > 2 * windowSeconds) continue
    const km = distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
    speeds.push((km / elapsed) * 3600)
  }
  const sorted = Float64Array.from(speeds).sort()
  const usual = sorted[Math.floor(sorted.length * SHARE)] ?? 0
  return Math.max(MIN_KMH, usual * MARGIN)
}
