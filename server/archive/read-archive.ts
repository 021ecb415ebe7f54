// Reads an archive, and lets nothing pass that is not as it was written.
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import {
  ARCHIVE_NAME,
  ARCHIVE_VERSION,
  type ArchiveEnd,
  CHECKSUM_FRAME_BYTES,
  type Header,
  readChecksumFrame,
  type TableEnd,
  type TableStart,
  toTable,
} from './format.ts'
import { splitLines } from './split-lines.ts'
import { readRow, startSum, type Sum } from './tables/rows.ts'
import type { Table } from './tables/schema.ts'
import type { Value } from './tables/session.ts'

/** Asked in the order of the archive. */
export interface ArchiveVisitor {
  header?(header: Header): Promise<void> | void
  table?(table: Table): Promise<void> | void
  row?(table: Table, values: Value[]): Promise<void> | void
  /** All rows of the table were there, and were right. */
  tableEnd?(table: Table, sum: Sum): Promise<void> | void
}

export interface ArchiveReport {
  createdAt: string
  tables: number
  rows: number
}

export class DamagedArchiveError extends Error {
  constructor(path: string, why: string) {
    super(`${path} is damaged: ${why}.`)
  }
}

/** Throws before the visitor sees anything when a single byte of the file is not as it was written. */
export async function readArchive(path: string, visitor: ArchiveVisitor = {}): Promise<ArchiveReport> {
  await requireChecksum(path)
  const content = createReadStream(path, { end: statSync(path).size - CHECKSUM_FRAME_BYTES - 1 })
  const decompress = createZstdDecompress()
  // Errors on the way are thrown where the lines are read.
  const ended = pipeline(content, decompress).catch(() => undefined)
  try {
    return await readLines(path, splitLines(decompress), visitor)
  } finally {
    // Both: what is left in the second would wait for a reader for ever.
    content.destroy()
    decompress.destroy()
    await ended
  }
}

async function requireChecksum(path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const length = statSync(path).size - CHECKSUM_FRAME_BYTES
  const expected = length > 0 ? readChecksumFrame(readEnd(path, length)) : undefined
  if (!expected) throw new Error(`${path} is not an archive of Cloudstreet, or its end is missing.`)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk as Buffer)
  if (!hash.digest().equals(expected)) throw new DamagedArchiveError(path, 'its checksum differs')
}

function readEnd(path: string, position: number): Buffer {
  const end = Buffer.alloc(CHECKSUM_FRAME_BYTES)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, end, 0, end.length, position)
  } finally {
    closeSync(handle)
  }
  return end
}

async function readLines(
  path: string,
  lines: AsyncGenerator<string>,
  visitor: ArchiveVisitor,
): Promise<ArchiveReport> {
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new DamagedArchiveError(path, 'it ends too early')
    return value
  }
  const header = readHeader(path, await next())
  await visitor.header?.(header)
  let [tables, rows] = [0, 0]
  for (;;) {
    const line = JSON.parse(await next()) as TableStart | ArchiveEnd
    if ('end' in line) {
      if (line.tables !== tables || line.rows !== rows)
        throw new DamagedArchiveError(path, 'tables or rows are missing')
      return { createdAt: header.createdAt, tables, rows }
    }
    rows += await readTable(path, toTable(line), next, visitor)
    tables++
  }
}

function readHeader(path: string, line: string): Header {
  const header = JSON.parse(line) as Partial<Header>
  if (header.archive !== ARCHIVE_NAME) throw new Error(`${path} is not an archive of Cloudstreet.`)
  if (header.version !== ARCHIVE_VERSION)
    throw new Error(
      `${path} has the format ${header.version}, which this version of Cloudstreet cannot read.`,
    )
  return header as Header
}

async function readTable(
  path: string,
  table: Table,
  next: () => Promise<string>,
  visitor: ArchiveVisitor,
): Promise<number> {
  await visitor.table?.(table)
  const sum = startSum()
  for (;;) {
    const line = await next()
    if (line.startsWith('{')) {
      const end = JSON.parse(line) as TableEnd
      const total = sum.finish()
      if (end.end !== table.name || end.rows !== total.rows || end.sha256 !== total.sha256)
        throw new DamagedArchiveError(path, `the rows of ${table.name} are not those that were written`)
      await visitor.tableEnd?.(table, total)
      return total.rows
    }
    sum.add(line)
    if (visitor.row) await visitor.row(table, readRow(table.columns, line))
  }
}
