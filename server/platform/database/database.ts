// One portable SQL over two engines. Ids are text, times bigint milliseconds, bytes bytea, JSON text.
import type { DatabaseFigures } from './figures.ts'
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
  /** For health checks: on PostgreSQL a connection that is kept for them. */
  readonly checks: Sql
  /**
   * All or nothing. A throw rolls back; what must be committed although the request fails is returned instead.
   * The work may run again after a deadlock or a change of the schema, so it must have no effect but through its `sql`.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For migrations: scripts of several statements, in one transaction, under one lock across all nodes. */
  migration(work: (sql: Sql, runScript: (text: string) => Promise<void>) => Promise<void>): Promise<void>
  /** Rejects when a write does not succeed. */
  checkWrite(nowMs: number): Promise<void>
  /** How busy it is, since the start of the process. */
  readonly figures: DatabaseFigures
  /** The same for background jobs: on PostgreSQL with a connection that requests cannot take. */
  forJobs(): Database
  close(): Promise<void>
}

/** The database cannot be reached or cannot write right now: the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}
