// The heights that an operator has: a folder of files of one degree each, or one PMTiles file.
import { hash } from 'node:crypto'
import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { createCache } from './cache.ts'
import { type Heights, TerrainError } from './heights.ts'
import { readCorner } from './hgt/format.ts'
import { createGridCache, type HeightFile, openFolder } from './hgt/folder.ts'
import { openArchive } from './pmtiles/archive.ts'
import { type HeightTile, openTerrarium } from './pmtiles/terrarium.ts'

export interface TerrainFiles {
  /** Changes with any of the files. */
  readonly version: string
  readonly source: { readonly heightFiles: readonly HeightFile[] } | { readonly archive: string }
}

/** Two files of one second, or tiles of the same size. */
const MAX_CACHE_BYTES = 56 * 1024 * 1024
const VERSION_LENGTH = 12

/** The files present, by names and sizes; no content is read. Throws a `TerrainError` with a sentence. */
export function findTerrain(path: string): TerrainFiles {
  const found = stat(path)
  if (!found.isDirectory()) {
    requireTiles(path)
    return { version: digest([[path, found]]), source: { archive: path } }
  }
  const names = listNames(path)
  const files = listHeightFiles(path, names)
  if (files.length > 0) return describe(files)
  const archives = names.filter(isArchive)
  if (archives.length === 1) return findTerrain(join(path, archives[0]!))
  throw new TerrainError(
    archives.length > 1
      ? `${path} has more than one PMTiles file: name the one to use.`
      : `${path} has no height files: neither such as N46E007.hgt (also .hgt.gz and .zip) nor a PMTiles file.`,
  )
}

/** Those of a folder that is filled meanwhile: it may be empty, or not be there yet. */
export function findGrowing(folder: string): TerrainFiles {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return describe([])
  if (!found.isDirectory() || listNames(folder).some(isArchive))
    throw new TerrainError(`${folder} must be a folder of height files, without a PMTiles file.`)
  return describe(listHeightFiles(folder))
}

/** A file may be gone since it was listed. */
function describe(files: readonly HeightFile[]): TerrainFiles {
  const stats = files.flatMap(({ path }) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? [[path, found] as const] : []
  })
  return { version: digest(stats), source: { heightFiles: files } }
}

const isArchive = (name: string) => name.toLowerCase().endsWith('.pmtiles')

/** Of several files of one degree the last counts: the plain one, which costs least to read. */
export function listHeightFiles(folder: string, names: readonly string[] = listNames(folder)): HeightFile[] {
  return names.flatMap((name) => {
    const corner = readCorner(name)
    return corner ? [{ ...corner, path: join(folder, name) }] : []
  })
}

function listNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().reverse()
}

/** `onRead` is told the path of each height file that is read from the disk. */
export async function openTerrain(
  files: TerrainFiles,
  maxBytes = MAX_CACHE_BYTES,
  onRead?: (path: string) => void,
): Promise<Heights> {
  const { source } = files
  if ('archive' in source) return openTerrarium(source.archive, createCache<HeightTile | null>(maxBytes))
  return openFolder(source.heightFiles, createGridCache(maxBytes), onRead)
}

function requireTiles(path: string): void {
  const archive = openArchive(path)
  const hasTiles = archive.readFirstTile() !== undefined
  archive.close()
  if (!hasTiles) throw new TerrainError(`${path} has no tiles that can be read.`)
}

function stat(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw new TerrainError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

function digest(files: readonly (readonly [path: string, stats: Stats])[]): string {
  const lines = files.map(([path, { size, mtimeMs }]) => `${path} ${size} ${Math.trunc(mtimeMs)}`)
  return hash('sha256', lines.join('\n')).slice(0, VERSION_LENGTH)
}
