// The code of the terrain's thread: it has the files open, and keeps the parts it has read.
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { SECOND_MS } from '#server/platform/time.ts'
import type { Heights } from '#terrain/heights.ts'
import { readGrid } from '#terrain/hgt/unpack.ts'
import { release } from '#terrain/release.ts'
import { shadeTile } from '#terrain/shading/shade.ts'
import { openTerrain, type TerrainFiles } from '#terrain/terrain.ts'
import { packHeights, readHeightTile, type Tile } from '#terrain/tile.ts'

let opened: { version: string; terrain: Heights } | undefined

function open({ files, keptIn }: FilesTask): Heights {
  if (opened?.version === files.version) return opened.terrain
  const onRead = keptIn === undefined ? undefined : (path: string) => noteUse(keptIn, path)
  opened = { version: files.version, terrain: openTerrain(files, undefined, onRead) }
  return opened.terrain
}

/** The least recently used of those files is the first to go. In whole seconds: the other time of the file stays exact. */
function noteUse(keptIn: string, path: string): void {
  if (!path.startsWith(keptIn)) return
  try {
    utimesSync(path, Date.now() / SECOND_MS, Math.trunc(statSync(path).mtimeMs / SECOND_MS))
  } catch {
    // Removed meanwhile, or of another user: its heights were read all the same.
  }
}

/** Whether a file has heights in it. */
export async function canRead({ path }: { path: string }): Promise<boolean> {
  const grid = readGrid(readFileSync(path))
  if (grid) release(grid.heights)
  return grid !== undefined
}

interface FilesTask {
  files: TerrainFiles
  /** The folder of those files that are kept while they are used. */
  keptIn: string | undefined
}

export interface PlacesTask extends FilesTask {
  latitude: Float64Array
  longitude: Float64Array
}

export async function heights(task: PlacesTask): Promise<Float32Array> {
  return open(task).heightsAt(task.latitude, task.longitude)
}

export interface TileTask extends FilesTask {
  tile: Tile
}

export async function readTile(task: TileTask): Promise<Uint8Array | null> {
  const heights = await readHeightTile(open(task), task.tile)
  return heights ? new Uint8Array(packHeights(heights).buffer) : null
}

/** A copy of exactly its length: sent to another thread, a view takes its whole buffer along. */
export async function shade(task: TileTask): Promise<Uint8Array | null> {
  const png = await shadeTile(open(task), task.tile)
  return png ? new Uint8Array(png) : null
}
