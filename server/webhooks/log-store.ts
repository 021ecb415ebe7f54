// Deliveries as their owner sees them: the log, replays, events after a sequence number.
import type { DeliveryStatus } from '#contract/webhooks.ts'
import { erasePayload } from '#server/events/erase.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { webhookReceivers } from './delivery/queue-store.ts'

export interface Delivery {
  id: string
  sequence: number
  event_id: string
  event: string
  payload: string
  is_test: boolean
  status: DeliveryStatus
  next_attempt_at: number | null
  created_at: number
}

export interface Attempt {
  delivery_id: string
  attempted_at: number
  status: number | null
  latency_ms: number
  error: string | null
  answer: string | null
  request_headers: string | null
}

const columns = fragment`
  d.id, d.sequence, d.event_id, d.event, d.payload, d.is_test, d.status, d.next_attempt_at, d.created_at`

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  /** Only deliveries with a smaller sequence number: the newest come first. */
  after?: number | undefined
  limit: number
}

/** Newest first. */
export async function listDeliveries(
  sql: Sql,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  const status = filter.status === undefined ? nothing : fragment`and d.status = ${filter.status}`
  const older = filter.after === undefined ? nothing : fragment`and d.sequence < ${filter.after}`
  return sql<Delivery>`
    select ${columns} from deliveries d where d.webhook_id = ${webhookId} ${status} ${older}
    order by d.sequence desc limit ${filter.limit}`
}

export async function findDelivery(sql: Sql, webhookId: string, id: string): Promise<Delivery | undefined> {
  const [delivery] = await sql<Delivery>`
    select ${columns} from deliveries d where d.webhook_id = ${webhookId} and d.id = ${id}`
  return delivery
}

export async function listAttempts(sql: Sql, deliveryIds: readonly string[]): Promise<Attempt[]> {
  return sql<Attempt>`
    select delivery_id, attempted_at, status, latency_ms, error, answer, request_headers from delivery_attempts
    where delivery_id in (${paddedList(deliveryIds)}) order by delivery_id, number`
}

/** Oldest first, for a receiver that catches up. */
export async function listDeliveriesAfter(
  sql: Sql,
  webhookId: string,
  sequence: number,
  limit: number,
): Promise<Delivery[]> {
  return sql<Delivery>`
    select ${columns} from deliveries d where d.webhook_id = ${webhookId} and d.sequence > ${sequence}
    order by d.sequence limit ${limit}`
}

/** The smallest sequence number still in the log; undefined when the log is empty. */
export async function findOldestSequence(sql: Sql, webhookId: string): Promise<number | undefined> {
  const [row] = await sql<{ oldest: number | null }>`
    select min(sequence) as oldest from deliveries where webhook_id = ${webhookId}`
  return row?.oldest ?? undefined
}

/**
 * Sends one delivery again, whatever its status, or all that failed since a time; the retry schedule starts over.
 * The caller holds the webhook's lock. Returns how many are sent again.
 */
export async function replayDeliveries(
  sql: Sql,
  nowMs: number,
  webhookId: string,
  which: { deliveryId: string } | { since: number },
  limit: number,
): Promise<number> {
  const chosen =
    'deliveryId' in which
      ? fragment`id = ${which.deliveryId}`
      : fragment`status = 'failed' and created_at >= ${which.since}`
  const rows = await sql`
    update deliveries set status = 'pending', next_attempt_at = ${nowMs}, tries = 0
    where id in (
      select id from deliveries where webhook_id = ${webhookId} and ${chosen} order by sequence limit ${limit})
    returning id`
  if (rows.length === 0) return 0
  await webhookReceivers.hurry(sql, nowMs, webhookId)
  return rows.length
}

/** One batch of the log of webhooks that were deleted, and then the webhooks themselves; how many rows. */
export async function deleteLogs(sql: Sql, limit: number): Promise<number> {
  const [webhook] = await sql<{ id: string }>`
    select id from webhooks where deleted_at is not null order by deleted_at, id limit 1`
  if (!webhook) return 0
  const rows = await sql`
    delete from deliveries where id in (
      select id from deliveries where webhook_id = ${webhook.id} limit ${limit})
    returning id`
  if (rows.length === limit) return rows.length
  await sql`delete from webhooks where id = ${webhook.id} and deleted_at is not null`
  // There may be another webhook.
  return limit
}

/**
 * For a deleted account: the sequence numbers stay, but the payloads are reduced to the hashes of its flights. So many
 * after an id; the last id, undefined when there are no more.
 */
export async function eraseDeliveries(
  sql: Sql,
  userId: string,
  afterId: string,
  limit: number,
): Promise<string | undefined> {
  const rows = await sql<{ id: string; event: string; payload: string }>`
    select id, event, payload from deliveries where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`
  for (const { id, event, payload } of rows) {
    const erased = erasePayload(event, payload)
    if (erased !== undefined) await sql`update deliveries set payload = ${erased} where id = ${id}`
  }
  return rows.length === limit ? rows.at(-1)?.id : undefined
}
