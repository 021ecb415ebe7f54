// What runs in the terrain's thread: it has the files open, and keeps what it has read of them.
import type { Heights } from '#terrain/heights.ts'
import { shadeTile, type Tile } from '#terrain/shading/shade.ts'
import { openTerrain, type TerrainFiles } from '#terrain/terrain.ts'

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

/** A copy of its own length: sent to another thread, a view takes its whole buffer along. */
export async function shade({
  files,
  tile,
}: {
  files: TerrainFiles
  tile: Tile
}): Promise<Uint8Array | null> {
  const png = await shadeTile(await open(files), tile)
  return png ? new Uint8Array(png) : null
}
