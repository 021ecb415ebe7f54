// Reads that arrive together run together, in one read transaction.
//
// Why: a processor that goes from a request to SQLite and back for each statement finds its caches cold every time.
// Ten reads in a row cost a third of ten reads scattered among requests.
//
// States:
//
//   IDLE         No read waits. The first read -> COLLECTING.
//   COLLECTING   Reads wait for the end of this turn of the event loop. At the end of each turn:
//                  more reads wait than at the end of the turn before, and the batch is not full -> one more turn;
//                  otherwise -> RUNNING. A read that is alone therefore waits for the rest of one turn only.
//   RUNNING      Synchronous: begin, every read, commit: all see one state of the database. A read that
//                fails rejects alone. A lone read needs no transaction. Then -> IDLE.
//
// Timeline of three requests:
//
//   turn 1       A and B arrive              IDLE -> COLLECTING
//   its end      2 wait, more than 1         one more turn
//   turn 2       C arrives
//   its end      3 wait, more than 2         one more turn
//   turn 3       nothing arrives
//   its end      3 wait, no more than 3      RUNNING: begin, A, B, C, commit; -> IDLE
//   microtasks   A, B and C are continued, and issue the writes they lead to
//   next tick    onBatchEnd: those writes are committed together, without waiting for the end of the turn
import type { RunStatement } from '../sql.ts'
import type { Connection, RunNow } from '../sqlite/connection.ts'
import type { PendingStatement } from './pending-statement.ts'

const MAX_BATCH = 64

export function createReadBatches({ handle, run }: Connection, onBatchEnd: () => void): RunStatement {
  const begin = handle.prepare('begin')
  const commit = handle.prepare('commit')
  let pending: PendingStatement[] = []
  let pendingLastTurn = 1

  const endTurn = (): void => {
    const isGrowing = pending.length > pendingLastTurn
    if (isGrowing && pending.length < MAX_BATCH) {
      pendingLastTurn = pending.length
      setImmediate(endTurn)
      return
    }
    const batch = pending
    pending = []
    pendingLastTurn = 1
    runBatch(batch)
    // The microtask comes after the continuations of this batch, the tick after everything these have started.
    queueMicrotask(() => process.nextTick(onBatchEnd))
  }

  const runBatch = (batch: PendingStatement[]): void => {
    const isShared = batch.length > 1
    try {
      if (isShared) begin.run()
      for (const read of batch) settle(read, run)
      if (isShared) commit.run()
    } catch (error) {
      if (handle.isOpen && handle.isTransaction) handle.exec('rollback')
      for (const read of batch) read.reject(error)
    }
  }

  return (text, values) =>
    new Promise((resolve, reject) => {
      pending.push({ text, values, resolve, reject })
      if (pending.length === 1) setImmediate(endTurn)
    })
}

function settle({ text, values, resolve, reject }: PendingStatement, run: RunNow): void {
  try {
    resolve(run(text, values))
  } catch (error) {
    reject(error)
  }
}
