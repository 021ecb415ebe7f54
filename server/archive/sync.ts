// Makes one table of the target what it is in the source. Both are walked by primary key at once, as in a merge:
// equal rows are passed over, so a copy that was interrupted goes on where it stopped, and one that was made while
// the service ran is brought up to date.
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { createRowWriter } from './tables/insert-rows.ts'
import { createKeys } from './tables/keys.ts'
import { type Batch, batchSizeOf, quote, startBatch, streamRows, writeRow } from './tables/rows.ts'
import type { Table } from './tables/schema.ts'
import { inTransaction, readMoment, type Session, type Value } from './tables/session.ts'

export interface Target {
  /** Reads while `writer` writes. */
  readonly reader: Session
  readonly writer: Session
}

export interface TableDifference {
  copied: number
  /** Keys of rows that the source does not have. */
  extra: Value[][]
}

export async function syncTable(source: Session, target: Target, table: Table): Promise<TableDifference> {
  try {
    return await copyChanges(source, target, table)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  // A value that must be unique has gone from one row to another since the last copy: begin with an empty table. What
  // refers to it goes, too, and is copied after it.
  await target.writer.run(
    target.writer.engine === 'postgres'
      ? `truncate table ${quote(table.name)} cascade`
      : `delete from ${quote(table.name)}`,
  )
  return copyChanges(source, target, table)
}

function copyChanges(source: Session, { reader, writer }: Target, table: Table): Promise<TableDifference> {
  return readMoment(reader, async () => {
    const difference: TableDifference = { copied: 0, extra: [] }
    const changes = merge(streamRows(source, table), streamRows(reader, table), table, difference)
    for await (const batch of inBatches(changes, 4 * batchSizeOf(table))) {
      await inTransaction(writer, async () => {
        const rows = createRowWriter(writer, table)
        for (const values of batch) await rows.add(values)
        await rows.flush()
      })
      difference.copied += batch.length
    }
    return difference
  })
}

/** The source's rows that the target lacks or has otherwise. */
async function* merge(
  source: AsyncIterable<Value[]>,
  target: AsyncIterable<Value[]>,
  table: Table,
  difference: TableDifference,
): AsyncGenerator<Value[]> {
  const { compare, keyOf } = createKeys(table)
  const theirs = target[Symbol.asyncIterator]()
  let other = await theirs.next()
  const next = async () => (other = await theirs.next())
  for await (const values of source) {
    while (!other.done && compare(other.value, values) < 0) {
      difference.extra.push(keyOf(other.value))
      await next()
    }
    const isSameKey = !other.done && compare(other.value, values) === 0
    const before = isSameKey && !other.done ? writeRow(table.columns, other.value) : undefined
    if (isSameKey) await next()
    if (before !== writeRow(table.columns, values)) yield values
  }
  for (; !other.done; await next()) difference.extra.push(keyOf(other.value))
}

async function* inBatches(rows: AsyncIterable<Value[]>, size: number): AsyncGenerator<Batch['rows']> {
  let batch = startBatch(size)
  for await (const values of rows) {
    batch.add(values)
    if (!batch.isFull()) continue
    yield batch.rows
    batch = startBatch(size)
  }
  if (batch.rows.length > 0) yield batch.rows
}

export async function deleteRows(session: Session, table: Table, keys: readonly Value[][]): Promise<void> {
  if (keys.length === 0) return
  const condition = table.key.map((name, index) => `${quote(name)} = ${session.parameter(index + 1)}`)
  const statement = `delete from ${quote(table.name)} where ${condition.join(' and ')}`
  await inTransaction(session, async () => {
    for (const key of keys) await session.run(statement, key)
  })
}
