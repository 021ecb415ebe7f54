import type { Log } from '../log.ts'
import { SECOND_MS } from '../time.ts'

const MAX_WAIT_MS = SECOND_MS
const MAX_PENDING = 1000

export interface Counted {
  readonly count: number
  readonly lastAt: number
}

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
  readonly write: (row: Row) => Promise<void>
}

/**
 * Counts what anyone can bring about. It is counted in memory and written a second later: a write within the request
 * would tell what is known from what is not, and let anyone make the database busy. Its owner flushes it at the end.
 */
export function createTally<Row extends Counted>({
  log,
  what,
  nameOf,
  write,
}: TallyOptions<Row>): Tally<Row> {
  const pending = new Map<string, Row>()
  let lastWrite: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const writePending = async (): Promise<void> => {
    const counted = [...pending.values()]
    pending.clear()
    for (const row of counted) await write(row)
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    lastWrite = lastWrite
      .then(writePending)
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be counted`))
    return lastWrite
  }
  const add = (row: Row): void => {
    countPending(pending, nameOf(row), row)
    timer ??= setTimeout(() => void flush(), MAX_WAIT_MS).unref()
  }
  return { add, flush }
}

/** Many different ones are dropped while the database is slow: anyone who sends them must not fill the memory. */
function countPending<Row extends Counted>(pending: Map<string, Row>, name: string, row: Row): void {
  const known = pending.get(name)
  if (!known && pending.size >= MAX_PENDING) return
  pending.set(name, { ...row, count: (known?.count ?? 0) + row.count })
}
