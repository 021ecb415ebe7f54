// The file of one degree by one: big-endian whole metres without a header. Its name is its south-west corner, its size
// tells how many rows and columns it has.

export interface Shape {
  readonly rows: number
  readonly columns: number
}

export interface Corner {
  readonly south: number
  readonly west: number
}

/** One second and three; toward the poles there are fewer columns, since degrees get narrower. */
const shapes: readonly Shape[] = [
  ...[3601, 2401, 1801, 1201, 721, 361].map((columns) => ({ rows: 3601, columns })),
  ...[1201, 801, 601, 401, 241, 121].map((columns) => ({ rows: 1201, columns })),
]

const BYTES_PER_SAMPLE = 2
const byBytes = new Map(shapes.map((shape) => [sizeOf(shape), shape]))

export const MAX_FILE_BYTES = Math.max(...byBytes.keys())

export function sizeOf({ rows, columns }: Shape): number {
  return rows * columns * BYTES_PER_SAMPLE
}

/** Undefined when a file of this size holds no heights. */
export function findShape(bytes: number): Shape | undefined {
  return byBytes.get(bytes)
}

const NAME = /(?:^|[/\\])([NS])(\d{2})([EW])(\d{3})(?:[._][^/\\]*)?\.hgt(?:\.gz)?$/i

/** `N46E007.hgt`, also with more in between, and packed: `N46E007.SRTMGL1.hgt.gz`. */
export function readCorner(path: string): Corner | undefined {
  const [, northSouth, latitude, eastWest, longitude] = NAME.exec(path) ?? []
  if (!northSouth || !eastWest) return undefined
  const south = Number(latitude) * (northSouth.toUpperCase() === 'N' ? 1 : -1)
  const west = Number(longitude) * (eastWest.toUpperCase() === 'E' ? 1 : -1)
  return south >= -90 && south < 90 && west >= -180 && west < 180 ? { south, west } : undefined
}

export function nameCorner({ south, west }: Corner): string {
  const latitude = String(Math.abs(south)).padStart(2, '0')
  const longitude = String(Math.abs(west)).padStart(3, '0')
  return `${south < 0 ? 'S' : 'N'}${latitude}${west < 0 ? 'W' : 'E'}${longitude}`
}
