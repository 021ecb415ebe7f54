// Tells which faults of PostgreSQL are temporary, and after which a connection is useless.
import { DatabaseLockedError, DatabaseUnavailableError } from '../database.ts'

const READ_TIMEOUT = 'Query read timeout'
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'
const DISK_FULL = '53100'
const LOCK_TIMEOUT = '55P03'
const TOO_MANY_CONNECTIONS = '53300'
// data_corrupted, index_corrupted
const DAMAGE = /^XX00[12]$/

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const transientCodes = [
  /^08/, // the connection
  /^28/, // the role or its password, while they are being changed
  /^53/, // out of resources: a full disk, too many connections
  /^57(014|P)/, // cancelled by statement_timeout; the server shuts down or starts
  /^58/, // the system below the server
  /^(25006|25P03)$/, // read-only; idle in a transaction for too long
  /^55P03$/, // lock_timeout
  /^3D000$/, // the database is being replaced
]
const transientSystemCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)/
const transientMessages =
  /^(Query read timeout|Connection terminated|timeout e|Client (has encountered a connection error|was closed))/

type Fault = Error & { code?: string }

/** Transient faults become DatabaseUnavailableError; anything else is a bug of ours and stays what it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error
  if (!isTransient(error)) return error
  const Kind = (error as Fault).code === LOCK_TIMEOUT ? DatabaseLockedError : DatabaseUnavailableError
  return new Kind(error.message, { cause: error })
}

function isTransient({ code = '', message }: Fault): boolean {
  return (
    transientCodes.some((pattern) => pattern.test(code)) ||
    transientSystemCodes.test(code) ||
    transientMessages.test(message)
  )
}

/** The fault itself, also of one that was translated already. */
function causeOf(error: unknown): Partial<Fault> {
  const cause = error instanceof DatabaseUnavailableError ? (error.cause ?? error) : error
  return cause ?? {}
}

/**
 * Whether the connection must be replaced. One that is read-only may lead to a server that is no longer the primary;
 * one without an answer may have been swallowed by the network.
 */
export function breaksConnection(error: unknown): boolean {
  const { code = '', message = '' } = causeOf(error)
  return (
    /^(08|57P|25006|25P03)/.test(code) || transientSystemCodes.test(code) || transientMessages.test(message)
  )
}

/** A page, a row or an index is not as PostgreSQL has written it. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.test(causeOf(error).code ?? '')
}

export function isDiskFull(error: unknown): boolean {
  return causeOf(error).code === DISK_FULL
}

export function isReadTimeout(error: unknown): boolean {
  return causeOf(error).message === READ_TIMEOUT
}

/** All connections of the node were in use for too long; no server is to blame. */
export function isQueueTimeout(error: unknown): boolean {
  return causeOf(error).message === QUEUE_TIMEOUT
}

export function isTooManyConnections(error: unknown): boolean {
  return causeOf(error).code === TOO_MANY_CONNECTIONS
}

export function isLockTimeout(error: unknown): boolean {
  return causeOf(error).code === LOCK_TIMEOUT
}
