// An archive is one file: lines of JSON, compressed with zstd, and behind them the SHA-256 of all that comes before.
//
//   {"archive":"cloudstreet","version":1,"createdAt":…,"migrations":[…]}
//   {"table":"users","columns":[["club","text"],…],"key":["id"]}
//   [null,…]                                        one row on each line, by primary key; bytes in base64
//   {"end":"users","rows":1,"sha256":"…"}           of the lines of the rows
//   …                                               every table, each after those that it refers to
//   {"end":"cloudstreet","tables":31,"rows":4711}
//
// The checksum is in a frame that zstd skips (RFC 8878 3.1.2): `zstdcat` shows an archive as it is.
import type { Column, Table } from './tables/schema.ts'
import type { Sum } from './tables/rows.ts'

export const ARCHIVE_NAME = 'cloudstreet'
export const ARCHIVE_VERSION = 1

export interface Header {
  archive: typeof ARCHIVE_NAME
  version: number
  createdAt: string
  /** The names of all migrations that made the tables. */
  migrations: string[]
}

export interface TableStart {
  table: string
  columns: [name: string, type: Column['type']][]
  key: string[]
}

export interface TableEnd extends Sum {
  end: string
}

export interface ArchiveEnd {
  end: typeof ARCHIVE_NAME
  tables: number
  rows: number
}

export function describeTable({ name, columns, key }: Table): TableStart {
  return { table: name, columns: columns.map(({ name, type }) => [name, type]), key: [...key] }
}

export function toTable({ table, columns, key }: TableStart): Table {
  // An archive has its tables in an order in which none refers to one after it, and does not say more.
  return { name: table, columns: columns.map(([name, type]) => ({ name, type })), key, references: [] }
}

const SKIPPABLE_FRAME = 0x184d2a50
const CHECKSUM_BYTES = 32
export const CHECKSUM_FRAME_BYTES = 8 + CHECKSUM_BYTES

export function writeChecksumFrame(sha256: Uint8Array): Buffer {
  const frame = Buffer.alloc(CHECKSUM_FRAME_BYTES)
  frame.writeUInt32LE(SKIPPABLE_FRAME, 0)
  frame.writeUInt32LE(CHECKSUM_BYTES, 4)
  frame.set(sha256, 8)
  return frame
}

/** Undefined when these bytes are no such frame. */
export function readChecksumFrame(frame: Buffer): Buffer | undefined {
  const isFrame =
    frame.length === CHECKSUM_FRAME_BYTES &&
    frame.readUInt32LE(0) === SKIPPABLE_FRAME &&
    frame.readUInt32LE(4) === CHECKSUM_BYTES
  return isFrame ? frame.subarray(8) : undefined
}
