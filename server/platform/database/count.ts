import type { Fragment, Sql } from './sql.ts'

/** How many rows: countRows(sql, fragment`gliders where owner_id = ${ownerId}`). */
export async function countRows(sql: Sql, from: Fragment): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from ${from}`
  return row?.count ?? 0
}
