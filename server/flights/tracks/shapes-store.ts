// Reads where flights of all pilots went, by the few dozen points of their shapes, to fetch the ground below them.
import { fragment, type Sql } from '#server/platform/database/database.ts'

/** Those with an id after one, the oldest first, or before one, the newest first. */
export async function listShapes(
  sql: Sql,
  from: { after: string } | { before: string },
  max: number,
): Promise<{ id: string; shape: number[]; storedAt: number }[]> {
  const wanted =
    'after' in from
      ? fragment`id > ${from.after} order by id`
      : fragment`id < ${from.before} order by id desc`
  const rows = await sql<{ id: string; shape: string; storedAt: number }>`
    select id, shape, created_at as "storedAt" from flights where ${wanted} limit ${max}`
  return rows.map((row) => ({ ...row, shape: JSON.parse(row.shape) as number[] }))
}
