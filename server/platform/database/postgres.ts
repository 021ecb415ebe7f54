// The engine for several nodes: a connection pool, named prepared statements, and transient faults told from others.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Database, DatabaseUnavailableError } from './database.ts'
import { createSql, type Parameter, type RunStatement } from './sql.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 3_000
const MAX_ATTEMPTS = 5
const MAX_NAMES = 5_000
// The advisory lock that every node takes before it migrates the database.
const MIGRATION_LOCK = 722_551_304
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

// int8 and numeric as numbers: times in milliseconds and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export function openPostgres(databaseUrl: string, { isBatching = true } = {}): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'cloudstreet',
  })
  // A broken idle connection is replaced on the next use; without a listener its error would end the process.
  pool.on('error', () => undefined)

  const run = createRunner(pool)
  const transaction: Database['transaction'] = (work) =>
    inTransaction(pool, (client) => work(createSql('postgres', createRunner(client))))

  return {
    engine: 'postgres',
    location: withoutPassword(databaseUrl),
    isBatching,
    sql: createSql('postgres', run),
    transaction,
    migration: (work) =>
      inTransaction(pool, async (client) => {
        await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        await work(createSql('postgres', createRunner(client)), async (script) => {
          await client.query(script)
        })
      }),
    close: () => pool.end(),
  }
}

function createRunner(client: pg.Pool | pg.PoolClient): RunStatement {
  return async (text, values) => {
    try {
      const result = await client.query({ name: nameOf(text), text, values: values.map(toPostgres) })
      return result.rows as unknown[]
    } catch (error) {
      throw translate(error)
    }
  }
}

const names = new Map<string, string>()

/** PostgreSQL knows a prepared statement by its name, at most 63 characters. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url')
    if (names.size >= MAX_NAMES) names.clear()
    names.set(text, name)
  }
  return name
}

function toPostgres(value: Parameter): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTransaction(pool, work)
    } catch (error) {
      const code = (error as { code?: string }).code
      const canRetry = code === SERIALIZATION_FAILURE || code === DEADLOCK
      if (!canRetry || attempt === MAX_ATTEMPTS) throw translate(error)
    }
  }
}

async function tryTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A connection that breaks between two statements emits an error; the next statement reports the fault.
  const ignore = () => undefined
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error
  return isTransient(error) ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}

function isTransient(error: Error & { code?: string }): boolean {
  const code = error.code ?? ''
  // Class 08: connection; 53: out of resources (a full disk too); 57P: the server shuts down; 25006: read-only.
  if (/^(08...|53...|57P..|25006)$/.test(code)) return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN|ENOENT)/.test(code)) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  if (url.password) url.password = '***'
  return url.href
}
