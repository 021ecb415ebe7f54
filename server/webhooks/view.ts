// Rows -> what is shown of them.
import type { EventName } from '#contract/event-names.ts'
import type { Webhook as WebhookView, WebhookDelivery } from '#contract/webhooks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type Attempt, type Delivery, listAttempts } from './log-store.ts'
import type { Webhook } from './store.ts'

const toText = (ms: number) => new Date(ms).toISOString()
const toTextOrNull = (ms: number | null) => (ms === null ? null : toText(ms))

function readEvents(stored: string): EventName[] {
  return JSON.parse(stored) as EventName[]
}

export function toWebhookView(row: Webhook, nowMs: number): WebhookView {
  const isRotating = row.old_secret_expires_at !== null && row.old_secret_expires_at > nowMs
  return {
    id: row.id,
    url: row.url,
    events: readEvents(row.events),
    description: row.description,
    enabled: row.disabled_at === null,
    failing: row.failing_since !== null,
    pendingCount: row.pending,
    lastSequence: row.last_sequence,
    lastDeliveredAt: toTextOrNull(row.last_delivered_at),
    disabledAt: toTextOrNull(row.disabled_at),
    disabledReason: row.disabled_reason,
    oldSecretExpiresAt: isRotating ? toTextOrNull(row.old_secret_expires_at) : null,
    createdAt: toText(row.created_at),
  }
}

/** The attempts of each delivery, in order. */
export async function withAttempts(
  sql: Sql,
  deliveries: Delivery[],
): Promise<(Delivery & { attempts: Attempt[] })[]> {
  const ids = deliveries.map((delivery) => delivery.id)
  const attempts = Map.groupBy(await listAttempts(sql, ids), (attempt) => attempt.delivery_id)
  return deliveries.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.id) ?? [] }))
}

export function toDeliveryView(row: Delivery & { attempts: Attempt[] }): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    sequence: row.sequence,
    event: row.event,
    isTest: row.is_test,
    status: row.status,
    createdAt: toText(row.created_at),
    // Never attempted: due since it was created.
    nextAttemptAt: toTextOrNull(row.next_attempt_at === 0 ? row.created_at : row.next_attempt_at),
    attempts: row.attempts.map((attempt) => ({
      attemptedAt: toText(attempt.attempted_at),
      httpStatus: attempt.status,
      latencyMs: attempt.latency_ms,
      error: attempt.error,
      responseBody: attempt.answer,
      requestHeaders:
        attempt.request_headers === null
          ? null
          : (JSON.parse(attempt.request_headers) as Record<string, string>),
    })),
    body: row.payload,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
  }
}
