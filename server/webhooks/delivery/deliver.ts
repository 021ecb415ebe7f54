// Sends what is due: one delivery at a time to each webhook, each attempt recorded.
import { averageLatency, SLOW_MS } from '#server/deliveries/lanes.ts'
import type { Held, ReceiverClaim } from '#server/deliveries/receivers.ts'
import { type AttemptResult, createSender, type Sender } from '#server/deliveries/send.ts'
import { createWorker, serveOnce, type Signals, toLeaseMs, type Worker } from '#server/deliveries/worker.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { emailsFor, writeEmail } from '#server/platform/mail/write.ts'
import type { Services } from '#server/platform/services.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import { createLookup } from '#server/platform/outgoing/addresses.ts'
import {
  type Attempt,
  disableFailing,
  type DueDelivery,
  listDueDeliveries,
  markFailed,
  recordAttempts,
  releaseWebhook,
  webhookReceivers,
} from './queue-store.ts'
import { DISABLE_AFTER_MS, findNextAttemptAt } from './schedule.ts'
import { openSecrets } from '../secret.ts'
import { createSignatureHeaders } from './sign.ts'

// A fast receiver's answers are recorded in batches, since a commit waits for the disk. Deliveries sent but not
// recorded are sent again after a crash: at most one batch for each webhook.
const MAX_BATCH_SIZE = 50
const MAX_BATCH_MS = 200
// Then a webhook releases its slot to others; a slow one does so after each batch.
const MAX_BATCHES_IN_A_ROW = 4
const GONE = 410

export const findLeaseMs = ({ config }: Pick<Services, 'config'>) => toLeaseMs(config.webhooks.timeoutMs)

interface Context extends Services, Signals {
  pace: Pace
}

export function createDeliverer(
  services: Services,
  signals: Signals,
  onSlotFree: () => void = () => undefined,
  pace: Pace = unpaced,
): Worker {
  const { db, now } = services
  const context: Context = { ...services, ...signals, pace }
  return createWorker(
    services,
    {
      receivers: webhookReceivers,
      leaseMs: findLeaseMs(services),
      listDue: (wanted) => webhookReceivers.listDue(db.sql, now(), wanted),
      serve: (claim) => deliverTo(context, claim),
    },
    { stopping: signals.stopping, onSlotFree },
  )
}

/** Sends one webhook's due deliveries, one after the other, until none is left or one fails. */
async function deliverTo(context: Context, claim: ReceiverClaim): Promise<void> {
  const { db, now, pace, stopping } = context
  const { id: webhookId } = claim
  const { allowPrivate, timeoutMs } = context.config.webhooks
  const lookup = createLookup(allowPrivate, context.resolveName)
  const sender = createSender({ allowPrivate, timeoutMs, lookup })
  try {
    let batch = await listDueDeliveries(db.sql, webhookId, now(), MAX_BATCH_SIZE)
    for (let batches = 1; ; batches++) {
      const outcomes = await sendBatch(context, sender, claim, batch)
      const isGoingWell = outcomes.length > 0 && outcomes.every(isDelivered)
      const mayContinue = isGoingWell && batches < MAX_BATCHES_IN_A_ROW && !stopping.aborted
      countOutcomes(pace, outcomes)
      batch = await db.transaction((sql) => recordOutcomes(context, sql, claim, outcomes, mayContinue))
      if (batch.length === 0) return
    }
  } catch (error) {
    context.log.error({ err: error, webhookId }, 'a delivery could not be recorded')
  } finally {
    sender.close()
  }
}

function countOutcomes(pace: Pace, outcomes: readonly Attempt[]): void {
  const failed = outcomes.find((outcome) => !isDelivered(outcome))
  const done = outcomes.length - (failed ? 1 : 0)
  if (done > 0) pace.count(done)
  if (failed) pace.noteError(failed.result.error ?? `the receiver answered ${failed.result.status}`)
}

/** Stops at the first that fails: it is the last. */
async function sendBatch(
  context: Context,
  sender: Sender,
  claim: ReceiverClaim,
  batch: readonly DueDelivery[],
): Promise<Attempt[]> {
  const outcomes: Attempt[] = []
  const endAt = performance.now() + MAX_BATCH_MS
  const [first] = batch
  const secrets = first ? openSecrets(context.secrets, { ...first, id: first.webhook_id }, context.now()) : []
  for (const delivery of batch) {
    const attemptedAt = context.now()
    if (attemptedAt >= claim.until) break
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
    'x-cloudstreet-epoch': String(context.epoch),
    ...(delivery.is_test ? { 'x-cloudstreet-test': 'true' } : {}),
    ...(delivery.request_id === null ? {} : { 'x-request-id': delivery.request_id }),
    ...(delivery.traceparent === null ? {} : { traceparent: delivery.traceparent }),
    ...createSignatureHeaders({
      id: delivery.event_id,
      body,
      unixSeconds: Math.floor(context.now() / 1000),
      secrets,
    }),
  }
  return sender.post({ url: delivery.url, headers, body }, context.aborting)
}

function countAttempt({ metrics }: Services, result: AttemptResult): void {
  metrics
    .counter('webhook_attempts_total', 'Webhook attempts by outcome', ['outcome'])
    .inc({ outcome: isDelivered({ result }) ? 'delivered' : 'failed' })
}

/** Returns the next batch under the same claim; empty when the webhook was released. */
async function recordOutcomes(
  context: Context,
  sql: Sql,
  claim: ReceiverClaim,
  outcomes: readonly Attempt[],
  mayContinue: boolean,
): Promise<DueDelivery[]> {
  const { id: webhookId } = claim
  const held = await webhookReceivers.lockHeld(sql, claim)
  if (!held) {
    context.log.warn({ webhookId }, 'the webhook is another worker’s, or gone: what was done is not recorded')
    return []
  }
  const delivered = outcomes.filter(isDelivered)
  if (delivered.length > 0) {
    await webhookReceivers.markHealthy(sql, context.now(), webhookId)
    Object.assign(held, { failing_since: null, last_failed_at: null })
    await recordAttempts(sql, delivered, true)
  }
  const failed = outcomes.find((outcome) => !isDelivered(outcome))
  if (failed) await recordFailure(context, sql, claim, failed, held)
  const latencies = outcomes.map(({ result }) => result.latencyMs)
  const latencyMs = averageLatency(held.latency_ms, latencies)
  const keepsSlot = mayContinue && !held.isChanged && (latencyMs ?? 0) < SLOW_MS
  const next = keepsSlot ? await listDueDeliveries(sql, webhookId, context.now(), MAX_BATCH_SIZE) : []
  const latency = fragment`, latency_ms = ${latencyMs}`
  if (next.length > 0)
    await webhookReceivers.renew(sql, context.now(), [claim], findLeaseMs(context), latency)
  else await releaseWebhook(sql, context.now(), claim, latencyMs)
  return next
}

async function recordFailure(
  services: Services,
  sql: Sql,
  claim: ReceiverClaim,
  failed: Attempt,
  held: Held,
): Promise<void> {
  const { deliveryId, result } = failed
  const tries = (await recordAttempts(sql, [failed], false)).get(deliveryId)
  if (tries === undefined) return
  const nowMs = services.now()
  if (held.isChanged) return markFailed(sql, deliveryId, nowMs)
  await markFailed(sql, deliveryId, findNextAttemptAt(nowMs, tries, result.retryAfterMs))
  const failingSince = await webhookReceivers.markFailing(sql, nowMs, claim, held)
  const reason = findReasonToDisable(nowMs, failingSince, result)
  if (reason) await disable(services, sql, claim.id, reason)
}

async function disable(
  { config, mail, now }: Services,
  sql: Sql,
  webhookId: string,
  reason: string,
): Promise<void> {
  const owner = await disableFailing(sql, now(), webhookId, reason)
  if (!owner) return
  const { subject, text } = emailsFor(owner).webhookDisabled
  const page = `${config.baseUrl}/app/developers/webhooks`
  await mail.send(sql, writeEmail(owner, subject, text(owner.url, reason, page)))
}

function findReasonToDisable(nowMs: number, failingSince: number, result: AttemptResult): string | undefined {
  if (result.status === GONE) return 'the receiver answered 410 Gone'
  if (nowMs - failingSince >= DISABLE_AFTER_MS)
    return `every attempt failed for 5 days; last error: ${result.error}`
  return undefined
}

/** Sends everything that is due, until nothing is; for tests and for a worker that runs once. */
export const deliverDue = (services: Services) => serveOnce((signals) => createDeliverer(services, signals))
