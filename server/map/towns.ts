// The towns of the world in a file, the largest first.
import { readFileSync, writeFileSync } from 'node:fs'
import type { MapTown } from '#dashboard/map.ts'
import type { Bounds } from './clip.ts'

/** Latitude, longitude, population, end of the name. */
const WORDS = 4

/** How many there are, four words for each, and their names in UTF-8. */
export function writeTowns(path: string, towns: readonly MapTown[]): void {
  const sorted = towns.toSorted((one, other) => other.population - one.population)
  const names = sorted.map(({ name }) => Buffer.from(name))
  const table = Buffer.alloc(4 + sorted.length * WORDS * 4)
  table.writeUInt32LE(sorted.length)
  let end = 0
  sorted.forEach(({ lat, lng, population }, index) => {
    const at = 4 + index * WORDS * 4
    end += names[index]!.length
    table.writeFloatLE(lat, at)
    table.writeFloatLE(lng, at + 4)
    table.writeUInt32LE(population, at + 8)
    table.writeUInt32LE(end, at + 12)
  })
  writeFileSync(path, Buffer.concat([table, ...names]))
}

/** Towns in a view, the largest first. */
export type FindTowns = (bounds: Bounds) => Iterable<MapTown>

export function openTowns(path: string): FindTowns {
  const bytes = readFileSync(path)
  const count = bytes.readUInt32LE(0)
  const names = 4 + count * WORDS * 4
  return function* find({ west, south, east, north }) {
    for (let index = 0; index < count; index++) {
      const at = 4 + index * WORDS * 4
      const lat = bytes.readFloatLE(at)
      const lng = bytes.readFloatLE(at + 4)
      if (lng < west || lng > east || lat < south || lat > north) continue
      const start = index === 0 ? 0 : bytes.readUInt32LE(at - 4)
      const name = bytes.toString('utf8', names + start, names + bytes.readUInt32LE(at + 12))
      yield { name, population: bytes.readUInt32LE(at + 8), lat: round(lat), lng: round(lng) }
    }
  }
}

/** To a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
