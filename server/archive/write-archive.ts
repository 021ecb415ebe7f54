// `backup`: everything in the database at one moment, as one file, while the service goes on.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { flushToDisk, makeFolders, PRIVATE_FILE } from '#server/platform/files/private-files.ts'
import type { Files } from '#server/platform/files/file-store.ts'
import { PARTIAL_SUFFIX } from './folder.ts'
import { ARCHIVE_NAME, ARCHIVE_VERSION, describeTable, type Header, writeChecksumFrame } from './format.ts'
import { bringFilesIn, isApart, putFilesAside } from './outside-files.ts'
import { openSpool, type Spool } from './spool.ts'
import { startSum, streamRows, type Sum, writeRow } from './tables/rows.ts'
import { readTables, type Table } from './tables/schema.ts'
import { openSession, requireDatabase } from './tables/open-session.ts'
import { type Place, readMoment, type Session, type Value } from './tables/session.ts'
import { hasRows } from './tables/without-rows.ts'

const CHUNK_LENGTH = 65_536
const COMPRESSION_LEVEL = 3

export interface Written extends Count {
  file: string
  bytes: number
}

interface Count {
  tables: number
  rows: number
  /** Hashes of files that no place of FILES_URL has whole: the archive lacks them, too. */
  missingFiles: string[]
}

export interface WriteOptions {
  nowMs: number
  files: Files
}

/** One archive that is being written. */
interface Task extends WriteOptions {
  place: Place
  partial: string
  count: Count
}

/** A file of this name must not exist. Whatever goes wrong, nothing but a whole archive is left behind. */
export async function writeArchive(place: Place, path: string, options: WriteOptions): Promise<Written> {
  const file = resolve(path)
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`)
  requireDatabase(place)
  await makeFolders(dirname(file))
  const partial = file + PARTIAL_SUFFIX
  const count: Count = { tables: 0, rows: 0, missingFiles: [] }
  try {
    await writeAll({ ...options, place, partial, count })
    flushToDisk(partial)
    renameSync(partial, file)
    flushToDisk(dirname(file))
    return { file, bytes: statSync(file).size, ...count }
  } catch (error) {
    rmSync(partial, { force: true })
    const { path: failed, message } = error as NodeJS.ErrnoException
    if (!failed?.startsWith(file)) throw error
    throw new Error(`${file} cannot be written: ${message}. Nothing was stored.`, { cause: error })
  }
}

async function writeAll(task: Task): Promise<void> {
  const { partial, files, count } = task
  const apart = new Map<Table, Spool>()
  const setApart =
    files.stores.length > 0
      ? async (table: Table) => {
          const spool = await openSpool(`${partial}.files`)
          apart.set(table, spool)
          return spool
        }
      : undefined
  const output = openOutput(partial)
  try {
    await writeMoment(task, output, setApart)
    for (const [table, spool] of apart) {
      const rows = bringFilesIn(spool, table, files, count.missingFiles)
      await output.write(writeTable(table, rows, count))
    }
    await output.end(JSON.stringify({ end: ARCHIVE_NAME, tables: count.tables, rows: count.rows }))
  } finally {
    output.destroy()
    for (const spool of apart.values()) await spool.close()
  }
}

/** Everything in the database at one moment, but for the tables that are put aside. */
async function writeMoment(
  task: Task,
  output: Output,
  setApart: ((table: Table) => Promise<Spool>) | undefined,
): Promise<void> {
  const session = await openSession(task.place)
  try {
    await readMoment(session, async () => {
      const tables = await readTables(session)
      const apart = setApart ? tables.filter(isApart) : []
      const here = tables.filter((table) => !apart.includes(table))
      const header = describeArchive(task, await listApplied(session))
      await output.write(writeTables(header, here, session, task))
      for (const table of apart)
        if (setApart) await putFilesAside(session, table, streamRows(session, table), await setApart(table))
    })
  } finally {
    await session.close()
  }
}

function describeArchive({ nowMs }: Task, migrations: string[]): Header {
  return {
    archive: ARCHIVE_NAME,
    version: ARCHIVE_VERSION,
    createdAt: new Date(nowMs).toISOString(),
    migrations,
  }
}

interface Output {
  write(lines: AsyncIterable<string>): Promise<void>
  /** Resolves when all is written. */
  end(lastLine: string): Promise<void>
  destroy(): void
}

function openOutput(path: string): Output {
  const hash = createHash('sha256')
  const compress = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  const done = pipeline(
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
  // Thrown where it is written, or at the end.
  done.catch(() => undefined)
  return {
    write: async (lines) => {
      for await (const text of joinLines(lines))
        if (!compress.write(text)) await Promise.race([once(compress, 'drain'), done])
    },
    end: (lastLine) => {
      compress.end(`${lastLine}\n`)
      return done
    },
    destroy: () => compress.destroy(),
  }
}

async function* writeTables(
  header: Header,
  tables: readonly Table[],
  session: Session,
  { count }: Task,
): AsyncGenerator<string> {
  yield JSON.stringify(header)
  for (const table of tables)
    yield* writeTable(table, hasRows(table) ? streamRows(session, table) : [], count)
}

async function* writeTable(
  table: Table,
  rows: AsyncIterable<Value[]> | Iterable<Value[]>,
  count: Count,
): AsyncGenerator<string> {
  yield JSON.stringify(describeTable(table))
  const total = yield* writeRows(table, rows)
  yield JSON.stringify({ end: table.name, ...total })
  count.tables++
  count.rows += total.rows
}

async function* writeRows(
  { columns }: Table,
  rows: AsyncIterable<Value[]> | Iterable<Value[]>,
): AsyncGenerator<string, Sum> {
  const sum = startSum()
  for await (const values of rows) {
    const line = writeRow(columns, values)
    sum.add(line)
    yield line
  }
  return sum.finish()
}

async function listApplied(session: Session): Promise<string[]> {
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
