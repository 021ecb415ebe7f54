// Statements that arrive together run together. A processor that goes from a request to the database and back for
// each statement finds nothing of either in its caches: ten reads in a row cost a third of ten reads among requests.
import type { DatabaseSync } from 'node:sqlite'
import type { Parameter, RunStatement } from '../sql.ts'

/** Runs one statement, now. */
export type Run = (text: string, values: Parameter[]) => unknown[]

/** Runs the work when no other does. */
export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>

interface Waiting {
  text: string
  values: Parameter[]
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

/** Nobody waits for more companions than these. */
const LARGEST_GROUP = 64

/**
 * Reads wait for the requests that have arrived by now, and for those that arrive while these are read, and see one
 * state of the database. A read that is alone does not wait. What they lead to begins before `afterwards`.
 */
export function createReadGroups(reader: DatabaseSync, run: Run, afterwards: () => void): RunStatement {
  const begin = reader.prepare('begin')
  const end = reader.prepare('commit')
  let waiting: Waiting[] = []
  let seen = 1

  const readGroup = (): void => {
    if (waiting.length > seen && waiting.length < LARGEST_GROUP) {
      seen = waiting.length
      setImmediate(readGroup)
      return
    }
    const group = waiting
    waiting = []
    seen = 1
    const isShared = group.length > 1
    try {
      if (isShared) begin.run()
      for (const read of group) settle(read, run)
      if (isShared) end.run()
    } catch (error) {
      if (reader.isOpen && reader.isTransaction) reader.exec('rollback')
      for (const read of group) read.reject(error)
    }
    // A microtask comes after the answers, a tick of its own after all that these have set going.
    queueMicrotask(() => process.nextTick(afterwards))
  }
  return (text, values) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, values, resolve, reject })
      if (waiting.length === 1) setImmediate(readGroup)
    })
}

function settle({ text, values, resolve, reject }: Waiting, run: Run): void {
  try {
    resolve(run(text, values))
  } catch (error) {
    reject(error)
  }
}

export interface WriteGroups {
  write: RunStatement
  /** Commits what waits, rather than at the end of this turn of the event loop. */
  commitWaiting: () => void
}

/**
 * Single writes that arrive together are committed together, since waiting for the disk is what a commit costs. Each
 * is answered after the commit, and one that fails takes nothing along: SQLite undoes a failed statement by itself.
 */
export function createWriteGroups(
  writer: DatabaseSync,
  run: Run,
  exclusively: Exclusively,
  /** Called when no other work runs. */
  inTransaction: Exclusively,
): WriteGroups {
  let waiting: Waiting[] = []
  let isQueued = false

  const commitGroup = async (): Promise<void> => {
    const group = waiting
    waiting = []
    isQueued = false
    const outcomes: (() => void)[] = []
    try {
      await inTransaction(async () => {
        for (const write of group) outcomes.push(tryWrite(writer, run, write))
      })
      for (const tell of outcomes) tell()
    } catch (error) {
      for (const write of group) write.reject(error)
    }
  }
  const commitWaiting = (): void => {
    if (waiting.length === 0 || isQueued) return
    isQueued = true
    void exclusively(commitGroup)
  }
  return {
    commitWaiting,
    write: (text, values) =>
      new Promise((resolve, reject) => {
        waiting.push({ text, values, resolve, reject })
        if (waiting.length === 1) setImmediate(commitWaiting)
      }),
  }
}

/** What to tell the writer once the group is committed; throws when the whole transaction is gone. */
function tryWrite(writer: DatabaseSync, run: Run, { text, values, resolve, reject }: Waiting): () => void {
  try {
    const rows = run(text, values)
    return () => resolve(rows)
  } catch (error) {
    if (!writer.isTransaction) throw error
    return () => reject(error)
  }
}
