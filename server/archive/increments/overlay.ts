// The changes of several increments together, kept on the disk: the last row of each key, or that it is gone.
import { DatabaseSync } from 'node:sqlite'
import { readArchive } from '../read-archive.ts'
import { createKeys, toKeys } from '../tables/keys.ts'
import { quote, readRow, writeRow } from '../tables/rows.ts'
import type { Table } from '../tables/schema.ts'
import type { Value } from '../tables/session.ts'

export interface Changes {
  /** Of one table, asked in the order of the rows of the whole archive. */
  of(table: Table): TableChanges
  /** Throws unless the increments were made of a database with these tables. */
  requireTables(names: ReadonlySet<string>): void
  /** Throws unless the last increment has counted so many rows. */
  requireCount(table: Table, rows: number): void
  close(): void
}

export interface TableChanges {
  /** Rows that come before this one. */
  before(values: readonly Value[]): Generator<Value[]>
  /** Undefined: this row is as it was. */
  at(values: readonly Value[]): Value[] | 'deleted' | undefined
  /** Rows that are after all that were asked for. */
  rest(): Generator<Value[]>
}

interface Change {
  key: Value[]
  /** Undefined: gone. */
  line: string | undefined
}

/** Increments in their order; each is proved whole. */
export async function collectChanges(increments: readonly string[]): Promise<Changes> {
  // Without a name SQLite keeps it in a file that is gone however the process ends.
  const store = new DatabaseSync('')
  store.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16384; begin')
  const counts = new Map<string, number>()
  const tables = new Set<string>()
  const put = createPut(store, tables)
  for (const file of increments)
    await readArchive(file, {
      row: (table, values) => put(table, createKeys(table).keyOf(values), writeRow(table.columns, values)),
      deleted: (table, key) => put(table, key, null),
      tableEnd: ({ name }, _sum, of) => void counts.set(name, of ?? -1),
    })
  return {
    of: (table) => walk(table, tables.has(table.name) ? readChanges(store, table) : [].values()),
    requireTables: (names) => {
      const missing = [...counts.keys()].find((name) => !names.has(name))
      if (missing !== undefined || counts.size !== names.size)
        throw new Error('The increments are of other tables than the archive that they go on from.')
    },
    requireCount: ({ name }, rows) => {
      if (counts.get(name) === rows) return
      throw new Error(
        `With its increments the archive has ${rows} rows of ${name} and not ${counts.get(name)}: it is damaged.`,
      )
    },
    close: () => store.close(),
  }
}

function createPut(store: DatabaseSync, tables: Set<string>) {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return ({ name, key }: Table, values: readonly Value[], line: string | null) => {
    const columns = key.map((_, index) => `k${index}`).join(', ')
    let statement = statements.get(name)
    if (!statement) {
      store.exec(`create table ${quote(name)} (${columns}, line text, primary key (${columns}))`)
      const parameters = [...key, ''].map(() => '?').join(', ')
      statement = store.prepare(
        `insert or replace into ${quote(name)} (${columns}, line) values (${parameters})`,
      )
      statements.set(name, statement)
      tables.add(name)
    }
    statement.run(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)), line)
  }
}

function* readChanges(store: DatabaseSync, { name, key }: Table): Generator<Change> {
  const columns = key.map((_, index) => `k${index}`).join(', ')
  const statement = store.prepare(`select ${columns}, line from ${quote(name)} order by ${columns}`)
  statement.setReturnArrays(true)
  for (const row of statement.iterate() as unknown as Iterable<Value[]>) {
    const line = row.at(-1)
    yield { key: row.slice(0, -1), line: typeof line === 'string' ? line : undefined }
  }
}

function walk(table: Table, changes: Iterator<Change>): TableChanges {
  let next = changes.next()
  const { keyOf } = createKeys(table)
  const { compare } = createKeys(toKeys(table))
  const take = (): Value[] | undefined => {
    if (next.done) return undefined
    const { line } = next.value
    next = changes.next()
    return line === undefined ? undefined : readRow(table.columns, line)
  }
  function* takeWhile(isWanted: () => boolean) {
    while (!next.done && isWanted()) {
      const row = take()
      if (row) yield row
    }
  }
  const order = (values: readonly Value[]) => (next.done ? 1 : compare(next.value.key, keyOf(values)))
  return {
    before: (values) => takeWhile(() => order(values) < 0),
    at: (values) => (order(values) === 0 ? (take() ?? 'deleted') : undefined),
    rest: () => takeWhile(() => true),
  }
}
