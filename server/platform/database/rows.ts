// How the values of a row, which come from SQLite as a list, become an object.

export interface Column {
  readonly name: string
  /** As declared in the schema; null for an expression. */
  readonly type: string | null
}

export type RowMapper = (values: unknown[]) => unknown

/** SQLite stores a boolean as 0 or 1. */
export function isBoolean({ type }: Column): boolean {
  return type?.toLowerCase() === 'boolean'
}

/** The plain way: a loop over the columns. batching/row-compiler.ts is the fast one. */
export function createRowMapper(columns: readonly Column[]): RowMapper {
  return (values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      const value = values[index]
      row[column.name] = isBoolean(column) && value !== null ? value === 1 : value
    }
    return row
  }
}
