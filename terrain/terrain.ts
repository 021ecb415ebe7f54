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
  if (files.length > 0) {
    const stats = files.map((file) => [file.path, statSync(file.path)] as const)
    return { version: digest(stats), source: { heightFiles: files } }
  }
  const archives = names.filter((name) => name.toLowerCase().endsWith('.pmtiles'))
  if (archives.length === 1) return findTerrain(join(path, archives[0]!))
  throw new TerrainError(
    archives.length > 1
      ? `${path} has more than one PMTiles file: name the one to use.`
      : `${path} has no height files: neither such as N46E007.hgt (also .hgt.gz and .zip) nor a PMTiles file.`,
  )
}

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

export async function openTerrain(files: TerrainFiles, maxBytes = MAX_CACHE_BYTES): Promise<Heights> {
  const { source } = files
  if ('archive' in source) return openTerrarium(source.archive, createCache<HeightTile | null>(maxBytes))
  return openFolder(source.heightFiles, createGridCache(maxBytes))
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
