// A row as one line of JSON, the same whichever engine it comes from: an array of values in the order of the columns.
import { createHash } from 'node:crypto'
import type { Column, Table } from './schema.ts'
import type { Session, Value } from './session.ts'

/** Rows with bytes in them are large: fewer of them at a time, and fewer still when the bytes are many. */
const BATCH_SIZE = 500
const BATCH_SIZE_WITH_BYTES = 32
const MAX_BATCH_BYTES = 4 * 1024 * 1024

export interface Batch {
  readonly rows: readonly (readonly Value[])[]
  add(values: readonly Value[]): void
  isFull(): boolean
}

/** Rows that are written together: so many, or as many as have 4 MiB. */
export function startBatch(maxRows: number): Batch {
  const rows: (readonly Value[])[] = []
  let bytes = 0
  return {
    rows,
    add: (values) => {
      rows.push(values)
      bytes += countBytes(values)
    },
    isFull: () => rows.length >= maxRows || bytes >= MAX_BATCH_BYTES,
  }
}

/** How many rows to read next, when these were read last: twice as many at most, and not many more than 4 MiB. */
export function chooseFetchSize(rows: readonly (readonly Value[])[], maxRows: number): number {
  const bytes = rows.reduce((sum, values) => sum + countBytes(values), 0)
  const fitting = bytes === 0 ? maxRows : Math.ceil((MAX_BATCH_BYTES * rows.length) / bytes)
  return Math.min(maxRows, 2 * Math.max(1, rows.length), fitting)
}

function countBytes(values: readonly Value[]): number {
  return values.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0)
}

export function batchSizeOf({ columns }: Pick<Table, 'columns'>): number {
  return columns.some(({ type }) => type === 'bytea') ? BATCH_SIZE_WITH_BYTES : BATCH_SIZE
}

export function writeRow(columns: readonly Column[], values: readonly Value[]): string {
  return JSON.stringify(columns.map(({ type }, index) => toJson(type, values[index] ?? null)))
}

function toJson(type: Column['type'], value: Value): unknown {
  if (value === null) return null
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  return type === 'boolean' ? Boolean(value) : value
}

export function readRow(columns: readonly Column[], line: string): Value[] {
  const values = JSON.parse(line) as (string | number | boolean | null)[]
  if (!Array.isArray(values) || values.length !== columns.length) throw new Error('a row has other columns')
  return columns.map(({ type }, index) => {
    const value = values[index] ?? null
    return type === 'bytea' && typeof value === 'string' ? Buffer.from(value, 'base64') : value
  })
}

/** All rows of a table by their primary key, text by its bytes: the order is the same on both engines. */
export function streamRows(session: Session, table: Table): AsyncIterable<Value[]> {
  return session.stream(`${select(table)} order by ${orderByKey(session, table)}`, batchSizeOf(table))
}

function select({ name, columns }: Table): string {
  return `select ${columns.map((column) => quote(column.name)).join(', ')} from ${quote(name)}`
}

export function orderByKey(session: Session, table: Table): string {
  return table.key.map((name) => orderBy(session, table, name)).join(', ')
}

function orderBy(session: Session, table: Table, name: string): string {
  const type = table.columns.find((column) => column.name === name)?.type
  return `${quote(name)}${type === 'text' ? session.byBytes : ''}`
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** How many rows, and what they come to. */
export interface Sum {
  rows: number
  sha256: string
}

export interface RunningSum {
  add(line: string): void
  finish(): Sum
}

export function startSum(): RunningSum {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (line) => {
      hash.update(line).update('\n')
      rows++
    },
    finish: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

export async function sumTable(session: Session, table: Table): Promise<Sum> {
  const sum = startSum()
  for await (const values of streamRows(session, table)) sum.add(writeRow(table.columns, values))
  return sum.finish()
}
