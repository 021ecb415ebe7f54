// One portable SQL over two engines. Ids are text, times bigint milliseconds, bytes bytea, JSON text.
import type { Sql } from './sql.ts'

export { fragment, join, list, nothing } from './sql.ts'
export type { Fragment, Parameter, Sql, SqlValue } from './sql.ts'

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** For people: a file's path, or the server's address without its password. */
  readonly location: string
  /** False with SQL_BATCHING=off: statements and transactions of several callers are never combined. */
  readonly isBatching: boolean
  /** One statement of its own: a read, or a write that is its own transaction. */
  readonly sql: Sql
  /**
   * Everything or nothing. A throw undoes it; what must be committed although the request fails is returned.
   * The work may run again after a deadlock, so it must have no effect but through its `sql`.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Several statements without parameters, for migrations, inside one transaction under one lock of all nodes. */
  migration(work: (sql: Sql, runScript: (text: string) => Promise<void>) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The database cannot be reached or cannot write just now: the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}
