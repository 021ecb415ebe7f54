// Heights from a folder of files of one degree each.
import { readFileSync } from 'node:fs'
import { type Cache, createCache } from '../cache.ts'
import { type Grid, interpolate, reduce } from '../grid.ts'
import type { Heights } from '../heights.ts'
import { release } from '../release.ts'
import { type Corner, MAX_FILE_BYTES, type Shape, sizeOf } from './format.ts'
import { readGrid } from './unpack.ts'

export interface HeightFile extends Corner {
  readonly path: string
}

interface Known extends HeightFile {
  /** Known once it was read; null when there are no heights in it. */
  shape?: Shape | null
}

/** Every sixteenth sample of the file: what a view of a whole country needs. */
const MAX_LEVEL = 4

/** Grids that are dropped are not used any more: one is read after the other. */
export function createGridCache(maxBytes: number): Cache<Grid> {
  return createCache<Grid>(maxBytes, ({ heights }) => release(heights))
}

export function openFolder(
  files: readonly HeightFile[],
  cache: Cache<Grid>,
  onRead?: (path: string) => void,
): Heights {
  const byCorner = new Map<number, Known>(files.map((file) => [keyOf(file.south, file.west), { ...file }]))
  return {
    mayKnow({ south, west, north, east }) {
      for (let row = Math.floor(south); row <= north; row++)
        for (let column = Math.floor(west); column <= east; column++)
          if (byCorner.has(keyOf(row, wrap(column)))) return true
      return false
    },
    async heightsAt(latitude, longitude, spacing = 0) {
      const heights = new Float32Array(latitude.length).fill(Number.NaN)
      // File by file, since not all of them may be in memory at once.
      for (const [key, places] of groupByFile(latitude, longitude)) {
        const file = byCorner.get(key)
        const grid = file && findGrid(file, spacing, cache, onRead)
        if (!file || !grid) continue
        for (const place of places) {
          const row = (file.south + 1 - latitude[place]!) * (grid.rows - 1)
          const column = (wrap(longitude[place]!) - file.west) * (grid.columns - 1)
          heights[place] = interpolate(grid, row, column)
        }
      }
      return heights
    },
  }
}

const keyOf = (south: number, west: number) => (south + 90) * 360 + west + 180
const wrap = (longitude: number) => (longitude >= 180 ? longitude - 360 : longitude)

function groupByFile(latitude: ArrayLike<number>, longitude: ArrayLike<number>): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  let [key, group]: [number | undefined, number[]] = [undefined, []]
  for (let place = 0; place < latitude.length; place++) {
    const here = keyOf(Math.floor(latitude[place]!), Math.floor(wrap(longitude[place]!)))
    // The next place is mostly in the same file.
    if (here !== key) {
      key = here
      group = groups.get(key) ?? []
      groups.set(key, group)
    }
    group.push(place)
  }
  return groups
}

/** As fine as the spacing needs. */
function findGrid(
  file: Known,
  spacing: number,
  cache: Cache<Grid>,
  onRead?: (path: string) => void,
): Grid | undefined {
  if (file.shape === null) return undefined
  const kept = file.shape && cache.find(nameOf(file, levelFor(file.shape, spacing)))
  if (kept) return kept
  const all = cache.find(nameOf(file, 0))
  const full = all ?? load(file, cache)
  if (!full) return undefined
  if (!all) onRead?.(file.path)
  const found = keepFrom(levelFor(full, spacing), file, full, cache)
  if (full !== found && full !== all) release(full.heights)
  return found
}

const nameOf = (file: HeightFile, level: number) => `${file.path}@${level}`

function load(file: Known, cache: Cache<Grid>): Grid | undefined {
  cache.makeRoom(file.shape ? sizeOf(file.shape) : MAX_FILE_BYTES)
  let grid: Grid | undefined
  try {
    grid = readGrid(readFileSync(file.path))
  } catch {
    // Gone or unreadable: as if it had never been there.
  }
  file.shape = grid ? { rows: grid.rows, columns: grid.columns } : null
  return grid
}

/** The level that was asked for, and all that are coarser: they are small, and so are kept for long. */
function keepFrom(wanted: number, file: HeightFile, full: Grid, cache: Cache<Grid>): Grid {
  let found = full
  let grid: Grid | undefined = full
  for (let level = 0; level <= MAX_LEVEL && grid; level++) {
    if (level >= wanted) cache.keep(nameOf(file, level), grid, grid.heights.byteLength)
    if (level === wanted) found = grid
    // A caller that asks for all the samples, such as for the ground below a flight, asks for no picture yet.
    if (wanted === 0) return full
    const finer: Grid = grid
    grid = reduce(finer)
    if (level > 0 && level < wanted) release(finer.heights)
  }
  return found
}

/** How much farther apart than the places that are asked for its samples may be. */
const COARSER = 1.25

function levelFor({ rows, columns }: Shape, spacing: number): number {
  let level = 0
  let [height, width] = [rows - 1, columns - 1]
  while (level < MAX_LEVEL && height % 2 === 0 && width % 2 === 0 && 2 / height <= spacing * COARSER) {
    level++
    height /= 2
    width /= 2
  }
  return level
}
