// Heights of a map tile, for a mesh and for contour lines.
import { VOID } from './grid.ts'
import type { Heights } from './heights.ts'
import { toLatitude, toLongitude } from './mercator.ts'

export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Of a side; the outermost are shared with the neighbouring tiles. */
export const SAMPLES = 129
/** A tile of the lowest zoom reaches over six files of a degree at most; the highest is as fine as files of one second. */
export const HEIGHT_ZOOMS = { min: 7, max: 12 }

/** Whole metres, row by row from north to south; undefined when none of them is known. */
export async function readHeightTile(terrain: Heights, { z, x, y }: Tile): Promise<Int16Array | undefined> {
  const count = 2 ** z
  const latitudes = Float64Array.from({ length: SAMPLES }, (_, row) =>
    toLatitude((y + row / (SAMPLES - 1)) / count),
  )
  const longitudes = Float64Array.from({ length: SAMPLES }, (_, column) =>
    toLongitude((x + column / (SAMPLES - 1)) / count),
  )
  const [south, west] = [latitudes[SAMPLES - 1]!, longitudes[0]!]
  if (!terrain.mayKnow({ south, west, north: latitudes[0]!, east: longitudes[SAMPLES - 1]! }))
    return undefined
  const places = Array.from({ length: SAMPLES * SAMPLES }, (_, at) => at)
  const heights = await terrain.heightsAt(
    places.map((at) => latitudes[Math.floor(at / SAMPLES)]!),
    places.map((at) => longitudes[at % SAMPLES]!),
    latitudes[SAMPLES >> 1]! - latitudes[(SAMPLES >> 1) + 1]!,
  )
  if (heights.every(Number.isNaN)) return undefined
  return Int16Array.from(heights, (metres) => (Number.isNaN(metres) ? VOID : Math.round(metres)))
}

/** Each height as its difference from the one before it, in 16 bits: half as long when compressed. */
export function packHeights(heights: Int16Array): Int16Array {
  return heights.map((metres, at) => metres - (heights[at - 1] ?? 0))
}
