// How far a wing gets: over seconds, minutes and longer, by what any free-flying wing can do and by what this one shows.
import { distanceKm } from '../geodesy.ts'
import { findWingSpeed } from './wing-speed.ts'

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
const MAX_SPEED_KMH = 400
/** For this long: over a longer gap it is what the wing shows over minutes that counts. */
const MAX_SPEED_SECONDS = 60

/** Whether a wing can have come from one row to a later one. */
export type Reach = (from: number, to: number, toleranceKm: number) => boolean

export function measureReach(positions: Positions): Reach {
  const { seconds, latitude, longitude } = positions
  let wing: WingSpeeds | undefined
  return (from, to, toleranceKm) => {
    const elapsed = seconds[to]! - seconds[from]!
    // Cheap first: almost every step is far below the limit.
    if (boundKm(positions, from, to) <= toleranceKm + (elapsed / 3600) * MIN_LIMIT_KMH) return true
    const km = distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
    wing ??= measureWing(positions)
    const briefly = Math.min(elapsed, MAX_SPEED_SECONDS)
    return (
      km <= toleranceKm + (briefly * wing.overSecondsKmh + (elapsed - briefly) * wing.overMinutesKmh) / 3600
    )
  }
}

/** Never less than the distance: 111.2 km per degree of latitude, no more per degree of longitude. */
export function boundKm({ latitude, longitude }: Positions, from: number, to: number): number {
  return 111.2 * (Math.abs(latitude[to]! - latitude[from]!) + Math.abs(longitude[to]! - longitude[from]!))
}

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
