import type { Log } from '../log.ts'
import { SECOND_MS } from '../time.ts'

const MAX_WAIT_MS = SECOND_MS
const MAX_PENDING = 1000

export interface Tally<Row> {
  add: (row: Row) => void
  /** Writes what has been counted so far. */
  flush: () => Promise<void>
}

export interface TallyOptions<Row> {
  readonly log: Log
  /** For the log, such as "refusals". */
  readonly what: string
  /** Rows of the same name are counted together. */
  readonly nameOf: (row: Row) => string
  readonly addUp: (known: Row, row: Row) => Row
  /** By name: in one order on all nodes, so that two of them cannot deadlock. */
  readonly write: (rows: readonly Row[]) => Promise<void>
  readonly everyMs?: number
  /**
   * What cannot be written now is kept for the next time. Without it many different rows are dropped while the database is slow:
   * anyone who sends them must not fill the memory.
   */
  readonly keepsAll?: boolean
}

/**
 * Counts what anyone can bring about. It is counted in memory and written a while later: a write within the request
 * would tell what is known from what is not, and let anyone make the database busy. Its owner flushes it at the end.
 */
export function createTally<Row>(options: TallyOptions<Row>): Tally<Row> {
  const { log, what, nameOf, addUp, write, everyMs = MAX_WAIT_MS, keepsAll = false } = options
  const pending = new Map<string, Row>()
  let lastWrite: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const count = (name: string, row: Row): void => {
    const known = pending.get(name)
    if (known === undefined && pending.size >= MAX_PENDING && !keepsAll) return
    pending.set(name, known === undefined ? row : addUp(known, row))
    timer ??= setTimeout(() => void flush(), everyMs).unref()
  }
  const writePending = async (): Promise<void> => {
    if (pending.size === 0) return
    const counted = new Map([...pending].sort(([a], [b]) => (a < b ? -1 : 1)))
    pending.clear()
    try {
      await write([...counted.values()])
    } catch (error) {
      log.warn({ err: error }, `${what} could not be counted${keepsAll ? ' and will be retried' : ''}`)
      if (!keepsAll) return
      const newer = new Map(pending)
      pending.clear()
      for (const rows of [counted, newer]) for (const [name, row] of rows) count(name, row)
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    lastWrite = lastWrite.then(writePending)
    return lastWrite
  }
  return { add: (row) => count(nameOf(row), row), flush }
}

interface Counted {
  readonly count: number
}

/** The later row, with the count of both. */
export const addCounts = <Row extends Counted>(known: Row, row: Row): Row => ({
  ...row,
  count: known.count + row.count,
})
