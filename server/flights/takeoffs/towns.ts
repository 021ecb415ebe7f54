// The towns of the world, and the nearest one to a point.

/** Columns: points on the unit sphere, where distances need no trigonometry and hold at poles and date line. */
export interface Towns {
  count: number
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** Start of each name in `names`; one more than there are towns. */
  nameStart: Int32Array
  names: Uint8Array
  /** Two letters per town. */
  countries: Uint8Array
  /** The towns of each row in `byRow` begin there; one more than there are rows. */
  rowStart: Int32Array
  byRow: Int32Array
}

const MAX_TOWN_DISTANCE_KM = 150
const EARTH_RADIUS_KM = 6371
const RADIANS = Math.PI / 180

/** Towns lie in rows of about 9 km at our latitudes, from the south pole (z = -1) to the north pole. */
const ROWS = 2000

const rowOf = (z: number) => Math.min(ROWS - 1, Math.floor(((z + 1) / 2) * ROWS))

export interface Town {
  name: string
  country: string
  latitude: number
  longitude: number
}

export function findNearest(towns: Towns, latitude: number, longitude: number): Town | undefined {
  const nearest = findNearestIndex(towns, toSphere(latitude, longitude))
  if (nearest < 0) return undefined
  const name = towns.names.subarray(towns.nameStart[nearest], towns.nameStart[nearest + 1])
  const country = towns.countries.subarray(2 * nearest, 2 * nearest + 2)
  return {
    name: Buffer.from(name).toString('utf8'),
    country: Buffer.from(country).toString('latin1'),
    latitude: Math.asin(towns.z[nearest]!) / RADIANS,
    longitude: Math.atan2(towns.y[nearest]!, towns.x[nearest]!) / RADIANS,
  }
}

/** From the point's own row outwards, until the next row is farther away than the nearest town so far. */
function findNearestIndex(towns: Towns, [px, py, pz]: [number, number, number]): number {
  const { x, y, z, rowStart, byRow } = towns
  const own = rowOf(pz)
  let nearest = -1
  let least = (MAX_TOWN_DISTANCE_KM / EARTH_RADIUS_KM) ** 2
  for (let away = 0; ((2 * Math.max(0, away - 1)) / ROWS) ** 2 <= least; away++) {
    for (const row of away === 0 ? [own] : [own - away, own + away]) {
      if (row < 0 || row >= ROWS) continue
      for (let at = rowStart[row]!; at < rowStart[row + 1]!; at++) {
        const town = byRow[at]!
        const dx = x[town]! - px
        const dy = y[town]! - py
        const dz = z[town]! - pz
        const squared = dx * dx + dy * dy + dz * dz
        // Of two at the same distance the first in the file.
        if (squared > least || (squared === least && town >= nearest)) continue
        least = squared
        nearest = town
      }
    }
  }
  return nearest
}

function toSphere(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const radius = Math.cos(latitude * RADIANS)
  return [
    radius * Math.cos(longitude * RADIANS),
    radius * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ]
}

const MAX_TOWNS = 150_000

/**
 * The package offers 138,000 objects, more than 60 MB; its file holds the same as protocol buffer messages. They are
 * read without an object or a string per town: hardly any garbage is left.
 */
export function readTowns(file: Uint8Array): Towns {
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
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    z: z.subarray(0, count),
    nameStart: nameStart.subarray(0, count + 1),
    names: Uint8Array.prototype.slice.call(names, 0, namesEnd),
    countries: countries.subarray(0, 2 * count),
    ...sortIntoRows(z.subarray(0, count)),
  }
}

function sortIntoRows(z: Float32Array): Pick<Towns, 'rowStart' | 'byRow'> {
  const rowStart = new Int32Array(ROWS + 1)
  for (const height of z) rowStart[rowOf(height) + 1]! += 1
  for (let row = 0; row < ROWS; row++) rowStart[row + 1]! += rowStart[row]!
  const next = rowStart.slice()
  const byRow = new Int32Array(z.length)
  for (let town = 0; town < z.length; town++) byRow[next[rowOf(z[town]!)]!++] = town
  return { rowStart, byRow }
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
const NO_TOWN_ENDINGS = new Set(['H', 'Q', 'W', 'X'].map((character) => character.charCodeAt(0)))

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
