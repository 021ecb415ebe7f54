// Errors of either engine for a row that contradicts another one written at the same moment.

/** Of two that want the same unique value, the second fails with this. */
export function isUniqueViolation(error: unknown): boolean {
  // unique_violation of PostgreSQL; SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  return is(error, '23505', [2067, 1555])
}

/** The row that this one belongs to, mostly its user's, has just been deleted. */
export function isOrphan(error: unknown): boolean {
  // foreign_key_violation of PostgreSQL; SQLITE_CONSTRAINT_FOREIGNKEY
  return is(error, '23503', [787])
}

function is(error: unknown, postgresCode: string, sqliteCodes: readonly number[]): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === postgresCode || sqliteCodes.includes(errcode as number)
}
