// Single statements on SQLite in batches: reads together, and at their end the writes that they have led to.
import type { Mutex } from '../../concurrency/mutex.ts'
import type { RunStatement } from '../sql.ts'
import type { Connection, InTransaction } from '../sqlite/connection.ts'
import { createReadBatches } from './read-batches.ts'
import { createWriteBatches } from './write-batches.ts'

interface Connections {
  readonly reader: Connection
  readonly writer: Connection
  /** Held by the writer. */
  readonly mutex: Mutex
  /** On the writer; the mutex must be held. */
  readonly inTransaction: InTransaction
}

interface StatementRunner {
  readonly read: RunStatement
  readonly write: RunStatement
}

export function createBatchedRunner({ reader, writer, mutex, inTransaction }: Connections): StatementRunner {
  const { write, commitPending } = createWriteBatches(writer, mutex, inTransaction)
  return { read: createReadBatches(reader, commitPending), write }
}
