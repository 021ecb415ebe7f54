// One portable SQL over two engines. Ids are text, times bigint milliseconds, bytes bytea, JSON text.
import type { DatabaseFigures } from './figures.ts'
import type { Sql } from './sql.ts'

export { assign, fragment, join, list, literal, name, nothing } from './sql.ts'
export type { Fragment, Parameter, Sql, SqlValue } from './sql.ts'

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** For people: a file's path, or the server's address without its password. */
  readonly location: string
  /** One statement: a read, or a write that is its own transaction. */
  readonly sql: Sql
  /**
   * The same for the statements of one read that must see everything up to a position; writes and transactions are as ever.
   * Any server that has got that far may answer it: a replica (DATABASE_REPLICAS), or else the database itself.
   */
  reading(findPosition: FindPosition): Database
  /** For health checks: on PostgreSQL a connection that is kept for them. */
  readonly checks: Sql
  /**
   * All or nothing. A throw rolls back; what must be committed although the request fails is returned instead.
   * The work may run again after a deadlock or a change of the schema, so it must have no effect but through its `sql`.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For migrations: one node at a time, from the beginning of the work to its end. */
  migrating<Result>(
    work: (session: MigrationSession) => Promise<Result>,
    onWait?: (wait: MigrationWait) => void,
  ): Promise<Result>
  /** Throws a sentence for the operator when what is between this and the server does not keep sessions. */
  requireSessions(): Promise<void>
  /** Rejects when a write does not succeed. */
  checkWrite(nowMs: number): Promise<void>
  /** The damage that a statement has met within the last hour. */
  findDamage(): DatabaseDamagedError | undefined
  /** How busy it is, since the start of the process. */
  readonly figures: DatabaseFigures
  /** The same for background jobs: on PostgreSQL with a connection that requests cannot take. */
  forJobs(): Database
  close(): Promise<void>
}

/**
 * How far what the caller may see has got, such as a number that each change of it counts up in its transaction. Where the
 * position is the same, so is what was changed. Asked for by the first statement of a read.
 */
export type FindPosition = (sql: Sql) => Promise<number>

export interface MigrationSession {
  /** Each statement by itself. */
  readonly sql: Sql
  /**
   * All or nothing; scripts may have several statements. On PostgreSQL it waits for no lock for longer than others can
   * wait behind it, and starts over instead.
   */
  readonly transaction: <Result>(
    work: (sql: Sql, runScript: (text: string) => Promise<void>) => Promise<Result>,
  ) => Promise<Result>
  /** On PostgreSQL: statements outside any transaction; the work starts over when a lock does not come. */
  readonly runOutside?: (work: (run: (statement: string) => Promise<void>) => Promise<void>) => Promise<void>
}

/** A migration has made no progress, for this long already. */
export interface MigrationWait {
  readonly why: string
  readonly seconds: number
}

/** The database cannot be reached or cannot write right now: the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError'
}

/** The database contradicts itself, as after a fault of the disk: asking again does not help. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError'

  constructor(location: string, cause: unknown) {
    const { message } = cause as Error
    super(
      `The database ${location} is damaged: ${message}. Run \`admin check\`: it says what is damaged and what to do.`,
      { cause },
    )
  }
}

/** It can be reached, and a lock that the statement needs did not become free in time. */
export class DatabaseLockedError extends DatabaseUnavailableError {
  override readonly name = 'DatabaseLockedError'
}
