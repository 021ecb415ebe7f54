// Heights from the pictures of a PMTiles file: red, green and blue are one number, by the terrarium code.
import type { Cache } from '../cache.ts'
import { type Heights, TerrainError } from '../heights.ts'
import { toX, toY } from '../mercator.ts'
import { type Archive, openArchive } from './archive.ts'

/** Metres, row by row from north to south; NaN where it is transparent. */
export interface HeightTile {
  readonly size: number
  readonly heights: Float32Array
}

const MAX_TILE_SIZE = 1024
const SEA_LEVEL = 32_768

export async function openTerrarium(path: string, cache: Cache<HeightTile | null>): Promise<Heights> {
  const archive = openArchive(path)
  const size = await findTileSize(archive)
  if (size === undefined) {
    archive.close()
    throw new TerrainError(`${path} has no terrarium tiles that can be read.`)
  }
  const { minZoom, maxZoom, bounds } = archive.header
  return {
    mayKnow: ({ south, west, north, east }) =>
      south <= bounds.north && north >= bounds.south && west <= bounds.east && east >= bounds.west,
    async heightsAt(latitude, longitude, spacing = 0) {
      const zoom = Math.max(minZoom, Math.min(zoomFor(latitude, spacing, size), maxZoom))
      const load = (x: number, y: number) => loadTile(archive, cache, size, zoom, x, y)
      const heights = new Float32Array(latitude.length).fill(Number.NaN)
      const pixels = 2 ** zoom * size
      for (const group of groupByTile(latitude, longitude, pixels, size)) await fill(heights, group, load)
      return heights
    },
  }
}

interface Group {
  column: number
  row: number
  /** How many tiles there are from west to east. */
  count: number
  size: number
  /** Index, and pixels from the centre of the tile's first pixel. */
  places: { at: number; x: number; y: number }[]
}

function groupByTile(
  latitude: ArrayLike<number>,
  longitude: ArrayLike<number>,
  pixels: number,
  size: number,
): Iterable<Group> {
  const count = pixels / size
  const groups = new Map<number, Group>()
  for (let at = 0; at < latitude.length; at++) {
    // Samples are the centres of pixels.
    const x = toX(longitude[at]!) * pixels - 0.5
    const y = Math.max(0, Math.min(toY(latitude[at]!) * pixels - 0.5, pixels - 1))
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    const key = row * (count + 2) + column
    const group = groups.get(key) ?? { column, row, count, size, places: [] }
    groups.set(key, group)
    group.places.push({ at, x: x - column * size, y: y - row * size })
  }
  return groups.values()
}

type LoadTile = (x: number, y: number) => Promise<HeightTile | undefined>

/** Between the last pixels of a tile and the first of the next one, both are read. */
async function fill(heights: Float32Array, group: Group, load: LoadTile): Promise<void> {
  const { column, row, count, size, places } = group
  const reachesEast = places.some(({ x }) => x > size - 1)
  const reachesSouth = places.some(({ y }) => y > size - 1)
  const find = (right: number, down: number) =>
    (right === 0 || reachesEast) && (down === 0 || reachesSouth) && row + down < count
      ? load((column + right + count) % count, row + down)
      : undefined
  const tiles = [await find(0, 0), await find(1, 0), await find(0, 1), await find(1, 1)]
  const sample = (x: number, y: number) => {
    const tile = tiles[(x >= size ? 1 : 0) + (y >= size ? 2 : 0)]
    return tile ? tile.heights[(y % size) * size + (x % size)]! : Number.NaN
  }
  for (const { at, x, y } of places) heights[at] = interpolate(sample, x, y)
}

function interpolate(sample: (x: number, y: number) => number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  let [sum, known] = [0, 0]
  for (const [dx, dy, weight] of [
    [0, 0, (1 - right) * (1 - down)],
    [1, 0, right * (1 - down)],
    [0, 1, (1 - right) * down],
    [1, 1, right * down],
  ] as const) {
    if (weight === 0) continue
    const height = sample(left + dx, top + dy)
    if (Number.isNaN(height)) continue
    sum += height * weight
    known += weight
  }
  return known >= 0.5 ? sum / known : Number.NaN
}

/** Whose pixels are at most as far apart as the places that are asked for. */
function zoomFor(latitude: ArrayLike<number>, spacing: number, size: number): number {
  if (spacing === 0) return Infinity
  const degrees = (spacing * size) / Math.cos(((latitude[latitude.length >> 1] ?? 0) * Math.PI) / 180)
  return Math.ceil(Math.log2(360 / degrees) - 1e-6)
}

async function loadTile(
  archive: Archive,
  cache: Cache<HeightTile | null>,
  size: number,
  zoom: number,
  x: number,
  y: number,
): Promise<HeightTile | undefined> {
  const key = `${zoom}/${x}/${y}`
  const kept = cache.find(key)
  if (kept !== undefined) return kept ?? undefined
  const bytes = archive.readTile(zoom, x, y)
  cache.makeRoom(size * size * Float32Array.BYTES_PER_ELEMENT)
  const tile = bytes && (await decodeTile(bytes))
  const usable = tile?.size === size ? tile : undefined
  cache.keep(key, usable ?? null, usable?.heights.byteLength ?? EMPTY_BYTES)
  return usable
}

/** That a tile is not there takes some memory, too. */
const EMPTY_BYTES = 200

/** Undefined when it is no square picture, or damaged. */
export async function decodeTile(bytes: Buffer): Promise<HeightTile | undefined> {
  // Loaded by the thread that reads tiles: the server itself reads none, and the library takes 10 MB.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_TILE_SIZE ** 2, failOn: 'error' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: size, height, channels } = info
    if (size !== height || channels < 3) return undefined
    const heights = new Float32Array(size * size)
    for (let pixel = 0; pixel < heights.length; pixel++) {
      const at = pixel * channels
      const isKnown = channels < 4 || data[at + 3] !== 0
      heights[pixel] = isKnown
        ? data[at]! * 256 + data[at + 1]! + data[at + 2]! / 256 - SEA_LEVEL
        : Number.NaN
    }
    return { size, heights }
  } catch {
    return undefined
  }
}

/** The format does not say it: the first tile does. */
async function findTileSize(archive: Archive): Promise<number | undefined> {
  const bytes = archive.readFirstTile()
  return bytes && (await decodeTile(bytes))?.size
}
