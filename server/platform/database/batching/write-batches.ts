// Single writes that arrive together are committed together.
//
// Why: a commit waits for the disk, and one wait serves every write of the batch. A write is answered only after the
// commit, so nothing is acknowledged that a crash could lose.
//
// States of the batch that takes new writes:
//
//   EMPTY        No write waits. The first write -> COLLECTING.
//   COLLECTING   Writes wait for the end of this turn of the event loop, or for the end of a batch of reads
//                (read-batches.ts calls commitPending), whichever comes first -> QUEUED.
//   QUEUED       Waits for the mutex: a transaction may be running. Further writes still join. Mutex free -> RUNNING.
//   RUNNING      The batch is closed, and a new EMPTY one takes further writes. begin immediate, every write, commit;
//                then all are answered. A write that fails rejects alone, since SQLite undoes a failed statement by
//                itself. If the transaction is lost (a full disk, a failed commit), all are rejected.
//
// Timeline:
//
//   turn 1       W1 and W2 arrive            EMPTY -> COLLECTING
//   its end                                  -> QUEUED behind a transaction that is running
//   turn 2       W3 arrives                  joins
//   turn 3       the transaction ends        RUNNING: begin, W1, W2, W3, commit
//                W4 arrives                  a new batch: EMPTY -> COLLECTING
//   after        W1, W2 and W3 are answered
import type { Mutex } from '../../concurrency/mutex.ts'
import type { RunStatement } from '../sql.ts'
import type { Connection, InTransaction } from '../sqlite/connection.ts'
import type { PendingStatement } from './pending-statement.ts'

export interface WriteBatches {
  write: RunStatement
  /** Queues what waits now, rather than at the end of this turn of the event loop. */
  commitPending: () => void
}

export function createWriteBatches(
  writer: Connection,
  mutex: Mutex,
  inTransaction: InTransaction,
): WriteBatches {
  let pending: PendingStatement[] = []
  let isQueued = false

  const runBatch = async (): Promise<void> => {
    const batch = pending
    pending = []
    isQueued = false
    const answers: (() => void)[] = []
    try {
      await inTransaction(async () => {
        for (const write of batch) answers.push(tryWrite(writer, write))
      })
      for (const answer of answers) answer()
    } catch (error) {
      for (const write of batch) write.reject(error)
    }
  }
  const commitPending = (): void => {
    if (pending.length === 0 || isQueued) return
    isQueued = true
    void mutex.runExclusive(runBatch)
  }
  return {
    commitPending,
    write: (text, values) =>
      new Promise((resolve, reject) => {
        pending.push({ text, values, resolve, reject })
        if (pending.length === 1) setImmediate(commitPending)
      }),
  }
}

/** Gives how to answer once the batch is committed; throws when the whole transaction is lost. */
function tryWrite(
  { handle, run }: Connection,
  { text, values, resolve, reject }: PendingStatement,
): () => void {
  try {
    const rows = run(text, values)
    return () => resolve(rows)
  } catch (error) {
    if (!handle.isTransaction) throw error
    return () => reject(error)
  }
}
