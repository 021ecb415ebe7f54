import { batchSizeOf, quote, startBatch } from './rows.ts'
import type { Table } from './schema.ts'
import type { Session, Value } from './session.ts'

/** Both engines take more parameters in one statement. */
const MAX_PARAMETERS = 30_000

export interface RowWriter {
  add(values: readonly Value[]): Promise<void>
  /** Writes what waits. */
  flush(): Promise<void>
}

/** Inserts rows in batches. */
export function createRowWriter(session: Session, table: Table): RowWriter {
  const size = Math.min(batchSizeOf(table), Math.floor(MAX_PARAMETERS / table.columns.length))
  let batch = startBatch(size)
  const flush = async () => {
    const { rows } = batch
    if (rows.length === 0) return
    batch = startBatch(size)
    await session.run(writeInsert(session, table, rows.length), rows.flat())
  }
  return {
    add: async (values) => {
      batch.add(values)
      if (batch.isFull()) await flush()
    },
    flush,
  }
}

function writeInsert(session: Session, { name, columns }: Table, rows: number): string {
  let index = 0
  const row = () => `(${columns.map(() => session.parameter(++index)).join(', ')})`
  const values = Array.from({ length: rows }, row).join(', ')
  const names = columns.map((column) => quote(column.name)).join(', ')
  return `insert into ${quote(name)} (${names}) values ${values}`
}
