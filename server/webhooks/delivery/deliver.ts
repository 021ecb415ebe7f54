// Sends what is due: one delivery at a time to each webhook, many webhooks at once, each attempt recorded.
import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/platform/database/database.ts'
import { createGroupCommit, type GroupCommit } from '#server/platform/database/batching/group-commit.ts'
import type { Services } from '#server/platform/services.ts'
import {
  claimWebhooks,
  disableFailing,
  type DueDelivery,
  insertAttempt,
  type Health,
  listDueDeliveries,
  lockHealth,
  markFailed,
  markFailing,
  markHealthy,
  releaseLease,
  renewLease,
} from './queue-store.ts'
import { DISABLE_AFTER_MS, findFailingSince, findNextAttemptAt } from './schedule.ts'
import { openSecrets } from '../secret.ts'
import { type AttemptResult, createSender, type Sender } from './send.ts'
import { createSignatureHeaders } from './sign.ts'

/** Webhooks served at once. Those that fail have slots of their own: dead receivers never take a healthy one's. */
const SLOTS = { healthy: 100, failing: 50 } as const
type Lane = keyof typeof SLOTS

// A claim outlives the longest attempt by as much again and this, for the record to be written; unless it is renewed
// by then, its worker is taken for dead and the webhook comes back to any other.
const LEASE_MARGIN_MS = 1000
// A fast receiver's answers are recorded together, since a commit waits for the disk. What is sent and not yet
// recorded is sent again after a crash: at most so many, and only those of the last moments.
const LARGEST_BATCH = 10
const LONGEST_BATCH_MS = 200
// After so many batches in a row a webhook lets others go first.
const LONGEST_RUN = 20
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
  const { config, db, now, record, stopping } = context
  const sender = createSender(config.webhooks)
  try {
    let batch = await listDueDeliveries(db.sql, webhookId, now(), LARGEST_BATCH)
    for (let batches = 1; ; batches++) {
      const outcomes = await sendBatch(context, sender, batch)
      const mayGoOn = outcomes.every(isDelivered) && batches < LONGEST_RUN && !stopping.aborted
      const claim = { webhookId, leaseId, mayGoOn: mayGoOn && outcomes.length > 0 }
      batch = await record(webhookId, (sql) => recordOutcomes(context, sql, claim, outcomes))
      if (batch.length === 0) return
    }
  } finally {
    sender.close()
  }
}

interface Outcome {
  deliveryId: string
  attemptedAt: number
  result: AttemptResult
}

/** Up to the first that fails. */
async function sendBatch(
  context: Context,
  sender: Sender,
  batch: readonly DueDelivery[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const endAt = performance.now() + LONGEST_BATCH_MS
  const [first] = batch
  const secrets = first ? openSecrets(context.secret, first, context.now()) : []
  for (const delivery of batch) {
    const attemptedAt = context.now()
    const result = await sendDelivery(context, sender, delivery, secrets)
    if (!result) break
    countAttempt(context, result)
    const outcome = { deliveryId: delivery.id, attemptedAt, result }
    outcomes.push(outcome)
    if (!isDelivered(outcome) || context.stopping.aborted || performance.now() > endAt) break
  }
  return outcomes
}

function isDelivered({ result: { status } }: { result: AttemptResult }): boolean {
  return status !== null && status >= 200 && status < 300
}

function sendDelivery(
  context: Context,
  sender: Sender,
  delivery: DueDelivery,
  secrets: readonly string[],
): Promise<AttemptResult | undefined> {
  const body = Buffer.from(delivery.payload)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cloudstreet-Webhooks/1',
    'x-cloudstreet-sequence': String(delivery.sequence),
    ...(delivery.is_test ? { 'x-cloudstreet-test': 'true' } : {}),
    ...createSignatureHeaders({
      id: delivery.event_id,
      body,
      unixSeconds: Math.floor(context.now() / 1000),
      secrets,
    }),
  }
  return sender.post({ url: delivery.url, headers, body }, context.killing)
}

function countAttempt({ metrics }: Services, result: AttemptResult): void {
  metrics
    .counter('webhook_attempts_total', 'Webhook attempts by outcome', ['outcome'])
    .inc({ outcome: isDelivered({ result }) ? 'delivered' : 'failed' })
}

interface Claim {
  webhookId: string
  leaseId: string
  mayGoOn: boolean
}

/** Gives what to send next under the same claim; nothing when the webhook was left. */
async function recordOutcomes(
  context: Context,
  sql: Sql,
  { webhookId, leaseId, mayGoOn }: Claim,
  outcomes: readonly Outcome[],
): Promise<DueDelivery[]> {
  const health = await lockHealth(sql, webhookId)
  if (!health) return []
  if (outcomes.some(isDelivered)) {
    await markHealthy(sql, context.now(), webhookId)
    Object.assign(health, { failing_since: null, last_failed_at: null })
  }
  for (const outcome of outcomes) {
    const { deliveryId, attemptedAt, result } = outcome
    const tries = await insertAttempt(sql, attemptedAt, deliveryId, result, isDelivered(outcome))
    if (tries !== undefined && !isDelivered(outcome)) {
      await recordFailure(context, sql, webhookId, outcome, health, tries)
    }
  }
  // The lease ran out while the record waited: another worker has the webhook now.
  if (health.lease !== leaseId) return []
  const next = mayGoOn ? await listDueDeliveries(sql, webhookId, context.now(), LARGEST_BATCH) : []
  if (next.length > 0) await renewLease(sql, webhookId, newLease(context, leaseId))
  else await releaseLease(sql, webhookId, leaseId)
  return next
}

async function recordFailure(
  { now }: Services,
  sql: Sql,
  webhookId: string,
  { deliveryId, result }: Outcome,
  health: Health,
  tries: number,
): Promise<void> {
  const nowMs = now()
  const failingSince = findFailingSince(nowMs, health.failing_since, health.last_failed_at)
  await markFailed(sql, deliveryId, findNextAttemptAt(nowMs, tries, result.retryAfterMs))
  await markFailing(sql, nowMs, webhookId, failingSince)
  const reason = findReasonToDisable(nowMs, failingSince, result)
  if (reason) await disableFailing(sql, nowMs, webhookId, reason)
}

function findReasonToDisable(nowMs: number, failingSince: number, result: AttemptResult): string | undefined {
  if (result.status === GONE) return 'the receiver answered 410 Gone'
  if (nowMs - failingSince >= DISABLE_AFTER_MS)
    return `every attempt failed for 5 days, lastly: ${result.error}`
  return undefined
}

/** Everything that is due now, and what falls due by it; for tests and for a worker that runs once. */
export async function deliverDue(services: Services): Promise<void> {
  const { signal } = new AbortController()
  const deliverer = createDeliverer(services, { stopping: signal, killing: signal })
  while ((await deliverer.start()) > 0) await deliverer.finish()
}
