// Forwards: one flight for one destination, for life.
import type { ForwardState, KindName } from '#contract/forwards/words.ts'
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { type Fragment, fragment, join, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { StoredState } from './store.ts'

export interface Forward {
  id: string
  destination_id: string
  flight_id: string
  state: ForwardState
  is_backfill: boolean
  tries: number
  tried_at: number | null
  next_try_at: number | null
  useful_until: number
  foreign_id: string | null
  link: string | null
  words: string | null
  created_at: number
}

export interface ListedForward extends Forward {
  kind: KindName
  label: string
  destination_state: StoredState
  destination_due_at: number | null
}

export interface NewForward {
  destinationId: string
  flightId: string
  isBackfill: boolean
  dueAt: number
  usefulUntil: number
}

/** A flight that was ever taken for the destination is left out. How many were added. */
export async function insertForwards(
  sql: Sql,
  nowMs: number,
  forwards: readonly NewForward[],
): Promise<number> {
  let count = 0
  for (const chunk of toChunks(forwards)) {
    const rows = chunk.map(
      ({ destinationId, flightId, isBackfill, dueAt, usefulUntil }) =>
        fragment`(${createId(nowMs)}, ${destinationId}, ${flightId}, 'waiting', ${isBackfill}, ${dueAt}, ${usefulUntil},
          ${nowMs})`,
    )
    const added = await sql`
      insert into forwards
        (id, destination_id, flight_id, state, is_backfill, next_try_at, useful_until, created_at)
      values ${join(rows, ', ')} on conflict (destination_id, flight_id) do nothing returning id`
    count += added.length
  }
  return count
}

/** Of these flights, those that the destination has a forward of. */
export async function listKnown(
  sql: Sql,
  destinationId: string,
  flightIds: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const chunk of toChunks(flightIds)) {
    const rows = await sql<{ flight_id: string }>`
      select flight_id from forwards where destination_id = ${destinationId} and flight_id in (${paddedList(chunk)})`
    for (const { flight_id } of rows) known.add(flight_id)
  }
  return known
}

/** Of a flight, of a destination, or one; newest first. Every statement begins with the owner. */
export async function listForwards(
  sql: Sql,
  userId: string,
  which: { flightId: string } | { destinationId: string } | { id: string },
  limit = 100,
): Promise<ListedForward[]> {
  return sql<ListedForward>`
    select f.id, f.destination_id, f.flight_id, f.state, f.is_backfill, f.tries, f.tried_at, f.next_try_at,
      f.useful_until, f.foreign_id, f.link, f.words, f.created_at, d.kind, d.label, d.state as destination_state,
      d.due_at as destination_due_at
    from forwards f join destinations d on d.id = f.destination_id
    where d.user_id = ${userId} and ${toCondition(which)}
    order by f.created_at desc, f.id desc limit ${limit}`
}

function toCondition(which: { flightId: string } | { destinationId: string } | { id: string }): Fragment {
  if ('flightId' in which) return fragment`f.flight_id = ${which.flightId}`
  return 'id' in which ? fragment`f.id = ${which.id}` : fragment`d.id = ${which.destinationId}`
}

/** Tries it again now. Delivered ones, and one that is being sent, stay as they are. */
export async function tryAgain(sql: Sql, nowMs: number, id: string, usefulUntil: number): Promise<boolean> {
  const rows = await sql`
    update forwards set state = 'waiting', next_try_at = ${nowMs}, useful_until = ${usefulUntil}, is_backfill = false
    where id = ${id} and state in ('waiting', 'refused', 'expired', 'given_up') returning id`
  return rows.length > 0
}
