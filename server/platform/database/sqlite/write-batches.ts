// Single writes that arrive in one turn of the event loop are committed together: a commit waits for the disk, and one wait
// serves them all. A write is answered only after the commit, so nothing is acknowledged that a crash could lose.
import type { Parameter, RunStatement } from '../sql.ts'
import type { Connection } from './connection.ts'

interface Write {
  readonly text: string
  readonly values: Parameter[]
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}

/** `inTransaction` waits for its turn to write. Writes that come meanwhile join those that wait. */
export function createWriteBatches(
  writer: Connection,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): RunStatement {
  let waiting: Write[] = []
  const commit = async (): Promise<void> => {
    let batch: Write[] = []
    const answers: (() => void)[] = []
    try {
      await inTransaction(async () => {
        batch = waiting
        waiting = []
        for (const write of batch) answers.push(run(writer, write))
      })
      for (const answer of answers) answer()
    } catch (error) {
      // The transaction could not begin, or is lost: a full disk, a failed commit.
      for (const write of batch.length > 0 ? batch : waiting.splice(0)) write.reject(error)
    }
  }
  return (text, values) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, values, resolve, reject })
      if (waiting.length === 1) setImmediate(() => void commit())
    })
}

/** Gives how to answer once the batch is committed. A write that fails rejects alone, unless the transaction is lost with it. */
function run({ handle, run }: Connection, { text, values, resolve, reject }: Write): () => void {
  try {
    const rows = run(text, values)
    return () => resolve(rows)
  } catch (error) {
    if (!handle.isTransaction) throw error
    return () => reject(error)
  }
}
