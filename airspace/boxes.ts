// Boxes of degrees, also over the date line.
import type { Box } from './airspace.ts'

const eastward = (degrees: number) => (degrees < 0 ? degrees + 360 : degrees)

export function overlaps(one: Box, other: Box): boolean {
  if (one.south > other.north || other.south > one.north) return false
  // Eastward from the west end of the one.
  const start = eastward(other.west - one.west)
  return start <= eastward(one.east - one.west) || start + eastward(other.east - other.west) >= 360
}
