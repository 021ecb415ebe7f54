// How far a wing gets: over seconds, minutes and longer, by what any free-flying wing can do and by what this one shows.
import { distanceKm } from '../geodesy.ts'

export interface Positions {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
}

/** How far off a single fix may be without being a spike, whatever the speed. */
export const TOLERANCE_KM = 0.1
/** Over seconds, whatever the wing: the wind is in it, and the dive of a hang glider. */
export const MIN_LIMIT_KMH = 100
/** Faster than any glider, even in wave. */
export const MAX_SPEED_KMH = 400
/** For this long: over a longer gap it is what the wing shows over minutes that counts. */
const MAX_SPEED_SECONDS = 60

export interface Reach {
  /** Whether a wing can have come from one row to a later one, which is read where it was, or moved by so many degrees. */
  isWithin(from: number, to: number, toleranceKm: number, shift?: Shift): boolean
  /** How far it gets in so many seconds. */
  limitKm(elapsed: number): number
  measureKm(from: number, to: number): number
}

interface Shift {
  north: number
  east: number
}

export function measureReach(positions: Positions): Reach {
  const { seconds, latitude, longitude } = positions
  let wing: WingSpeeds | undefined
  const measureKm = (from: number, to: number, { north, east } = UNMOVED) =>
    distanceKm(latitude[from]!, longitude[from]!, latitude[to]! + north, longitude[to]! + east)
  const limitKm = (elapsed: number) => {
    wing ??= measureWing(positions)
    const briefly = Math.min(elapsed, MAX_SPEED_SECONDS)
    return (briefly * wing.overSecondsKmh + (elapsed - briefly) * wing.overMinutesKmh) / 3600
  }
  return {
    isWithin(from, to, toleranceKm, shift) {
      const elapsed = seconds[to]! - seconds[from]!
      // Cheap first: almost every step is far below the limit.
      const leastKm = toleranceKm + (elapsed / 3600) * MIN_LIMIT_KMH
      if (!shift && boundKm(positions, from, to) <= leastKm) return true
      const km = measureKm(from, to, shift)
      return km <= leastKm || km <= toleranceKm + limitKm(elapsed)
    },
    limitKm,
    measureKm,
  }
}

/** Never less than the distance: 111.2 km per degree of latitude, no more per degree of longitude. */
export function boundKm({ latitude, longitude }: Positions, from: number, to: number): number {
  return 111.2 * (Math.abs(latitude[to]! - latitude[from]!) + Math.abs(longitude[to]! - longitude[from]!))
}

const UNMOVED: Shift = { north: 0, east: 0 }

/** Kilometres per hour that this wing does not exceed. */
export interface WingSpeeds {
  overSecondsKmh: number
  overMinutesKmh: number
}

export function measureWing(positions: Positions): WingSpeeds {
  return {
    overSecondsKmh: Math.min(MAX_SPEED_KMH, findWingSpeed(positions, 10)),
    overMinutesKmh: Math.min(MAX_SPEED_KMH, findWingSpeed(positions, 60)),
  }
}

/** Share of all stretches of that length: spikes are among the others. */
const SHARE = 0.95
/** The fastest may be flown downwind, on a faster day than the rest. */
const MARGIN = 2
/** Stretches looked at: more do not change the share. */
const MAX_SAMPLES = 1000

/** Kilometres per hour that it does not exceed over stretches of so many seconds. */
function findWingSpeed({ seconds, latitude, longitude }: Positions, windowSeconds: number): number {
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
  return Math.max(MIN_LIMIT_KMH, usual * MARGIN)
}
