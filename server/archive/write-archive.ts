// `backup`: everything in the database at one moment, as one file, while the service goes on.
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { flushToDisk, PRIVATE_FILE } from '#server/platform/files/private-files.ts'
import type { Files } from '#server/platform/files/file-store.ts'
import { ARCHIVE_NAME, ARCHIVE_VERSION, describeTable, type Header, writeChecksumFrame } from './format.ts'
import { bringFilesIn, type ChangeRow } from './outside-files.ts'
import { startSum, streamRows, writeRow } from './tables/rows.ts'
import { readTables, type Table } from './tables/schema.ts'
import { openSession } from './tables/open-session.ts'
import { type Place, readMoment, type Session } from './tables/session.ts'

export const PARTIAL_SUFFIX = '.partial'
const CHUNK_LENGTH = 65_536
const COMPRESSION_LEVEL = 3

export interface Written extends Count {
  file: string
  bytes: number
}

interface Count {
  tables: number
  rows: number
  /** Hashes of files that FILES_URL does not lead to: the archive lacks them, too. */
  missingFiles: string[]
}

/** A file of this name must not exist. Whatever goes wrong, nothing but a whole archive is left behind. */
export async function writeArchive(
  place: Place,
  path: string,
  { nowMs, files }: { nowMs: number; files: Files },
): Promise<Written> {
  const file = resolve(path)
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`)
  if ('file' in place && !existsSync(place.file)) throw new Error(`There is no database ${place.file}.`)
  mkdirSync(dirname(file), { recursive: true })
  const partial = file + PARTIAL_SUFFIX
  const count: Count = { tables: 0, rows: 0, missingFiles: [] }
  const session = await openSession(place)
  try {
    await readMoment(session, () => writeFile(partial, writeLines(session, nowMs, files, count)))
    flushToDisk(partial)
    renameSync(partial, file)
    flushToDisk(dirname(file))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  } finally {
    await session.close()
  }
  return { file, bytes: statSync(file).size, ...count }
}

async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const hash = createHash('sha256')
  const compress = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  await pipeline(
    Readable.from(joinLines(lines)),
    compress,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
      yield writeChecksumFrame(hash.digest())
    },
    createWriteStream(path, { mode: PRIVATE_FILE }),
  )
}

async function* writeLines(
  session: Session,
  nowMs: number,
  files: Files,
  count: Count,
): AsyncGenerator<string> {
  const tables = await readTables(session)
  const header: Header = {
    archive: ARCHIVE_NAME,
    version: ARCHIVE_VERSION,
    createdAt: new Date(nowMs).toISOString(),
    migrations: await listApplied(session),
  }
  yield JSON.stringify(header)
  for (const table of tables) {
    const change = bringFilesIn(session, table, files, count.missingFiles)
    count.rows += yield* writeTable(session, table, change)
    count.tables++
  }
  yield JSON.stringify({ end: ARCHIVE_NAME, tables: count.tables, rows: count.rows })
}

async function* writeTable(
  session: Session,
  table: Table,
  change: ChangeRow,
): AsyncGenerator<string, number> {
  yield JSON.stringify(describeTable(table))
  const sum = startSum()
  for await (const stored of streamRows(session, table)) {
    const values = await change(stored)
    if (!values) continue
    const line = writeRow(table.columns, values)
    sum.add(line)
    yield line
  }
  const total = sum.finish()
  yield JSON.stringify({ end: table.name, ...total })
  return total.rows
}

export async function listApplied(session: Session): Promise<string[]> {
  const names = await session.run('select name from migrations')
  return names.map(([name]) => String(name)).sort()
}

/** Longer pieces: each costs a turn of the event loop. */
async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
  }
  yield text
}
