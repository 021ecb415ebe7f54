import { distanceKm } from '#igc/geodesy.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const METRES_OF_KM = 1000

function measureMetres(a: Place, b: Place): number {
  return Math.round(distanceKm(a.latitude, a.longitude, b.latitude, b.longitude) * METRES_OF_KM)
}

/** To the metre: sines may differ in their last bit from one computer to the next. */
export function isWithin(a: Place, b: Place, km: number): boolean {
  return measureMetres(a, b) <= Math.round(km * METRES_OF_KM)
}

export function isApart(a: Place, b: Place, km: number): boolean {
  return measureMetres(a, b) >= Math.round(km * METRES_OF_KM)
}
