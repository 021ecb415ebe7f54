// The tables as the database itself describes them: one that is added tomorrow is never forgotten.
import type { Session } from './session.ts'

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

/** The types of the portable SQL: docs/decisions/database.md. */
const columnTypes = ['text', 'bigint', 'integer', 'boolean', 'double precision', 'bytea'] as const
export type ColumnType = (typeof columnTypes)[number]

export interface Table {
  readonly name: string
  /** By name: their order in the database depends on how it came about. */
  readonly columns: readonly Column[]
  /** Names of the columns of the primary key, in its order. */
  readonly key: readonly string[]
  /** Names of the tables that it refers to. */
  readonly references: readonly string[]
}

/** A table of releases up to 1.3.0, of which no archive has anything. */
export const MOVES_TABLE = 'moves'

interface Description {
  table: string
  columns: [name: string, type: string][]
  key: string[]
  references: string[]
}

export async function hasTables(session: Session): Promise<boolean> {
  const [row] = await session.run(
    session.engine === 'sqlite'
      ? `select count(*) from sqlite_schema where type = 'table'`
      : `select count(*) from information_schema.tables where table_schema = current_schema()`,
  )
  return Number(row?.[0]) > 0
}

/** Whether the tables are those of this program. */
export async function hasInstallation(session: Session): Promise<boolean> {
  const [row] = await session.run(
    session.engine === 'sqlite'
      ? `select count(*) from sqlite_schema where name in ('migrations', 'installation')`
      : `select count(*) from information_schema.tables
         where table_schema = current_schema() and table_name in ('migrations', 'installation')`,
  )
  return Number(row?.[0]) === 2
}

/** Each after those that it refers to. Empty for an empty database. */
export async function readTables(session: Session): Promise<Table[]> {
  const described =
    session.engine === 'sqlite' ? await describeSqlite(session) : await describePostgres(session)
  return sortByReferences(described.filter(({ table }) => table !== MOVES_TABLE)).map(toTable)
}

async function describeSqlite(session: Session): Promise<Description[]> {
  const names = (await session.run(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  )) as [string][]
  const described: Description[] = []
  for (const [table] of names) {
    const columns = (await session.run('select name, type, pk from pragma_table_info(?)', [table])) as [
      string,
      string,
      number,
    ][]
    const references = await session.run('select "table" from pragma_foreign_key_list(?)', [table])
    described.push({
      table,
      columns: columns.map(([name, type]) => [name, type.toLowerCase()]),
      key: columns
        .filter(([, , position]) => position > 0)
        .sort((a, b) => a[2] - b[2])
        .map(([name]) => name),
      references: references.map(([name]) => String(name)),
    })
  }
  return described
}

async function describePostgres(session: Session): Promise<Description[]> {
  const described = new Map<string, Description>()
  const names = await session.run(
    `select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`,
  )
  for (const [name] of names)
    described.set(String(name), { table: String(name), columns: [], key: [], references: [] })
  const columns = await session.run(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = current_schema() order by ordinal_position`,
  )
  for (const [table, name, type] of columns)
    described.get(String(table))?.columns.push([String(name), String(type)])
  const keys = await session.run(
    `select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid
       cross join lateral unnest(i.indkey) with ordinality as k (column_number, position)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number
     where i.indisprimary and c.relnamespace = current_schema()::regnamespace order by c.relname, k.position`,
  )
  for (const [table, name] of keys) described.get(String(table))?.key.push(String(name))
  const references = await session.run(
    `select c.relname, r.relname from pg_constraint f join pg_class c on c.oid = f.conrelid
       join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
  )
  for (const [table, name] of references) described.get(String(table))?.references.push(String(name))
  return [...described.values()]
}

function sortByReferences(tables: Description[]): Description[] {
  const sorted: Description[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = waiting.map(({ table }) => table)
    const isReady = ({ table, references }: Description) =>
      references.every((name) => name === table || !names.includes(name))
    const ready = waiting.filter(isReady)
    if (ready.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${names.join(', ')}.`)
    sorted.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return sorted
}

function toTable({ table, columns, key, references }: Description): Table {
  if (key.length === 0) throw new Error(`The table ${table} has no primary key.`)
  return {
    name: table,
    columns: columns
      .map(([name, type]) => ({ name, type: requireType(table, name, type) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    key,
    references: [...new Set(references)].filter((name) => name !== table).sort(),
  }
}

function requireType(table: string, column: string, type: string): ColumnType {
  const known = columnTypes.find((candidate) => candidate === type)
  if (!known) throw new Error(`The column ${table}.${column} has the type ${type}, which is not portable.`)
  return known
}
