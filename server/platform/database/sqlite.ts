// The embedded engine. Reads run on one connection, writes one after the other on another, so that a read
// never sees half of a transaction that is waiting for its next statement.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckpoints, LONGEST_LOG_PAGES } from './checkpoints.ts'
import { type Database, DatabaseUnavailableError } from './database.ts'
import { createReadGroups, createWriteGroups, type Exclusively, type Run } from './batching/sqlite-groups.ts'
import { createSql, type Parameter } from './sql.ts'

const BUSY_TIMEOUT_MS = 10_000
const STATEMENTS_KEPT = 500
// https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

interface Prepared {
  statement: StatementSync
  toRow: (values: unknown[]) => unknown
}

export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const location = resolve(join(dataDir, 'cloudstreet.db'))
  const writer = connect(location)
  const reader = connect(location)
  writer.exec(`pragma wal_autocheckpoint = ${LONGEST_LOG_PAGES}`)
  const checkpoints = createCheckpoints(location)
  const runOnWriter = createRunner(writer)
  const exclusively = createQueue()
  const inTransaction = createTransactions(writer)
  const commit: Exclusively = async (work) => {
    const result = await inTransaction(work)
    checkpoints.noteCommit()
    return result
  }
  const { write, commitWaiting } = createWriteGroups(writer, runOnWriter, exclusively, commit)
  // What a read leads to is committed at once, with what the reads beside it lead to.
  const read = createReadGroups(reader, createRunner(reader), commitWaiting)

  return {
    engine: 'sqlite',
    location,
    sql: createSql('sqlite', (text, values) => (isRead(text) ? read(text, values) : write(text, values))),
    transaction: (work) =>
      exclusively(() =>
        commit(() => work(createSql('sqlite', async (text, values) => runOnWriter(text, values)))),
      ),
    migration: (work) =>
      exclusively(() =>
        commit(() =>
          work(
            createSql('sqlite', async (text, values) => runOnWriter(text, values)),
            async (script) => writer.exec(script),
          ),
        ),
      ),
    close: () =>
      exclusively(async () => {
        await checkpoints.close()
        reader.close()
        writer.close()
      }),
  }
}

function connect(location: string): DatabaseSync {
  try {
    // No busy handler: it would block the event loop. `patiently` waits instead.
    const connection = new DatabaseSync(location, { timeout: 0 })
    // Changing the journal mode and recovering after a crash need the file for a moment.
    connection.exec('pragma busy_timeout = 5000')
    connection.exec('pragma journal_mode = wal')
    connection.exec('pragma synchronous = full')
    connection.exec('pragma temp_store = memory')
    connection.exec('pragma busy_timeout = 0')
    return connection
  } catch (error) {
    throw new Error(`The database file ${location} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function createRunner(connection: DatabaseSync): Run {
  const statements = new Map<string, Prepared>()
  return (text, values) => {
    try {
      let prepared = statements.get(text)
      if (!prepared) {
        prepared = prepare(connection, text)
        if (statements.size >= STATEMENTS_KEPT) statements.clear()
        statements.set(text, prepared)
      }
      const rows = prepared.statement.all(...values.map(toSqlite)) as unknown as unknown[][]
      return rows.map(prepared.toRow)
    } catch (error) {
      throw translate(error)
    }
  }
}

/** Rows come as lists: objects made by the driver cost more than the reading, for it makes each name anew. */
function prepare(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  return { statement, toRow: compileRow(statement.columns()) }
}

/** A function that writes out the columns is several times faster than one that loops over their names. */
function compileRow(columns: { name: string; type: string | null }[]): (values: unknown[]) => unknown {
  const fields = columns.map(({ name, type }, index) => {
    const value = `values[${index}]`
    const isBoolean = type?.toLowerCase() === 'boolean'
    return `${JSON.stringify(name)}: ${isBoolean ? `${value} === null ? null : ${value} === 1` : value}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are of our own statements, and quoted
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: unknown[]) => unknown
}

function toSqlite(value: Parameter): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value
}

const reads = new Map<string, boolean>()

function isRead(text: string): boolean {
  let answer = reads.get(text)
  if (answer === undefined) {
    answer = looksLikeRead(text)
    if (reads.size >= STATEMENTS_KEPT) reads.clear()
    reads.set(text, answer)
  }
  return answer
}

function looksLikeRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
}

function createTransactions(connection: DatabaseSync): Exclusively {
  const begin = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  return async (work) => {
    await patiently(() => begin.run())
    try {
      const result = await work()
      commit.run()
      return result
    } catch (error) {
      // SQLite has rolled back by itself after some faults, such as a full disk.
      if (connection.isTransaction) connection.exec('rollback')
      throw translate(error)
    }
  }
}

/** Tries again while another process writes, without blocking the event loop. */
async function patiently<Result>(attempt: () => Result): Promise<Result> {
  const giveUpAt = Date.now() + BUSY_TIMEOUT_MS
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
    try {
      return attempt()
    } catch (error) {
      if (primaryCode(error) !== SQLITE_BUSY || Date.now() > giveUpAt) throw translate(error)
      await sleep(waitMs)
    }
  }
}

function primaryCode(error: unknown): number | undefined {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  const code = (cause as { errcode?: number } | undefined)?.errcode
  return code === undefined ? undefined : code & 0xff
}

function translate(error: unknown): unknown {
  const code = primaryCode(error)
  const isPassing = [SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN].includes(
    code ?? 0,
  )
  if (!isPassing || error instanceof DatabaseUnavailableError) return error
  return new DatabaseUnavailableError((error as Error).message, { cause: error })
}

/** One at a time, in the order of arrival. */
function createQueue(): Exclusively {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
