// The tiles of one PMTiles file, read as they are asked for.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createCache } from '../cache.ts'
import { TerrainError } from '../heights.ts'
import {
  type Directory,
  type Entry,
  findEntry,
  type Header,
  HEADER_BYTES,
  numberTile,
  readHeader,
  unpackDirectory,
} from './format.ts'

export interface Archive {
  readonly header: Header
  /** The bytes of a tile; undefined when it has none. */
  readTile(zoom: number, x: number, y: number): Buffer | undefined
  readFirstTile(): Buffer | undefined
  close(): void
}

const MAX_PART_BYTES = 4 * 1024 * 1024
const MAX_DIRECTORIES_BYTES = 8 * 1024 * 1024
/** The format has a root and at most three directories below it. */
const MAX_DEPTH = 4

export function openArchive(path: string): Archive {
  const file = openSync(path, 'r')
  const size = fstatSync(file).size
  const read = (offset: number, length: number): Buffer | undefined => {
    if (!(offset >= 0 && length > 0 && length <= MAX_PART_BYTES && offset + length <= size)) return undefined
    const bytes = Buffer.alloc(length)
    return readSync(file, bytes, 0, length, offset) === length ? bytes : undefined
  }
  const start = read(0, HEADER_BYTES)
  const header = start && readHeader(start)
  if (!header?.isPicture) {
    closeSync(file)
    throw new TerrainError(`${path} is no PMTiles file with terrarium tiles (PNG or WebP).`)
  }
  const directories = createCache<Directory>(MAX_DIRECTORIES_BYTES)
  const readDirectory = (offset: number, length: number): Directory | undefined => {
    const key = `${offset}+${length}`
    const kept = directories.find(key)
    if (kept) return kept
    const bytes = read(offset, length)
    const directory = bytes && unpackDirectory(bytes, header.directoriesAreGzip)
    if (directory) directories.keep(key, directory, directory.tiles.byteLength * 4)
    return directory
  }
  const find = (choose: (directory: Directory) => Entry | undefined): Buffer | undefined => {
    let { rootOffset: offset, rootLength: length } = header
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const directory = readDirectory(offset, length)
      const entry = directory && choose(directory)
      if (!entry) return undefined
      if (!entry.isDirectory) return unpackTile(read(header.tilesOffset + entry.offset, entry.length), header)
      offset = header.leavesOffset + entry.offset
      length = entry.length
    }
    return undefined
  }
  return {
    header,
    readTile(zoom, x, y) {
      const tile = numberTile(zoom, x, y)
      return find((directory) => findEntry(directory, tile))
    },
    readFirstTile: () => find((directory) => findEntry(directory, directory.tiles[0] ?? 0)),
    close: () => closeSync(file),
  }
}

function unpackTile(bytes: Buffer | undefined, { tilesAreGzip }: Header): Buffer | undefined {
  if (!bytes || !tilesAreGzip) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_PART_BYTES })
  } catch {
    return undefined
  }
}
