// The primary key of a row, and the order of rows by it.
import type { Table } from './schema.ts'
import type { Value } from './session.ts'

export function createKeys({ columns, key }: Table) {
  const places = key.map((name) => columns.findIndex((column) => column.name === name))
  const compare = (a: readonly Value[], b: readonly Value[]) => {
    for (const place of places) {
      const order = compareValues(a[place] ?? null, b[place] ?? null)
      if (order !== 0) return order
    }
    return 0
  }
  return { compare, keyOf: (values: readonly Value[]) => places.map((place) => values[place] ?? null) }
}

function compareValues(a: Value, b: Value): number {
  // By bytes, as the rows are sorted: UTF-16, which JavaScript compares by, has another order.
  return typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
}
