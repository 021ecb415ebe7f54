// One connection to the embedded database: prepared statements, transactions, and faults in our own terms.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DamageMemory } from '../damage.ts'
import { DatabaseDamagedError, DatabaseUnavailableError } from '../database.ts'
import type { Parameter } from '../sql.ts'

const BUSY_TIMEOUT_MS = 10_000
// SQLite has no queue: a process that asks seldom misses the moments in which another, such as `rescore`, does not write.
const MAX_RETRY_DELAY_MS = 5
const MAX_STATEMENTS = 500
// https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const transientCodes = [SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]

/** Runs one statement, synchronously. */
export type RunNow = (text: string, values: Parameter[]) => unknown[]

/** Runs the work between `begin immediate` and `commit`; a throw rolls it back. */
export type InTransaction = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface Connection {
  readonly handle: DatabaseSync
  readonly run: RunNow
  readonly translate: Translate
}

/** A fault in our own terms. */
type Translate = (error: unknown) => unknown

interface Prepared {
  readonly statement: StatementSync
  readonly toRow: (values: unknown[]) => unknown
}

export function connect(location: string, damage: DamageMemory): Connection {
  const translate = createTranslate(damage)
  try {
    // No busy handler: it would block the event loop. `retryWhileBusy` waits instead.
    const handle = new DatabaseSync(location, { timeout: 0 })
    // Changing the journal mode and recovering after a crash need the file for a moment.
    handle.exec('pragma busy_timeout = 5000')
    handle.exec('pragma journal_mode = wal')
    handle.exec('pragma synchronous = full')
    handle.exec('pragma temp_store = memory')
    handle.exec('pragma busy_timeout = 0')
    return { handle, run: createRunNow(handle, translate), translate }
  } catch (error) {
    if (isDamage(error)) throw damage.note(error)
    throw new Error(`The database file ${location} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function createRunNow(handle: DatabaseSync, translate: Translate): RunNow {
  const statements = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    const statement = handle.prepare(keepPrepared(text))
    statement.setReturnArrays(true)
    const prepared = { statement, toRow: createRowMapper(statement) }
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    statements.set(text, prepared)
    return prepared
  }
  return (text, values) => {
    try {
      const { statement, toRow } = statements.get(text) ?? prepare(text)
      return (statement.all(...values.map(toSqlite)) as unknown as unknown[][]).map(toRow)
    } catch (error) {
      throw translate(error)
    }
  }
}

/**
 * A list of values -> an object; SQLite stores a boolean as 0 or 1. A function that spells out the columns, since a loop over
 * their names takes forty times as long for the row of a flight (6 µs), and the driver's own objects longer still.
 */
function createRowMapper(statement: StatementSync): Prepared['toRow'] {
  const fields = statement.columns().map(({ name, type }, at) => {
    const value = `values[${at}]`
    const isBoolean = type?.toLowerCase() === 'boolean'
    return `${JSON.stringify(name)}: ${isBoolean ? `${value} === null ? null : ${value} === 1` : value}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are of our own statements, and quoted
  return new Function('values', `return { ${fields.join(', ')} }`) as Prepared['toRow']
}

/** SQLite plans a statement again each time a bare limit is bound, since its plan depends on the number. */
function keepPrepared(text: string): string {
  return text.replaceAll(/\b(limit|offset) \?/g, '$1 ? + 0')
}

function toSqlite(value: Parameter): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value
}

export function createTransactions({ handle, translate }: Connection): InTransaction {
  const begin = handle.prepare('begin immediate')
  const commit = handle.prepare('commit')
  return async (work) => {
    await retryWhileBusy(() => begin.run(), translate)
    try {
      const result = await work()
      commit.run()
      return result
    } catch (error) {
      // SQLite has rolled back by itself after some faults, such as a full disk.
      if (handle.isTransaction) handle.exec('rollback')
      throw translate(error)
    }
  }
}

/** Tries again while another process writes, without blocking the event loop. */
async function retryWhileBusy<Result>(attempt: () => Result, translate: Translate): Promise<Result> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (primaryCode(error) !== SQLITE_BUSY || performance.now() > giveUpAt) throw translate(error)
      await sleep(delayMs)
    }
  }
}

function primaryCode(error: unknown): number | undefined {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  const code = (cause as { errcode?: number } | undefined)?.errcode
  return code === undefined ? undefined : code & 0xff
}

/** Whether the file is not one that SQLite has written. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof DatabaseDamagedError || [SQLITE_CORRUPT, SQLITE_NOTADB].includes(primaryCode(error) ?? 0)
  )
}

function createTranslate(damage: DamageMemory): Translate {
  return (error) => {
    if (isDamage(error)) return damage.note(error)
    const isTransient = transientCodes.includes(primaryCode(error) ?? 0)
    if (!isTransient || error instanceof DatabaseUnavailableError) return error
    return new DatabaseUnavailableError((error as Error).message, { cause: error })
  }
}
