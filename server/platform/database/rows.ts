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
