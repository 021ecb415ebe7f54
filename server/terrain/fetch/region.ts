// The squares of a region: one for each degree that it touches.
import { type Corner, nameCorner } from '#terrain/hgt/format.ts'

export { type Corner, nameCorner }

const BBOX = '--bbox W,S,E,N, in degrees, such as --bbox 5,43,17,49'

/** Throws with a sentence. */
export function listCorners(bbox: string): Corner[] {
  const numbers = bbox.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) throw new Error(`Give the region as ${BBOX}.`)
  if (west < -180 || east > 180 || south < -90 || north > 90)
    throw new Error('Longitudes are from -180 to 180, latitudes from -90 to 90.')
  if (south >= north) throw new Error('S must be less than N: the order is W,S,E,N.')
  if (west >= east)
    throw new Error('W must be less than E: a region across the date line is fetched in two parts.')
  const corners: Corner[] = []
  for (let row = Math.floor(south); row < north; row++)
    for (let column = Math.floor(west); column < east; column++) corners.push({ south: row, west: column })
  return corners
}
