// An owner's operations on webhooks; the API, the dashboard and the operator's commands all call this.
import { setImmediate as giveOthersATurn } from 'node:timers/promises'
import {
  defaultEvents,
  type EventName,
  eventNames,
  eventsOfApplications,
  eventsOfUsers,
  tellsOfFlights,
} from '#contract/event-names.ts'
import type { Envelope } from '#contract/events.ts'
import type { WebhookRegistration, WebhookChange } from '#contract/webhooks.ts'
import { type By, type ByProved, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId, ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { createExampleEnvelope, createExampleOfOther, type EventFlight } from './example.ts'
import { findDelivery, replayDeliveries } from './log-store.ts'
import { listRetriable } from './delivery/backlog-store.ts'
import { advanceSequence, failPending, insertDeliveries } from './delivery/queue-store.ts'
import { sealSecret } from './secret.ts'
import { createWebhookSecret } from './delivery/sign.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listOwnedWebhooks,
  lockWebhook,
  type Maximum,
  type OneOwner,
  type Owner,
  replaceSecret,
  updateWebhook,
  type Webhook,
} from './store.ts'
import { requireSecureUrl, requireTarget, requireUrl } from '#server/deliveries/target.ts'

const maximum: Maximum = { perOwner: 20, perAccount: 100 }
const ROTATION_OVERLAP_MS = DAY_MS
/** Others write in between: 10,000 at once would hold them up. */
const REPLAYED_AT_ONCE = 200

export const unknownWebhook = () => notFound('There is no such webhook.')
const tooMany = (reached: keyof Maximum) =>
  new ApiError(
    409,
    'conflict',
    reached === 'perOwner'
      ? `You already have ${maximum.perOwner} webhooks; delete one first.`
      : `The account already has ${maximum.perAccount} webhooks with those of its applications; delete one first.`,
  )
const isDisabled = () => new ApiError(409, 'conflict', 'The webhook is disabled; enable it first.')

export async function requireWebhook(sql: Sql, owner: Owner, id: string): Promise<Webhook> {
  const webhook = ID_PATTERN.test(id) ? await findWebhook(sql, owner, id) : undefined
  if (!webhook) throw unknownWebhook()
  return webhook
}

/** The only time that the secret is returned. */
export async function createWebhook(
  services: Services,
  owner: OneOwner,
  address: string,
  by: ByProved,
  { events = [...defaultEvents], description = null, enabled = true }: Omit<WebhookRegistration, 'url'> = {},
): Promise<{ id: string; secret: string }> {
  const { db, now } = services
  requireEvents('applicationId' in owner, events)
  const { allowPrivate } = services.config.webhooks
  const url = enabled
    ? await requireTarget(address, allowPrivate, services.resolveName)
    : requireUrl(address).href
  const [id, secret] = [createId(now()), createWebhookSecret()]
  const encryptedSecret = sealSecret(services.secrets, id, secret)
  const row = { id, owner, url, events: inOrder(events), description, enabled, encryptedSecret }
  const reached = await db.transaction(async (sql) => {
    const full = await insertWebhook(sql, now(), row, maximum, by.proved)
    if (!full) await recordWebhookEvent(sql, now(), id, 'webhook_created', by)
    return full
  })
  if (reached) throw tooMany(reached)
  return { id, secret }
}

function requireEvents(isOfApplication: boolean, events: readonly EventName[]): void {
  const allowed = isOfApplication ? eventsOfApplications : eventsOfUsers
  const other = events.find((event) => !allowed.includes(event))
  if (other === undefined) return
  throw invalidRequest(`The event ${other} is for webhooks of ${isOfApplication ? 'users' : 'applications'}.`)
}

/** Each once, in the order in which they are listed everywhere. */
function inOrder(events: readonly EventName[]): EventName[] {
  return eventNames.filter((event) => events.includes(event))
}

export async function changeWebhook(
  services: Services,
  owner: Owner,
  id: string,
  change: WebhookChange,
  by: ByProved,
): Promise<void> {
  const { db, now, config, resolveName } = services
  const { enabled, description } = change
  const webhook = await requireWebhook(db.sql, owner, id)
  if (change.events) requireEvents(webhook.application_id !== null, change.events)
  const events = change.events && inOrder(change.events)
  const url =
    change.url === undefined
      ? undefined
      : await requireTarget(change.url, config.webhooks.allowPrivate, resolveName)
  if (enabled && url === undefined) requireSecureUrl(webhook.url, config.webhooks.allowPrivate)
  await db.transaction(async (sql) => {
    await recordWebhookEvent(sql, now(), id, 'webhook_changed', by, url)
    const stored = { url, events, description, enabled }
    if (!(await updateWebhook(sql, now(), owner, id, stored, by.proved))) throw unknownWebhook()
    if (enabled === false) await failPending(sql, id)
  })
}

export async function removeWebhook({ db, now }: Services, owner: Owner, id: string, by: By): Promise<void> {
  await db.transaction(async (sql) => {
    await recordWebhookEvent(sql, now(), id, 'webhook_deleted', by)
    if (!(await deleteWebhook(sql, now(), owner, id))) throw unknownWebhook()
  })
}

/** Told only by the host: the rest of a URL is often a secret of its receiver. */
export async function recordWebhookEvent(
  sql: Sql,
  nowMs: number,
  id: string,
  kind:
    | 'webhook_created'
    | 'webhook_changed'
    | 'webhook_deleted'
    | 'webhook_enabled'
    | 'webhook_secret_rotated',
  by: By,
  newUrl?: string,
): Promise<void> {
  const [webhook] = await listOwnedWebhooks(sql, { id })
  if (!webhook) return
  const subject = new URL(newUrl ?? webhook.url).host
  await recordSecurityEvent(sql, nowMs, { ...by, userId: webhook.account_id, kind, subject })
}

/** For a day, deliveries carry the signatures of both secrets. */
export async function rotateSecret(
  { db, now, secrets }: Services,
  owner: Owner,
  id: string,
  by: ByProved,
): Promise<{ id: string; secret: string; oldSecretExpiresAt: number }> {
  const secret = createWebhookSecret()
  const oldSecretExpiresAt = now() + ROTATION_OVERLAP_MS
  const replacement = {
    encrypted: sealSecret(secrets, id, secret),
    oldExpiresAt: oldSecretExpiresAt,
  }
  await db.transaction(async (sql) => {
    await recordWebhookEvent(sql, now(), id, 'webhook_secret_rotated', by)
    if (!(await replaceSecret(sql, now(), owner, id, replacement, by.proved))) throw unknownWebhook()
  })
  return { id, secret, oldSecretExpiresAt }
}

export async function replay(
  { db, eventSignal, now }: Services,
  owner: Owner,
  id: string,
  which: { deliveryId: string } | { since: number },
): Promise<{ replayed: number }> {
  // One time for all of them: they are sent in the order of their numbers.
  const nowMs = now()
  const replaySome = async (sql: Sql) => {
    await requireEnabled(sql, owner, id)
    if ('deliveryId' in which && !(await findDelivery(sql, id, which.deliveryId))) return undefined
    return replayDeliveries(sql, nowMs, id, which, REPLAYED_AT_ONCE)
  }
  for (let replayed = 0; ;) {
    const count = await db.transaction(replaySome)
    if (count === undefined) throw notFound('The log of this webhook has no such delivery.')
    eventSignal.notify()
    replayed += count
    if (count < REPLAYED_AT_ONCE) return { replayed }
    await giveOthersATurn()
  }
}

/** Everything that has failed, webhook by webhook; how many deliveries. */
export async function replayAll(services: Services): Promise<number> {
  let count = 0
  for (const { id, accountId } of await listRetriable(services.db.sql))
    // One that was disabled meanwhile is left out.
    count += await replay(services, { accountId }, id, { since: 0 }).then(
      ({ replayed }) => replayed,
      () => 0,
    )
  return count
}

/** An example event, numbered, signed and logged like any other, and marked as a test. */
export async function sendTestEvent(
  { db, eventSignal, now }: Services,
  owner: Owner,
  id: string,
  event: EventName,
  flight?: EventFlight,
): Promise<{ deliveryId: string; sequence: number }> {
  const sent = await db.transaction(async (sql) => {
    const webhook = await requireEnabled(sql, owner, id)
    const nowMs = now()
    const envelope = createExample(webhook, event, nowMs, flight)
    const delivery = {
      id: createId(nowMs),
      webhookId: id,
      sequence: webhook.last_sequence + 1,
      eventId: createId(nowMs),
      event,
      userId: envelope.user.id,
      payload: JSON.stringify(envelope),
      isTest: true,
      status: 'pending' as const,
    }
    await insertDeliveries(sql, nowMs, [delivery])
    await advanceSequence(sql, nowMs, id, delivery.sequence)
    return { deliveryId: delivery.id, sequence: delivery.sequence }
  })
  eventSignal.notify()
  return sent
}

function createExample(
  webhook: Webhook,
  event: EventName,
  nowMs: number,
  flight: EventFlight | undefined,
): Envelope {
  const { user_id: userId, application_id: applicationId } = webhook
  const pilotId = userId ?? '0'.repeat(24)
  requireEvents(applicationId !== null, [event])
  if (!tellsOfFlights(event)) return createExampleOfOther(event, nowMs, pilotId, applicationId ?? '')
  return createExampleEnvelope(event, nowMs, flight?.ownerId ?? pilotId, flight)
}

/** Holds the webhook's lock until the transaction ends. */
async function requireEnabled(sql: Sql, owner: Owner, id: string): Promise<Webhook> {
  if (!(await lockWebhook(sql, owner, id))) throw unknownWebhook()
  const webhook = await requireWebhook(sql, owner, id)
  if (webhook.disabled_at !== null) throw isDisabled()
  return webhook
}
