// Whether two flights of a pilot are one, recorded by two instruments.
import { distanceKm } from '#igc/geodesy.ts'
import type { Flight } from '#sdk/types/flight.ts'

/** One instrument is switched on later, or loses its satellites for a while. */
const MIN_OVERLAP_SHARE = 0.6
/** Between the take-offs as the instruments have noticed them. */
const MAX_APART_KM = 3

interface End {
  time: string
  lat: number
  lng: number
}

export function isSameFlight(one: Flight, other: Flight): boolean {
  const [a, b] = [one, other].map(findEnds)
  if (one.id === other.id || !a || !b) return false
  const overlap = Math.min(a.to, b.to) - Math.max(a.from, b.from)
  const shorter = Math.min(a.to - a.from, b.to - b.from)
  if (shorter <= 0 || overlap < MIN_OVERLAP_SHARE * shorter) return false
  return distanceKm(a.launch.lat, a.launch.lng, b.launch.lat, b.launch.lng) <= MAX_APART_KM
}

function findEnds({ flightInfo }: Flight): { launch: End; from: number; to: number } | undefined {
  const { launch, landing } = flightInfo.metadata as { launch?: End; landing?: End }
  if (!launch || !landing) return undefined
  return { launch, from: Date.parse(launch.time), to: Date.parse(landing.time) }
}
