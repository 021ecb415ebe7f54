// How fast the wing of a recording flies over minutes, by what it shows: a paraglider is not taken for a sailplane.
import { distanceKm } from '../geodesy.ts'

const WINDOW_SECONDS = 60
/** With fixes further apart it would be the speed over a gap. */
const MAX_WINDOW_SECONDS = 120
/** Of all minutes: spikes are among the others. */
const SHARE = 0.95
/** A gap may have been flown downwind, on a faster day than the rest. */
const MARGIN = 2
/** Kilometres per hour over the ground: with the strongest wind that a paraglider flies in, and beyond any sailplane. */
const MIN_KMH = 100
const MAX_KMH = 400

interface Positions {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
}

/** Kilometres per hour that it does not exceed for long. */
export function findWingSpeed({ seconds, latitude, longitude }: Positions): number {
  const speeds: number[] = []
  for (let from = 0, to = 0; to < seconds.length; to++) {
    while (seconds[to]! - seconds[from + 1]! >= WINDOW_SECONDS) from++
    const elapsed = seconds[to]! - seconds[from]!
    if (elapsed < WINDOW_SECONDS || elapsed > MAX_WINDOW_SECONDS) continue
    const km = distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
    speeds.push((km / elapsed) * 3600)
  }
  const sorted = Float64Array.from(speeds).sort()
  const usual = sorted[Math.floor(sorted.length * SHARE)] ?? 0
  return Math.min(MAX_KMH, Math.max(MIN_KMH, usual * MARGIN))
}
