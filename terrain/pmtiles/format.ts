// PMTiles, version 3: one file with the tiles of a map, found by directories. Whatever the bytes are, nothing is thrown and no
// more is unpacked than a directory may have. The package of that name does not promise it: docs/decisions/flight-data/terrain.md.
import { gunzipSync } from 'node:zlib'
import type { Bounds } from '../heights.ts'

export interface Header {
  readonly rootOffset: number
  readonly rootLength: number
  readonly leavesOffset: number
  readonly tilesOffset: number
  readonly directoriesAreGzip: boolean
  readonly tilesAreGzip: boolean
  readonly isPicture: boolean
  readonly minZoom: number
  readonly maxZoom: number
  readonly bounds: Bounds
}

/** Entries of a directory, sorted by tile. */
export interface Directory {
  readonly tiles: Float64Array
  /** How many tiles in a row are the same; 0: it is the offset of a directory. */
  readonly runs: Float64Array
  readonly lengths: Float64Array
  readonly offsets: Float64Array
}

export interface Entry {
  readonly isDirectory: boolean
  readonly offset: number
  readonly length: number
}

export const HEADER_BYTES = 127
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const MAX_ZOOM = 22
const compressions = { none: 1, gzip: 2 } as const
const pictureTypes = { png: 2, webp: 4 } as const

/** Undefined when it is no PMTiles file that we can read. */
export function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    return undefined
  const long = (at: number) => Number(bytes.readBigUInt64LE(at))
  const degrees = (at: number) => bytes.readInt32LE(at) / 1e7
  const [inside, ofTiles, type, minZoom, maxZoom] = bytes.subarray(97, 102) as unknown as number[]
  const header = {
    rootOffset: long(8),
    rootLength: long(16),
    leavesOffset: long(40),
    tilesOffset: long(56),
    directoriesAreGzip: inside === compressions.gzip,
    tilesAreGzip: ofTiles === compressions.gzip,
    isPicture: type === pictureTypes.png || type === pictureTypes.webp,
    minZoom: minZoom!,
    maxZoom: maxZoom!,
    bounds: { west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114) },
  }
  const isKnown = (compression: number | undefined) => compression === 1 || compression === 2
  if (!isKnown(inside) || !isKnown(ofTiles) || maxZoom! > MAX_ZOOM || minZoom! > maxZoom!) return undefined
  const places = [header.rootOffset, header.rootLength, header.leavesOffset, header.tilesOffset]
  return places.every(Number.isSafeInteger) && header.rootLength <= MAX_DIRECTORY_BYTES ? header : undefined
}

/** Undefined when it is damaged. */
export function unpackDirectory(bytes: Buffer, isGzip: boolean): Directory | undefined {
  try {
    return readDirectory(isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_DIRECTORY_BYTES }) : bytes)
  } catch {
    return undefined
  }
}

function readDirectory(bytes: Buffer): Directory | undefined {
  const numbers = readNumbers(bytes)
  const count = numbers.next()
  // Each entry takes a byte in each of the four columns at least.
  if (count * 4 > bytes.length) return undefined
  const column = () => Float64Array.from({ length: count }, numbers.next)
  const [steps, runs, lengths, places] = [column(), column(), column(), column()]
  if (numbers.isBeyond()) return undefined
  let tile = 0
  const tiles = steps.map((step) => (tile += step))
  // 0: right after the entry before.
  const offsets = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    offsets[row] = places[row] === 0 && row > 0 ? offsets[row - 1]! + lengths[row - 1]! : places[row]! - 1
  }
  return { tiles, runs, lengths, offsets }
}

/** Seven bits a byte, the lowest first. */
function readNumbers(bytes: Uint8Array): { next: () => number; isBeyond: () => boolean } {
  let at = 0
  return {
    next: () => {
      let value = 0
      for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
        const byte = bytes[at++] ?? 0
        value += (byte % 128) * factor
        if (byte < 128) break
      }
      return value
    },
    isBeyond: () => at > bytes.length,
  }
}

export function findEntry(directory: Directory, tile: number): Entry | undefined {
  const { tiles, runs, lengths, offsets } = directory
  let [low, high] = [0, tiles.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (tiles[middle]! <= tile) low = middle + 1
    else high = middle - 1
  }
  if (high < 0) return undefined
  const run = runs[high]!
  if (run > 0 && tile - tiles[high]! >= run) return undefined
  return { isDirectory: run === 0, offset: offsets[high]!, length: lengths[high]! }
}

/** All tiles of all zooms in one row, each zoom along a Hilbert curve. */
export function numberTile(zoom: number, x: number, y: number): number {
  let number = (4 ** zoom - 1) / 3
  let [column, row] = [x, y]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const right = column >= side ? 1 : 0
    const below = row >= side ? 1 : 0
    number += side * side * ((3 * right) ^ below)
    column -= right * side
    row -= below * side
    if (below === 1) continue
    if (right === 1) [column, row] = [side - 1 - column, side - 1 - row]
    ;[column, row] = [row, column]
  }
  return number
}
