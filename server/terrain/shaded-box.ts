// Hill shading of any part of the world, in the tiles that the map of a flight has.
import { toLatitude, toLongitude, toX, toY } from '#terrain/mercator.ts'
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE } from '#terrain/shading/shade.ts'
import type { Tile } from '#terrain/tile.ts'
import type { Terrain } from './terrain.ts'

/** Degrees; across the antimeridian they go beyond 180. */
export interface Box {
  west: number
  east: number
  south: number
  north: number
}

/** A PNG, and where it is. */
export interface ShadedTile extends Box {
  png: Uint8Array
}

/** More are not drawn: from so far away it would be noise. */
const MAX_TILES = 30

/** Shades the tiles that have data. */
export async function shadeBox(
  terrain: Terrain,
  user: string,
  box: Box,
  widthPixels: number,
  signal: AbortSignal,
): Promise<ShadedTile[]> {
  const shaded: ShadedTile[] = []
  for (const tile of listTiles(box, widthPixels)) {
    const png = await terrain.shade(user, wrap(tile), signal)
    if (png) shaded.push({ ...measure(tile), png })
  }
  return shaded
}

/** x beyond the antimeridian is below 0, or above the last. */
export function listTiles({ west, east, south, north }: Box, widthPixels: number): Tile[] {
  const pixels = widthPixels / (toX(east) - toX(west))
  const z = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, Math.round(Math.log2(pixels / TILE_SIZE))))
  const count = 2 ** z
  const [left, right] = [Math.floor(toX(west) * count), Math.floor(toX(east) * count)]
  const [top, bottom] = [Math.floor(toY(north) * count), Math.floor(toY(south) * count)]
  if ((right - left + 1) * (bottom - top + 1) > MAX_TILES) return []
  const tiles: Tile[] = []
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) tiles.push({ z, x, y })
  return tiles
}

function wrap({ z, x, y }: Tile): Tile {
  const count = 2 ** z
  return { z, x: (x + count) % count, y }
}

function measure({ z, x, y }: Tile): Box {
  const count = 2 ** z
  return {
    west: toLongitude(x / count),
    east: toLongitude((x + 1) / count),
    south: toLatitude((y + 1) / count),
    north: toLatitude(y / count),
  }
}
