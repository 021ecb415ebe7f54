// Rows for an archive, table by table: all of them, or those that the journal names.
import { createKeys } from '../tables/keys.ts'
import { batchSizeOf, chooseFetchSize, quote, readRows, streamRows } from '../tables/rows.ts'
import type { Table } from '../tables/schema.ts'
import type { Session, Value } from '../tables/session.ts'
import { type Noted, readNoted, writeKey } from './journal.ts'

export interface RowSource {
  /** Each table once. */
  rows(table: Table): AsyncIterable<Value[]>
  /** Asked when its rows were read. Undefined: the rows are all. */
  rest(table: Table): Rest | undefined
}

export interface Rest {
  /** Keys of rows that are gone. */
  deleted: Value[][]
  /** Rows that the table has in all. */
  of: number
}

export function readAllRows(session: Session): RowSource {
  return { rows: (table) => streamRows(session, table), rest: () => undefined }
}

export async function readChangedRows(session: Session, baseId: string): Promise<RowSource> {
  const noted = await readNoted(session, baseId)
  const rests = new Map<string, Rest>()
  return {
    rows: async function* (table) {
      const rest: Rest = { deleted: [], of: await countRows(session, table) }
      rests.set(table.name, rest)
      yield* readNotedRows(session, table, noted, rest)
    },
    rest: ({ name }) => rests.get(name),
  }
}

async function* readNotedRows(
  session: Session,
  table: Table,
  noted: Noted,
  rest: Rest,
): AsyncGenerator<Value[]> {
  const { keyOf } = createKeys(table)
  const waiting = [...(noted.get(table.name) ?? [])]
  // As many at a time as the last ones were small.
  for (let size = 1; waiting.length > 0;) {
    const keys = new Set(waiting.splice(-size))
    const rows = await readRows(session, table, [...keys].map(readKey))
    for (const row of rows) keys.delete(writeKey(keyOf(row)))
    rest.deleted.push(...[...keys].map(readKey))
    yield* rows
    size = chooseFetchSize(rows, batchSizeOf(table))
  }
}

const readKey = (key: string) => JSON.parse(key) as Value[]

async function countRows(session: Session, { name }: Table): Promise<number> {
  const [row] = await session.run(`select count(*) from ${quote(name)}`)
  return Number(row?.[0])
}
