// Single statements on SQLite, each by itself: for debugging, with SQL_BATCHING=off. batching/ has the fast way.
import type { Mutex } from '../concurrency/mutex.ts'
import type { RunStatement } from './sql.ts'
import type { Connection, InTransaction } from './sqlite/connection.ts'

export interface Connections {
  readonly reader: Connection
  readonly writer: Connection
  /** Held by the writer. */
  readonly mutex: Mutex
  /** On the writer; the mutex must be held. */
  readonly inTransaction: InTransaction
}

export interface StatementRunner {
  readonly read: RunStatement
  readonly write: RunStatement
}

export function createPlainRunner({ reader, writer, mutex, inTransaction }: Connections): StatementRunner {
  return {
    read: async (text, values) => reader.run(text, values),
    write: (text, values) => mutex.runExclusive(() => inTransaction(async () => writer.run(text, values))),
  }
}
