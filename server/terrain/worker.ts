// The code of the terrain's thread: it has the files open, and keeps the parts it has read.
import type { Heights } from '#terrain/heights.ts'
import { shadeTile } from '#terrain/shading/shade.ts'
import { openTerrain, type TerrainFiles } from '#terrain/terrain.ts'
import { packHeights, readHeightTile, type Tile } from '#terrain/tile.ts'

let opened: { version: string; terrain: Promise<Heights> } | undefined

function open(files: TerrainFiles): Promise<Heights> {
  if (opened?.version !== files.version) opened = { version: files.version, terrain: openTerrain(files) }
  return opened.terrain
}

export interface PlacesTask {
  files: TerrainFiles
  latitude: Float64Array
  longitude: Float64Array
}

export async function heights({ files, latitude, longitude }: PlacesTask): Promise<Float32Array> {
  return (await open(files)).heightsAt(latitude, longitude)
}

export interface TileTask {
  files: TerrainFiles
  tile: Tile
}

export async function readTile({ files, tile }: TileTask): Promise<Uint8Array | null> {
  const heights = await readHeightTile(await open(files), tile)
  return heights ? new Uint8Array(packHeights(heights).buffer) : null
}

/** A copy of exactly its length: sent to another thread, a view takes its whole buffer along. */
export async function shade({ files, tile }: TileTask): Promise<Uint8Array | null> {
  const png = await shadeTile(await open(files), tile)
  return png ? new Uint8Array(png) : null
}
