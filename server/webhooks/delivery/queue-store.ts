// Deliveries as the worker sees them: numbered, claimed, attempted, recorded.
import { isTrusted } from '#server/access/suspension.ts'
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, join, nothing, type Sql } from '#server/platform/database/database.ts'
import { createReceivers, type ReceiverClaim } from '#server/deliveries/receivers.ts'
import type { AttemptResult } from '#server/deliveries/send.ts'
import type { Reader } from '#server/platform/mail/write.ts'

export interface Target {
  id: string
  user_id: string | null
  application_id: string | null
  /** A JSON array of the names of the events that it is sent. */
  events: string
  last_sequence: number
  disabled_at: number | null
  /** The number of its registration: it hears of events that were committed later. */
  registration: number
}

/**
 * Locked in the order of their ids, so two nodes cannot deadlock. An application that is disabled, or whose owner
 * is, hears nothing of what happens meanwhile, not even later.
 */
export async function lockTargets(
  sql: Sql,
  userIds: readonly string[],
  applicationIds: readonly string[],
): Promise<Target[]> {
  return sql<Target>`
    select w.id, w.user_id, w.application_id, w.events, w.last_sequence, w.disabled_at, w.registration
    from webhooks w
    where (w.user_id in (${paddedList(userIds)}) or w.application_id in (${paddedList(applicationIds)}))
      and not exists (select 1 from applications a join users o on o.id = a.owner_id
                      where a.id = w.application_id and (a.disabled_at is not null or o.disabled_at is not null))
    order by w.id ${sql.forUpdate}`
}

export interface NewDelivery {
  id: string
  webhookId: string
  sequence: number
  eventId: string
  event: string
  userId: string
  payload: string
  isTest: boolean
  status: 'pending' | 'failed'
}

// A new delivery is due whatever a node's clock says: the order does not depend on clocks.
const DUE_IMMEDIATELY = 0

export async function insertDeliveries(
  sql: Sql,
  nowMs: number,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  for (const batch of toChunks(deliveries)) {
    const rows = batch.map(
      (
        delivery,
      ) => fragment`(${delivery.id}, ${delivery.webhookId}, ${delivery.sequence}, ${delivery.eventId},
        ${delivery.event}, ${delivery.userId}, ${delivery.payload}, ${delivery.isTest}, ${delivery.status},
        ${delivery.status === 'pending' ? DUE_IMMEDIATELY : null}, ${nowMs})`,
    )
    await sql`
      insert into deliveries
        (id, webhook_id, sequence, event_id, event, user_id, payload, is_test, status, next_attempt_at, created_at)
      values ${join(rows, ', ')}`
  }
}

/** After new deliveries: stores the last sequence number, and that the webhook is due now. */
export async function advanceSequence(
  sql: Sql,
  nowMs: number,
  webhookId: string,
  lastSequence: number,
): Promise<void> {
  await sql`
    update webhooks set last_sequence = ${lastSequence},
      due_at = case when disabled_at is not null then null
                    when due_at is null or due_at > ${nowMs} then ${nowMs} else due_at end
    where id = ${webhookId}`
}

/** With its application, if it is one's, and the user who owns either. */
const withAccount = fragment`
  left join applications a on a.id = webhooks.application_id
  join users u on u.id = coalesce(webhooks.user_id, a.owner_id)`
const isSentTo = fragment`webhooks.disabled_at is null`
const isAllowed = fragment`a.disabled_at is null and ${isTrusted(fragment`webhooks.updated_at`)}`
export const webhookReceivers = createReceivers(fragment`webhooks`, { isSentTo, withAccount, isAllowed })

export interface DueDelivery {
  id: string
  webhook_id: string
  sequence: number
  event_id: string
  payload: string
  is_test: boolean
  url: string
  secret: Uint8Array
  old_secret: Uint8Array | null
  old_secret_expires_at: number | null
  /** The id of the request that it tells of, as its sender named it; null when there was none. */
  request_id: string | null
  traceparent: string | null
}

/** New deliveries by sequence number, then retries in the order in which they are due. */
export async function listDueDeliveries(
  sql: Sql,
  webhookId: string,
  nowMs: number,
  limit: number,
): Promise<DueDelivery[]> {
  return sql<DueDelivery>`
    select d.id, d.webhook_id, d.sequence, d.event_id, d.payload, d.is_test, webhooks.url, webhooks.secret,
           webhooks.old_secret, webhooks.old_secret_expires_at, e.request_id, e.traceparent
    from deliveries d join webhooks on webhooks.id = d.webhook_id ${withAccount}
    left join events e on e.id = d.event_id
    where d.webhook_id = ${webhookId} and d.status = 'pending' and d.next_attempt_at <= ${nowMs}
      and ${isSentTo} and u.disabled_at is null and ${isAllowed}
    order by d.next_attempt_at, d.sequence limit ${limit}`
}

export interface Attempt {
  deliveryId: string
  attemptedAt: number
  result: AttemptResult
}

/**
 * Logs attempts, one of each delivery; all of them delivered, or none. Returns how many were made of a delivery since it was
 * created or replayed; those that are gone are missing.
 */
export async function recordAttempts(
  sql: Sql,
  attempts: readonly Attempt[],
  areDelivered: boolean,
): Promise<Map<string, number>> {
  const ended = areDelivered ? fragment`, status = 'delivered', next_attempt_at = null` : nothing
  const ids = attempts.map(({ deliveryId }) => deliveryId)
  const deliveries = await sql<{ id: string; attempts: number; tries: number }>`
    update deliveries set attempts = attempts + 1, tries = tries + 1 ${ended} where id in (${paddedList(ids)})
    returning id, attempts, tries`
  const numbers = new Map(deliveries.map((delivery) => [delivery.id, delivery.attempts]))
  for (const chunk of toChunks(attempts.filter(({ deliveryId }) => numbers.has(deliveryId)))) {
    const rows = chunk.map(
      ({
        deliveryId,
        attemptedAt,
        result,
      }) => fragment`(${deliveryId}, ${numbers.get(deliveryId)!}, ${attemptedAt},
        ${result.status}, ${result.latencyMs}, ${result.error}, ${result.answer},
        ${JSON.stringify(result.requestHeaders)})`,
    )
    await sql`
      insert into delivery_attempts
        (delivery_id, number, attempted_at, status, latency_ms, error, answer, request_headers)
      values ${join(rows, ', ')}`
  }
  return new Map(deliveries.map(({ id, tries }) => [id, tries]))
}

/** A delivery that was ended meanwhile stays as it is. */
export async function markFailed(
  sql: Sql,
  deliveryId: string,
  nextAttemptAt: number | undefined,
): Promise<void> {
  await sql`
    update deliveries
    set status = ${nextAttemptAt === undefined ? 'failed' : 'pending'}, next_attempt_at = ${nextAttemptAt ?? null}
    where id = ${deliveryId} and status = 'pending'`
}

/** The address, and who is to be told; undefined when it was disabled before. */
export async function disableFailing(
  sql: Sql,
  nowMs: number,
  webhookId: string,
  reason: string,
): Promise<(Reader & { url: string }) | undefined> {
  const disabled = await sql`
    update webhooks set disabled_at = ${nowMs}, disabled_reason = ${reason}
    where id = ${webhookId} and disabled_at is null returning id`
  await failPending(sql, webhookId)
  if (disabled.length === 0) return undefined
  const [owner] = await sql<Reader & { url: string }>`
    select webhooks.url, u.email, u.language from webhooks ${withAccount} where webhooks.id = ${webhookId}`
  return owner
}

/** Unsent deliveries of a disabled webhook count as failed: its owner can replay them. */
export async function failPending(sql: Sql, webhookId: string): Promise<void> {
  await sql`
    update deliveries set status = 'failed', next_attempt_at = null
    where webhook_id = ${webhookId} and status = 'pending'`
  await sql`update webhooks set due_at = null where id = ${webhookId}`
}

/**
 * The caller holds the webhook's lock, so a delivery added meanwhile still makes the webhook due. A delivery that is
 * due already is due now, not in the past: a webhook with a backlog goes to the end of the queue.
 */
export async function releaseWebhook(
  sql: Sql,
  nowMs: number,
  claim: ReceiverClaim,
  latencyMs: number | null,
): Promise<void> {
  const dueAt = fragment`
    (select case when min(d.next_attempt_at) < ${nowMs} then ${nowMs} else min(d.next_attempt_at) end
     from deliveries d where d.webhook_id = webhooks.id and d.status = 'pending')`
  await webhookReceivers.release(sql, claim, dueAt, fragment`, latency_ms = ${latencyMs}`)
}
