// Distances on the FAI sphere: the official XContest scores are reproduced by it, not by an ellipsoid.

/** Kilometres. */
export const EARTH_RADIUS_KM = 6371

const RADIANS = Math.PI / 180

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
