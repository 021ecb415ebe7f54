// Shapes whose flights are judged again in the background, and how far that has got.
import type { Sql } from '#server/platform/database/database.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import type { Change } from '../change.ts'

/** In the order of upload. */
export interface Place {
  createdAt: number
  id: string
}

export const BEGINNING: Place = { createdAt: 0, id: '' }

/** A shape, and the flight after which its others are judged again. */
export interface Shaped extends Place {
  footprintKey: number | null
}

/** While the pilot's counter is held. Of two requests the one that begins earlier stands. */
export async function askForCopies(
  { sql, nowMs, ownerId }: Change,
  { footprintKey, createdAt, id }: Shaped,
): Promise<void> {
  if (footprintKey === null) return
  await sql`
    insert into copies_to_judge (owner_id, footprint_key, after_at, after_id, asked_at)
    values (${ownerId}, ${footprintKey}, ${createdAt}, ${id}, ${nowMs})
    on conflict (owner_id, footprint_key) do update set after_at = excluded.after_at, after_id = excluded.after_id
    where (copies_to_judge.after_at, copies_to_judge.after_id) > (excluded.after_at, excluded.after_id)`
}

export interface AskedShape {
  ownerId: string
  footprintKey: number
}

/** That which has waited longest for its turn. */
export async function findAskedShape(sql: Sql, nowMs: number): Promise<AskedShape | undefined> {
  const [row] = await sql<AskedShape>`
    select owner_id as "ownerId", footprint_key as "footprintKey" from copies_to_judge
    where asked_at <= ${nowMs} order by asked_at limit 1`
  return row
}

export async function findPlace(sql: Sql, { ownerId, footprintKey }: AskedShape): Promise<Place | undefined> {
  const [row] = await sql<Place>`
    select after_at as "createdAt", after_id as id from copies_to_judge
    where owner_id = ${ownerId} and footprint_key = ${footprintKey}`
  return row
}

export async function moveOn(
  { sql, nowMs }: Change,
  { ownerId, footprintKey }: AskedShape,
  { createdAt, id }: Place,
): Promise<void> {
  await sql`
    update copies_to_judge set after_at = ${createdAt}, after_id = ${id}, asked_at = ${nowMs}
    where owner_id = ${ownerId} and footprint_key = ${footprintKey}`
}

export async function endShape(sql: Sql, { ownerId, footprintKey }: AskedShape): Promise<void> {
  await sql`
    delete from copies_to_judge where owner_id = ${ownerId} and footprint_key = ${footprintKey}`
}

export async function countAskedShapes(sql: Sql): Promise<Backlog> {
  const [row] = await sql<{ count: number }>`select count(*) as count from copies_to_judge`
  return { waiting: row?.count ?? 0, failed: 0 }
}
