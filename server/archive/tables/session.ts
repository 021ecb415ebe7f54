// A separate connection to a database of either engine, outside the service's pool: for work that reads or writes all
// of it. Rows are lists of values in the order of the columns.
import { inTransactionScope } from '#server/platform/concurrency/transaction-scope.ts'

export type Value = string | number | boolean | null | Uint8Array

export interface Session {
  readonly engine: 'sqlite' | 'postgres'
  /** For people: a file's path, or the server's address without its password. */
  readonly location: string
  /** The n-th parameter of a statement, from 1. */
  parameter(index: number): string
  /** For `order by`: text by its bytes, as SQLite compares it, whatever the database's own order. */
  readonly byBytes: string
  run(text: string, values?: readonly Value[]): Promise<Value[][]>
  runScript(text: string): Promise<void>
  /** Row by row, however many there are. On PostgreSQL it needs a transaction. */
  stream(text: string, batchSize: number): AsyncIterable<Value[]>
  close(): Promise<void>
}

/** Where a database is: PostgreSQL by its address, SQLite by its file. */
export type Place = { databaseUrl: string } | { file: string }

/** Everything that the work reads is of one moment, while others write. */
export async function readMoment<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  await session.run(
    session.engine === 'postgres' ? 'begin isolation level repeatable read read only' : 'begin',
  )
  try {
    return await inTransactionScope(work)
  } finally {
    await session.run('commit')
  }
}

export async function inTransaction<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  await session.run(session.engine === 'postgres' ? 'begin' : 'begin immediate')
  try {
    const result = await inTransactionScope(work)
    await session.run('commit')
    return result
  } catch (error) {
    await session.run('rollback').catch(() => undefined)
    throw error
  }
}
