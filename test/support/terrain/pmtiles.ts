// Writes PMTiles files of vector tiles, as the specification of version 3 says.
import { gzipSync } from 'node:zlib'
import { toLongitude, toLatitude } from '#terrain/mercator.ts'

export interface ArchiveTile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
}

/** By its definition, one step of the curve after the other; the reader computes it otherwise. */
function curvePlace(z: number, x: number, y: number): number {
  let place = 0
  for (let level = 0; level < z; level++) place += 4 ** level
  let [column, row] = [x, y]
  for (let side = 2 ** z / 2; side > 0; side = Math.floor(side / 2)) {
    const [right, below] = [(column & side) > 0 ? 1 : 0, (row & side) > 0 ? 1 : 0]
    place += side * side * ((3 * right) ^ below)
    if (below === 0) {
      if (right === 1) {
        column = side - 1 - (column & (side - 1))
        row = side - 1 - (row & (side - 1))
      }
      ;[column, row] = [row, column]
    }
  }
  return place
}

function varint(value: number): number[] {
  const bytes = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

/** A message of Protocol Buffers: fields of bytes or of whole numbers. */
function message(...fields: [field: number, value: number | readonly number[]][]): number[] {
  return fields.flatMap(([field, value]) =>
    typeof value === 'number'
      ? [...varint(field * 8), ...varint(value)]
      : [...varint(field * 8 + 2), ...varint(value.length), ...value],
  )
}

const toBytes = (text: string) => [...Buffer.from(text)]
const EXTENT = 4096

/** One layer with one feature, which fills the tile. */
export function drawVectorTile(layer: string, kind: string): Uint8Array {
  const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value)
  // Move to the corner, three lines, close.
  const along = [EXTENT, 0, 0, EXTENT, -EXTENT, 0].flatMap(zigzag)
  const square = [9, ...zigzag(0), ...zigzag(0), 26, ...along, 15]
  const feature = message([2, [0, 0]], [3, 3], [4, square])
  const content = message(
    [15, 2],
    [1, toBytes(layer)],
    [2, feature],
    [3, toBytes('kind')],
    [4, message([1, toBytes(kind)])],
    [5, EXTENT],
  )
  return Uint8Array.from(message([3, content]))
}

interface Row {
  id: number
  run: number
  length: number
  offset: number
}

function writeDirectory(rows: readonly Row[]): Buffer {
  const columns = [
    rows.map(({ id }, index) => id - (rows[index - 1]?.id ?? 0)),
    rows.map(({ run }) => run),
    rows.map(({ length }) => length),
    rows.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Buffer.from([rows.length, ...columns.flat()].flatMap(varint)))
}

const tileTypes = { mvt: 1, png: 2, webp: 4 } as const

/** With a directory below the root when `leaves` is set. */
export function writePmtiles(
  tiles: readonly ArchiveTile[],
  { format = 'png' as keyof typeof tileTypes, leaves = false } = {},
): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: curvePlace(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.id - b.id)
  let offset = 0
  const rows = sorted.map(({ id, bytes }) => {
    const row = { id, run: 1, length: bytes.length, offset }
    offset += bytes.length
    return row
  })
  const leaf = leaves ? writeDirectory(rows) : Buffer.alloc(0)
  const root = leaves
    ? writeDirectory([{ id: rows[0]?.id ?? 0, run: 0, length: leaf.length, offset: 0 }])
    : writeDirectory(rows)
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const long = (at: number, value: number) => header.writeBigUInt64LE(BigInt(value), at)
  long(8, 127)
  long(16, root.length)
  long(24, 127 + root.length)
  long(40, 127 + root.length)
  long(48, leaf.length)
  long(56, 127 + root.length + leaf.length)
  long(64, offset)
  header[97] = 2
  header[98] = 1
  header[99] = tileTypes[format]
  header[100] = Math.min(...sorted.map(({ z }) => z))
  header[101] = Math.max(...sorted.map(({ z }) => z))
  const corners = sorted.flatMap(({ z, x, y }) =>
    [0, 1].map((far) => [toLongitude((x + far) / 2 ** z), toLatitude((y + far) / 2 ** z)] as const),
  )
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
  const edges = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
  edges.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4))
  return Buffer.concat([header, root, leaf, ...sorted.map(({ bytes }) => bytes)])
}
