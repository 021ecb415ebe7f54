// Distances and bearings about a centre, on the sphere of the scores.
import { distanceKm, EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Place } from './airspace.ts'

export const RADIANS = Math.PI / 180
export const METRES_PER_DEGREE = EARTH_RADIUS_KM * 1000 * RADIANS

export function metresBetween(from: Place, to: Place): number {
  return 1000 * distanceKm(from[0], from[1], to[0], to[1])
}

/** To -180 to 180. */
export function wrap(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees
  return degrees - 360 * Math.round(degrees / 360)
}

/** The place at a distance in a direction, in degrees clockwise from north. */
export function travel([latitude, longitude]: Place, metres: number, bearing: number): Place {
  const angle = metres / (EARTH_RADIUS_KM * 1000)
  const [phi, theta] = [latitude * RADIANS, bearing * RADIANS]
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta)
  const y = Math.sin(theta) * Math.sin(angle) * Math.cos(phi)
  const x = Math.cos(angle) - Math.sin(phi) * sine
  return [Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS, wrap(longitude + Math.atan2(y, x) / RADIANS)]
}
