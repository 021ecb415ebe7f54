// Distances on the FAI sphere: the official XContest scores are reproduced by it, not by an ellipsoid.

/** Kilometres. */
export const EARTH_RADIUS_KM = 6371

const RADIANS = Math.PI / 180

/** Of an angle in radians, below which a sine is its first terms to the last digit. */
const SMALL = 1e-4

const sinOfSmall = (angle: number) => angle * (1 - (angle * angle) / 6)

/** The same for fixes near each other, whose cosines of latitude are known: to the last digits, in a fifth of the time. */
export function shortDistanceKm(
  { latitude, longitude }: { latitude: Float64Array; longitude: Float64Array },
  cosines: Float64Array,
  a: number,
  b: number,
): number {
  const halfLatitude = ((latitude[b]! - latitude[a]!) * RADIANS) / 2
  const halfLongitude = ((longitude[b]! - longitude[a]!) * RADIANS) / 2
  if (Math.abs(halfLatitude) > SMALL || Math.abs(halfLongitude) > SMALL)
    return distanceKm(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!)
  const sinLatitude = sinOfSmall(halfLatitude)
  const sinLongitude = sinOfSmall(halfLongitude)
  const square = sinLatitude * sinLatitude + cosines[a]! * cosines[b]! * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_KM * Math.sqrt(square) * (1 + square / 6)
}

export function listCosines(latitude: Float64Array, length: number): Float64Array {
  const cosines = new Float64Array(length)
  for (let row = 0; row < length; row++) cosines[row] = Math.cos(latitude[row]! * RADIANS)
  return cosines
}

/** Great-circle distance in kilometres between two points in degrees. */
export function distanceKm(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const sinLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS) / 2)
  const sinLongitude = Math.sin(((longitudeB - longitudeA) * RADIANS) / 2)
  const chord =
    sinLatitude * sinLatitude +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
