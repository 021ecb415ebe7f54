// The heights that an operator has: a folder of files of one degree each.
import { hash } from 'node:crypto'
import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Heights, TerrainError } from './heights.ts'
import { readCorner } from './hgt/format.ts'
import { createGridCache, type HeightFile, openFolder } from './hgt/folder.ts'

export interface TerrainFiles {
  /** Changes with any of the files. */
  readonly version: string
  readonly files: readonly HeightFile[]
}

/** Two files of one second. */
const MAX_CACHE_BYTES = 56 * 1024 * 1024
const VERSION_LENGTH = 12

/** The files present, by names and sizes; no content is read. Throws a `TerrainError` with a sentence. */
export function findTerrain(folder: string): TerrainFiles {
  if (!stat(folder).isDirectory())
    throw new TerrainError(`${folder} must be a folder of height files, such as N46E007.hgt.`)
  const files = listHeightFiles(folder)
  if (files.length > 0) return describe(files)
  throw new TerrainError(`${folder} has no height files such as N46E007.hgt (also .hgt.gz; unzip others).`)
}

/** Those of a folder that is filled meanwhile: it may be empty, or not be there yet. */
export function findGrowing(folder: string): TerrainFiles {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return describe([])
  if (!found.isDirectory()) throw new TerrainError(`${folder} must be a folder of height files.`)
  return describe(listHeightFiles(folder))
}

/** A file may be gone since it was listed. */
function describe(files: readonly HeightFile[]): TerrainFiles {
  const stats = files.flatMap(({ path }) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? [[path, found] as const] : []
  })
  return { version: digest(stats), files }
}

/** Of several files of one degree the last counts: the plain one, which costs least to read. */
export function listHeightFiles(folder: string): HeightFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().reverse()
  return names.flatMap((name) => {
    const corner = readCorner(name)
    return corner ? [{ ...corner, path: join(folder, name) }] : []
  })
}

/** `onRead` is told the path of each height file that is read from the disk. */
export function openTerrain(
  { files }: TerrainFiles,
  maxBytes = MAX_CACHE_BYTES,
  onRead?: (path: string) => void,
): Heights {
  return openFolder(files, createGridCache(maxBytes), onRead)
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
