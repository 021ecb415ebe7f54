// The ground around a flight, or several: one grid of heights, put together from tiles, in kilometres around the middle of the flight.
import type { FlightColumns } from '../map/flight-columns.ts'
import { findRange } from '../map/colours.ts'
import { loadHeights, MAX_HEIGHT_ZOOM, MIN_HEIGHT_ZOOM, SAMPLES } from './heights.ts'

const EQUATOR_KM = 40_075.017
const CELLS = SAMPLES - 1
/** More would be slow to load on a phone: some 20 kB each. At the lowest zoom, 600 km or more. */
const MAX_TILES = 12
/** Around the flight: a share of its longer side, and kilometres. */
const MARGIN = 0.3
const MIN_MARGIN_KM = 4

/** Heights are drawn so many times as high as they are: a flight is much wider than high. */
export const HEIGHT_FACTORS = [1, 1.5, 2, 2.5, 3]

/** On the unit square of Web Mercator. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Ground extends Box {
  columns: number
  rows: number
  /** Metres, row by row from north to south; NaN where they are not known. */
  heights: Float32Array
  lowest: number
  highest: number
  /** Kilometres from side to side. */
  widthKm: number
  depthKm: number
  /** One of `HEIGHT_FACTORS`: whoever changes it draws again. */
  factor: number
  /** From the unit square to kilometres east and north of the middle, and to heights as drawn. */
  toWorld(x: number, y: number, metres: number): [number, number, number]
  heightAt(x: number, y: number): number
  /** How high the ground is drawn at a place in kilometres. */
  surfaceAt(eastKm: number, northKm: number): number
}

function frame(flights: readonly FlightColumns[]): Box & { kmPerUnit: number } {
  const rangeOf = (name: 'x' | 'y' | 'latitude') =>
    findRange(flights.flatMap((columns) => findRange(columns[name])))
  const [left, right] = rangeOf('x')
  const [top, bottom] = rangeOf('y')
  const [south, north] = rangeOf('latitude')
  const kmPerUnit = EQUATOR_KM * Math.cos((((south + north) / 2) * Math.PI) / 180)
  const margin = Math.max(MIN_MARGIN_KM / kmPerUnit, Math.max(right - left, bottom - top) * MARGIN)
  return {
    left: left - margin,
    right: right + margin,
    top: top - margin,
    bottom: bottom + margin,
    kmPerUnit,
  }
}

function listTiles(box: Box, z: number) {
  const count = 2 ** z
  const [west, east] = [Math.floor(box.left * count), Math.floor(box.right * count)]
  const [north, south] = [Math.floor(box.top * count), Math.floor(box.bottom * count)]
  return { west, north, across: east - west + 1, down: south - north + 1 }
}

/** The finest that few tiles cover; undefined for a track around half the world. */
export function chooseTiles(box: Box) {
  for (let z = MAX_HEIGHT_ZOOM; z >= MIN_HEIGHT_ZOOM; z--) {
    const tiles = listTiles(box, z)
    if (tiles.across * tiles.down <= MAX_TILES) return { z, ...tiles }
  }
  return undefined
}

/** Undefined when no height is known there. */
export async function loadGround(flights: readonly FlightColumns[]): Promise<Ground | undefined> {
  const box = frame(flights)
  const tiles = chooseTiles(box)
  if (!tiles) return undefined
  const { z, west, north, across, down } = tiles
  const samples = 2 ** z * CELLS
  const [left, top] = [Math.floor(box.left * samples), Math.floor(box.top * samples)]
  const [right, bottom] = [Math.ceil(box.right * samples), Math.ceil(box.bottom * samples)]
  const size = { columns: right - left + 1, rows: bottom - top + 1 }
  const heights = new Float32Array(size.columns * size.rows).fill(Number.NaN)
  const load = async (tile: number) => {
    const [x, y] = [west + (tile % across), north + Math.floor(tile / across)]
    const known = await loadHeights(z, x, y)
    for (let row = 0; known && row < SAMPLES; row++) {
      const to = y * CELLS + row - top
      if (to < 0 || to >= size.rows) continue
      for (let column = 0; column < SAMPLES; column++) {
        const at = x * CELLS + column - left
        if (at >= 0 && at < size.columns) heights[to * size.columns + at] = known[row * SAMPLES + column]!
      }
    }
  }
  await Promise.all(Array.from({ length: across * down }, (_, tile) => load(tile)))
  const [lowest, highest] = findRange(heights)
  if (lowest > highest) return undefined
  const edges = { left: left / samples, right: right / samples, top: top / samples, bottom: bottom / samples }
  return describe({ ...edges, ...size, heights, lowest, highest }, box.kmPerUnit)
}

function describe(
  grid: Omit<Ground, 'toWorld' | 'heightAt' | 'surfaceAt' | 'widthKm' | 'depthKm' | 'factor'>,
  kmPerUnit: number,
): Ground {
  const { left, right, top, bottom, columns, rows, heights, lowest } = grid
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const [widthKm, depthKm] = [(right - left) * kmPerUnit, (bottom - top) * kmPerUnit]
  const draw = (metres: number) => ((metres - lowest) / 1000) * ground.factor
  const ground: Ground = {
    ...grid,
    widthKm,
    depthKm,
    // The wider, the higher.
    factor:
      HEIGHT_FACTORS.findLast((factor) => factor <= Math.max(1.5, Math.max(widthKm, depthKm) / 40)) ?? 1,
    toWorld: (x, y, metres) => [(x - middleX) * kmPerUnit, (middleY - y) * kmPerUnit, draw(metres)],
    surfaceAt: (eastKm, northKm) =>
      draw(ground.heightAt(middleX + eastKm / kmPerUnit, middleY - northKm / kmPerUnit)),
    heightAt(x, y) {
      const column = Math.max(0, Math.min(columns - 1.001, ((x - left) / (right - left)) * (columns - 1)))
      const row = Math.max(0, Math.min(rows - 1.001, ((y - top) / (bottom - top)) * (rows - 1)))
      const at = Math.floor(row) * columns + Math.floor(column)
      const [byX, byY] = [column % 1, row % 1]
      const upper = heights[at]! * (1 - byX) + heights[at + 1]! * byX
      const lower = heights[at + columns]! * (1 - byX) + heights[at + columns + 1]! * byX
      const height = upper * (1 - byY) + lower * byY
      return Number.isNaN(height) ? lowest : height
    },
  }
  return ground
}

export interface Mesh {
  /** Position and normal of each point. */
  vertices: Float32Array
  triangles: Uint32Array
}

/** The surface, without the cells of which a corner is not known. */
export function makeMesh(ground: Ground): Mesh {
  const { columns, rows, heights, left, right, top, bottom } = ground
  const vertices = new Float32Array(columns * rows * 6)
  const [stepX, stepY] = [ground.widthKm / (columns - 1), ground.depthKm / (rows - 1)]
  const height = (row: number, column: number, otherwise: number) => {
    const inside =
      heights[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))]!
    return Number.isNaN(inside) ? otherwise : inside
  }
  const steep = ground.factor / 2000
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = height(row, column, ground.lowest)
      const x = left + ((right - left) * column) / (columns - 1)
      const y = top + ((bottom - top) * row) / (rows - 1)
      const east = ((height(row, column - 1, here) - height(row, column + 1, here)) * steep) / stepX
      const north = ((height(row + 1, column, here) - height(row - 1, column, here)) * steep) / stepY
      const length = Math.hypot(east, north, 1)
      const place = ground.toWorld(x, y, here)
      vertices.set([...place, east / length, north / length, 1 / length], (row * columns + column) * 6)
    }
  }
  const triangles: number[] = []
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      const corners = [at, at + 1, at + columns, at + columns + 1]
      if (corners.some((corner) => Number.isNaN(heights[corner]!))) continue
      triangles.push(at, at + columns, at + 1, at + 1, at + columns, at + columns + 1)
    }
  }
  return { vertices, triangles: Uint32Array.from(triangles) }
}
