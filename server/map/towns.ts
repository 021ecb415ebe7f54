// The towns of the world in a file, the largest first.
import { readFileSync, writeFileSync } from 'node:fs'
import type { MapTown } from '#dashboard/map.ts'
import { fold } from '#language/fold.ts'
import type { Bounds } from './clip.ts'

/** Latitude, longitude, population, end of the name, both letters of the country. */
const WORDS = 5

export interface NamedTown extends MapTown {
  country: string
}

/** How many there are, five words for each, and their names in UTF-8. */
export function writeTowns(path: string, towns: readonly NamedTown[]): void {
  const sorted = towns.toSorted((one, other) => other.population - one.population)
  const names = sorted.map(({ name }) => Buffer.from(name))
  const table = Buffer.alloc(4 + sorted.length * WORDS * 4)
  table.writeUInt32LE(sorted.length)
  let end = 0
  sorted.forEach(({ lat, lng, population, country }, index) => {
    const at = 4 + index * WORDS * 4
    end += names[index]!.length
    table.writeFloatLE(lat, at)
    table.writeFloatLE(lng, at + 4)
    table.writeUInt32LE(population, at + 8)
    table.writeUInt32LE(end, at + 12)
    table.write(country, at + 16, 2, 'latin1')
  })
  writeFileSync(path, Buffer.concat([table, ...names]))
}

/** The largest first. */
export interface Towns {
  within(bounds: Bounds): Iterable<MapTown>
  /** Those with a word that begins so, without case and accents: of this very name, then those whose name begins so. */
  named(text: string, limit: number): NamedTown[]
}

export function openTowns(path: string): Towns {
  const bytes = readFileSync(path)
  const count = bytes.readUInt32LE(0)
  const names = 4 + count * WORDS * 4
  const placeOf = (index: number) => {
    const at = 4 + index * WORDS * 4
    return { lat: bytes.readFloatLE(at), lng: bytes.readFloatLE(at + 4) }
  }
  const nameOf = (index: number) => {
    const at = 4 + index * WORDS * 4
    const start = index === 0 ? 0 : bytes.readUInt32LE(at - WORDS * 4 + 12)
    return bytes.toString('utf8', names + start, names + bytes.readUInt32LE(at + 12))
  }
  const townOf = (index: number): MapTown => {
    const { lat, lng } = placeOf(index)
    const population = bytes.readUInt32LE(4 + index * WORDS * 4 + 8)
    return { name: nameOf(index), population, lat: round(lat), lng: round(lng) }
  }
  const countryOf = (index: number) => {
    const at = 4 + index * WORDS * 4 + 16
    return bytes.toString('latin1', at, at + 2)
  }
  let folded: string[] | undefined
  return {
    *within({ west, south, east, north }) {
      for (let index = 0; index < count; index++) {
        const { lat, lng } = placeOf(index)
        if (lng >= west && lng <= east && lat >= south && lat <= north) yield townOf(index)
      }
    },
    named(text, limit) {
      // Made by the first search: folding them takes longer than looking through them.
      folded ??= Array.from({ length: count }, (_, index) => fold(nameOf(index)))
      const wanted = fold(text)
      const ranks: number[][] = [[], [], []]
      for (const [index, name] of folded.entries())
        if (hasWord(name, wanted)) ranks[name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2]!.push(index)
      return ranks
        .flat()
        .slice(0, limit)
        .map((index) => ({ ...townOf(index), country: countryOf(index) }))
    },
  }
}

/** Whether a word of the name, or the name from there on, begins so. Both are folded. */
export function hasWord(name: string, wanted: string): boolean {
  for (let at = name.indexOf(wanted); at !== -1; at = name.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1]!)) return true
  return false
}

/** To a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
