// Single statements on SQLite in batches: reads together, and at their end the writes that they have led to.
import type { Connections, StatementRunner } from '../plain-runner.ts'
import { createReadBatches } from './read-batches.ts'
import { createWriteBatches } from './write-batches.ts'

export function createBatchedRunner({ reader, writer, mutex, inTransaction }: Connections): StatementRunner {
  const { write, commitPending } = createWriteBatches(writer, mutex, inTransaction)
  return { read: createReadBatches(reader, commitPending), write }
}
