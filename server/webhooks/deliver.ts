// Sends what is due: one delivery at a time to each webhook, many webhooks at once, each attempt recorded.
import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/platform/database.ts'
import { createGroupCommit, type GroupCommit } from '#server/platform/group-commit.ts'
import type { Services } from '#server/platform/services.ts'
import {
  claimWebhooks,
  disableFailing,
  type DueDelivery,
  findDueDelivery,
  insertAttempt,
  type Health,
  lockHealth,
  markDelivered,
  markFailed,
  markFailing,
  releaseLease,
  renewLease,
} from './queue-store.ts'
import { DISABLE_AFTER_MS, findFailingSince, findNextAttemptAt } from './schedule.ts'
import { openSecrets } from './secret.ts'
import { type AttemptResult, createSender, type Sender } from './send.ts'
import { createSignatureHeaders } from './sign.ts'

/** Webhooks served at once. Those that fail have slots of their own: dead receivers never take a healthy one's. */
const SLOTS = { healthy: 100, failing: 50 } as const
type Lane = keyof typeof SLOTS

// A claim outlives the longest attempt by as much again and this, for the record to be written; unless it is renewed
// by then, its worker is taken for dead and the webhook comes back to any other.
const LEASE_MARGIN_MS = 1000
// After so many deliveries in a row a webhook lets others go first.
const LONGEST_RUN = 200
const GONE = 410

export interface Deliverer {
  /** Takes what is due, as far as there are free slots; gives how many webhooks it took. */
  start(): Promise<number>
  /** Until every webhook that was taken is left again. */
  finish(): Promise<void>
}

interface Context extends Services {
  record: GroupCommit
  /** No further attempt. */
  stopping: AbortSignal
  /** The running attempts end too. */
  killing: AbortSignal
}

export function createDeliverer(
  services: Services,
  signals: { stopping: AbortSignal; killing: AbortSignal },
  onFree: () => void = () => undefined,
): Deliverer {
  const context: Context = { ...services, ...signals, record: createGroupCommit(services.db) }
  const running: Record<Lane, Set<Promise<void>>> = { healthy: new Set(), failing: new Set() }

  const startLane = async (lane: Lane) => {
    const free = SLOTS[lane] - running[lane].size
    if (free <= 0 || signals.stopping.aborted) return 0
    const leaseId = randomUUID()
    const webhookIds = await claimWebhooks(
      services.db.sql,
      services.now(),
      lane,
      free,
      newLease(context, leaseId),
    )
    for (const webhookId of webhookIds) {
      const run = deliverTo(context, webhookId, leaseId)
        .catch((error: unknown) =>
          services.log.error({ err: error, webhookId }, 'a delivery could not be recorded'),
        )
        .finally(() => {
          running[lane].delete(run)
          onFree()
        })
      running[lane].add(run)
    }
    return webhookIds.length
  }

  return {
    start: async () => (await startLane('healthy')) + (await startLane('failing')),
    finish: async () => {
      await Promise.all([...running.healthy, ...running.failing])
    },
  }
}

function newLease({ config, now }: Services, id: string) {
  return { id, untilMs: now() + 2 * config.webhooks.timeoutMs + LEASE_MARGIN_MS }
}

/** One webhook's due deliveries, one after the other, until none is left or one fails. */
async function deliverTo(context: Context, webhookId: string, leaseId: string): Promise<void> {
  const sender = createSender(context.config.webhooks)
  try {
    let delivery = await findDueDelivery(context.db.sql, webhookId, context.now())
    if (!delivery) return await leave(context, webhookId, leaseId)
    for (let sent = 1; delivery; sent++) {
      const current: DueDelivery = delivery
      const attemptedAt = context.now()
      const result = await sendDelivery(context, sender, current)
      if (!result) return await leave(context, webhookId, leaseId)
      countAttempt(context, result)
      const mayGoOn = isDelivered(result) && sent < LONGEST_RUN && !context.stopping.aborted
      const outcome = { delivery: current, result, attemptedAt, leaseId, mayGoOn }
      delivery = await context.record(webhookId, (sql) => recordOutcome(context, sql, outcome))
    }
  } finally {
    sender.close()
  }
}

function isDelivered({ status }: AttemptResult): boolean {
  return status !== null && status >= 200 && status < 300
}

function sendDelivery(
  context: Context,
  sender: Sender,
  delivery: DueDelivery,
): Promise<AttemptResult | undefined> {
  const nowMs = context.now()
  const body = Buffer.from(delivery.payload)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cloudstreet-Webhooks/1',
    'x-cloudstreet-sequence': String(delivery.sequence),
    ...(delivery.is_test ? { 'x-cloudstreet-test': 'true' } : {}),
    ...createSignatureHeaders({
      id: delivery.event_id,
      body,
      unixSeconds: Math.floor(nowMs / 1000),
      secrets: openSecrets(context.secret, delivery, nowMs),
    }),
  }
  return sender.post({ url: delivery.url, headers, body }, context.killing)
}

function countAttempt({ metrics }: Services, result: AttemptResult): void {
  metrics
    .counter('webhook_attempts_total', 'Webhook attempts by outcome', ['outcome'])
    .inc({ outcome: isDelivered(result) ? 'delivered' : 'failed' })
}

interface Outcome {
  delivery: DueDelivery
  result: AttemptResult
  attemptedAt: number
  leaseId: string
  mayGoOn: boolean
}

/** Gives the next delivery to send under the same claim, or leaves the webhook. */
async function recordOutcome(context: Context, sql: Sql, outcome: Outcome): Promise<DueDelivery | undefined> {
  const { delivery, result, leaseId } = outcome
  const webhookId = delivery.webhook_id
  const health = await lockHealth(sql, webhookId)
  if (!health) return undefined
  const attempt = await insertAttempt(sql, outcome.attemptedAt, delivery.id, result)
  if (attempt) {
    if (isDelivered(result)) await markDelivered(sql, context.now(), webhookId, delivery.id)
    else await recordFailure(context, sql, outcome, health, attempt.tries)
  }
  // The lease ran out while the record waited: another worker has the webhook now.
  if (health.lease !== leaseId) return undefined
  const next = outcome.mayGoOn ? await findDueDelivery(sql, webhookId, context.now()) : undefined
  if (next) await renewLease(sql, webhookId, newLease(context, leaseId))
  else await releaseLease(sql, webhookId, leaseId)
  return next
}

async function recordFailure(
  { now }: Services,
  sql: Sql,
  { delivery, result }: Outcome,
  health: Health,
  tries: number,
): Promise<void> {
  const nowMs = now()
  const failingSince = findFailingSince(nowMs, health.failing_since, health.last_failed_at)
  await markFailed(sql, delivery.id, findNextAttemptAt(nowMs, tries, result.retryAfterMs))
  await markFailing(sql, nowMs, delivery.webhook_id, failingSince)
  const reason = findReasonToDisable(nowMs, failingSince, result)
  if (reason) await disableFailing(sql, nowMs, delivery.webhook_id, reason)
}

function findReasonToDisable(nowMs: number, failingSince: number, result: AttemptResult): string | undefined {
  if (result.status === GONE) return 'the receiver answered 410 Gone'
  if (nowMs - failingSince >= DISABLE_AFTER_MS)
    return `every attempt failed for 5 days, lastly: ${result.error}`
  return undefined
}

async function leave(context: Context, webhookId: string, leaseId: string): Promise<void> {
  await context.record(webhookId, async (sql) => {
    if (await lockHealth(sql, webhookId)) await releaseLease(sql, webhookId, leaseId)
  })
}

/** Everything that is due now, and what falls due by it; for tests and for a worker that runs once. */
export async function deliverDue(services: Services): Promise<void> {
  const { signal } = new AbortController()
  const deliverer = createDeliverer(services, { stopping: signal, killing: signal })
  while ((await deliverer.start()) > 0) await deliverer.finish()
}
