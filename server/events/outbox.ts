// The reading end of the outbox: events that have not been fanned out yet.
import type { Backlog } from '#server/platform/background/figures.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { countFact } from '#server/platform/database/installation.ts'
import { erasePayload } from './erase.ts'

export interface PendingEvent {
  readonly id: string
  readonly type: string
  readonly userId: string
  /** Ids of the applications that may hear of it. */
  readonly audience: readonly string[]
  /** The envelope as it is sent. */
  readonly payload: string
  /** The first registration of a listener that found it; null when there was none since. */
  readonly registration: number | null
}

interface Row {
  id: string
  type: string
  user_id: string
  audience: string
  payload: string
  registration: number | null
}

export async function hasPendingEvents(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 as one from events where fanned_out_at is null limit 1`
  return rows.length > 0
}

export async function countPendingEvents(sql: Sql): Promise<Backlog> {
  const [row] = await sql<Backlog>`
    select count(*) as waiting, min(occurred_at) as "oldestAt" from events where fanned_out_at is null`
  return row!
}

/**
 * The oldest ones, locked until the transaction ends. Another node waits for them instead of skipping them, so
 * events are fanned out in the order in which they happened.
 */
export async function takePendingEvents(sql: Sql, limit: number): Promise<PendingEvent[]> {
  const rows = await sql<Row>`
    select id, type, user_id, audience, payload, registration from events
    where fanned_out_at is null
    order by occurred_at, id
    limit ${limit} ${sql.forUpdate}`
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    userId: row.user_id,
    audience: JSON.parse(row.audience) as string[],
    payload: row.payload,
    registration: row.registration,
  }))
}

export async function markFannedOut(sql: Sql, nowMs: number, events: readonly PendingEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`update events set fanned_out_at = ${nowMs} where id in (${paddedList(events.map((event) => event.id))})`
}

/**
 * For a new listener: its number, with which the pending events are marked as older. An event that is committed later
 * stays without a mark, whatever the clock of its node says. Locked in the order of fan-out, so they cannot
 * deadlock.
 */
export async function countRegistration(sql: Sql): Promise<number> {
  const registration = await countFact(sql, 'registrations')
  await sql`
    update events set registration = ${registration} where id in (
      select id from events where fanned_out_at is null and registration is null
      order by occurred_at, id ${sql.forUpdate})`
  return registration
}

/** Whether an event was committed after the registration of that number. */
export function isLater(event: Pick<PendingEvent, 'registration'>, registration: number): boolean {
  return event.registration === null || event.registration > registration
}

export interface ErasedEvent {
  id: string
  occurred_at: number
}

/**
 * The account is deleted: of its flights only the hashes stay, of its forwards the states. So many events after another one;
 * the last of them, undefined when there are no more.
 */
export async function eraseEvents(
  sql: Sql,
  userId: string,
  after: ErasedEvent | undefined,
  limit: number,
): Promise<ErasedEvent | undefined> {
  const rows = await sql<ErasedEvent & { type: string; payload: string }>`
    select id, occurred_at, type, payload from events
    where user_id = ${userId} and (occurred_at, id) > (${after?.occurred_at ?? 0}, ${after?.id ?? ''})
    order by occurred_at, id limit ${limit}`
  for (const { id, type, payload } of rows) {
    const erased = erasePayload(type, payload)
    if (erased !== undefined)
      await sql`update events set payload = ${erased}, request_id = null, traceparent = null where id = ${id}`
  }
  return rows.length === limit ? rows.at(-1) : undefined
}
