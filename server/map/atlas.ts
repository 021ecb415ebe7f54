// The offline base map: land, water, rivers, borders and towns of the world, clipped to a view. Runs in its own thread,
// started by the first request. The files are made once, by cut.ts, when the service is installed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseMap, MapTown } from '#dashboard/map.ts'
import { type Bounds, clipLine, clipRing, thin } from './clip.ts'
import { openShapes, type Shapes } from './shapes.ts'
import { type NamedTown, openTowns } from './towns.ts'

const WORLD = join(import.meta.dirname, 'dist')

export interface View extends Bounds {
  zoom: number
}

/** From this zoom on, lakes are drawn on land; below it, land is drawn on water. */
const MIN_LAKE_ZOOM = 7
const MIN_TOWN_ZOOM = 4
const MAX_TOWNS = 160
/** Pixels of the map: about one name with its mark. */
const TOWN_CELL = { width: 96, height: 44 }
/** The zoom from which the rivers of each class are drawn, the largest first. */
const MIN_RIVER_ZOOMS = [5, 7, 9]

export default function clipView(view: View): BaseMap {
  // Half a pixel of a 256-pixel tile, in degrees.
  const tolerance = 180 / 256 / 2 ** view.zoom
  const showsLakes = view.zoom >= MIN_LAKE_ZOOM
  const detail = view.zoom < 3 ? '110m' : view.zoom < 6 ? '50m' : '10m'
  const areas = open(showsLakes ? 'waters' : `land-${detail}`, openShapes)
  return {
    background: showsLakes ? 'land' : 'water',
    areas: clipAreas(areas, view, tolerance),
    rivers: MIN_RIVER_ZOOMS.filter((min) => view.zoom >= min).map((_, index) =>
      clipLines(open(`rivers-${index}`, openShapes), view, tolerance),
    ),
    borders: clipLines(open(`borders-${detail}`, openShapes), view, tolerance),
    towns: chooseTowns(view),
  }
}

function clipAreas(shapes: Shapes, view: View, tolerance: number): number[][][] {
  const areas: number[][][] = []
  for (let area = 0; area < shapes.length; area++) {
    const outline = shapes.firstRing(area)
    if (!shapes.touches(outline, view) || shapes.size(outline) < tolerance * 3) continue
    const rings = []
    for (let ring = outline; ring < shapes.firstRing(area + 1); ring++) {
      if (!shapes.touches(ring, view)) continue
      const clipped = thin(clipRing(shapes.ring(ring), view), tolerance)
      if (clipped.length >= 6) rings.push(clipped)
    }
    if (rings.length > 0) areas.push(rings)
  }
  return areas
}

function clipLines(lines: Shapes, view: View, tolerance: number): number[][] {
  const clipped: number[][] = []
  for (let line = 0; line < lines.length; line++) {
    if (!lines.touches(line, view)) continue
    for (const run of clipLine(lines.ring(line), view)) clipped.push(thin(run, tolerance))
  }
  return clipped
}

/** The largest town in each cell of a grid over the view: names are spread over the map. */
function chooseTowns(view: View): MapTown[] {
  if (view.zoom < MIN_TOWN_ZOOM) return []
  const cells = new Map<number, MapTown>()
  const degreesPerPixel = 360 / 256 / 2 ** view.zoom
  const width = TOWN_CELL.width * degreesPerPixel
  // A degree of latitude is longer on the map than one of longitude.
  const middle = ((view.north + view.south) / 2) * (Math.PI / 180)
  const height = TOWN_CELL.height * degreesPerPixel * Math.cos(middle)
  for (const town of open('towns', openTowns).within(view)) {
    const cell =
      Math.floor((town.lng - view.west) / width) * 1000 + Math.floor((town.lat - view.south) / height)
    // Towns are sorted by population: the first in a cell is the largest.
    if (!cells.has(cell)) cells.set(cell, town)
    if (cells.size >= MAX_TOWNS) break
  }
  return [...cells.values()]
}

/** In the same thread. */
export function findTowns({ text, limit }: { text: string; limit: number }): NamedTown[] {
  return open('towns', openTowns).named(text, limit)
}

const opened = new Map<string, unknown>()

/** Once for each file. */
function open<Opened>(name: string, read: (path: string) => Opened): Opened {
  const known = opened.get(name) as Opened | undefined
  if (known) return known
  const path = join(WORLD, name)
  if (!existsSync(path)) throw new Error(`${path} is missing; scripts/setup.mjs makes it.`)
  const found = read(path)
  opened.set(name, found)
  return found
}
