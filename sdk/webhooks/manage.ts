// Webhooks: registering them, and what became of their events.
import { type CallOptions, call, type Client, create, get, pathTo, post } from '../client.ts'
import { type List, list, type ListOptions, type Page } from '../list.ts'
import type {
  CreatedWebhook,
  DeliveryQuery,
  WebhookRegistration,
  PastEvent,
  ReplayRequest,
  RotatedSecret,
  SentTest,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from '../types.ts'

const ROOT = 'webhooks'
const pathOf = (id: string) => pathTo(ROOT, id)

/**
 * Registers a webhook. Keep `secret`: it is shown this one time.
 *
 * @example
 * const { id, secret } = await createWebhook(client, { url: 'https://tracker.example/hooks/cloudstreet' })
 */
export function createWebhook(
  client: Client,
  webhook: WebhookRegistration,
  options?: CallOptions,
): Promise<CreatedWebhook> {
  return create(client, ROOT, webhook, options)
}

/**
 * All webhooks of the account or the application.
 *
 * @example
 * for await (const { url, failing } of listWebhooks(client)) console.log(url, failing)
 */
export function listWebhooks(client: Client, { limit, ...options }: ListOptions = {}): List<Webhook> {
  return list(client, ROOT, { limit }, options)
}

/**
 * One webhook.
 *
 * @example
 * const { enabled, failing } = await getWebhook(client, id)
 */
export function getWebhook(client: Client, id: string, options?: CallOptions): Promise<Webhook> {
  return get(client, pathOf(id), options)
}

/**
 * Changes the URL, the events or the description of a webhook, or enables it again.
 *
 * @example
 * await updateWebhook(client, id, { enabled: true })
 */
export function updateWebhook(
  client: Client,
  id: string,
  change: WebhookChange,
  options?: CallOptions,
): Promise<Webhook> {
  return call(client, 'PATCH', pathOf(id), { json: change, ...options })
}

/**
 * Deletes a webhook and its log.
 *
 * @example
 * await deleteWebhook(client, id)
 */
export function deleteWebhook(client: Client, id: string, options?: CallOptions): Promise<void> {
  return call(client, 'DELETE', pathOf(id), options)
}

/**
 * Gives a webhook a new secret; for 24 hours the old one signs, too.
 *
 * @example
 * const { secret } = await rotateWebhookSecret(client, id)
 */
export function rotateWebhookSecret(
  client: Client,
  id: string,
  options?: CallOptions,
): Promise<RotatedSecret> {
  return post(client, `${pathOf(id)}/rotate-secret`, options)
}

/**
 * Sends an example event to a webhook.
 *
 * @example
 * await testWebhook(client, id, 'flight.deleted')
 */
export function testWebhook(
  client: Client,
  id: string,
  event: string = 'flight.uploaded',
  options?: CallOptions & { flightId?: string },
): Promise<SentTest> {
  return post(client, `${pathOf(id)}/test`, {
    json: { event, flightId: options?.flightId },
    ...options,
  })
}

/**
 * Sends one delivery again, or every failed one since a moment.
 *
 * @example
 * const { replayed } = await replayDeliveries(client, id, { since: '2026-05-17T00:00:00Z' })
 */
export function replayDeliveries(
  client: Client,
  id: string,
  which: ReplayRequest,
  options?: CallOptions,
): Promise<{ replayed: number }> {
  return post(client, `${pathOf(id)}/replay`, { json: which, ...options })
}

/**
 * Deliveries to a webhook, newest first, with every attempt.
 *
 * @example
 * for await (const { event, attempts } of listDeliveries(client, id, { status: 'failed' })) console.log(event, attempts)
 */
export function listDeliveries(
  client: Client,
  id: string,
  query: DeliveryQuery = {},
  options: CallOptions = {},
): List<WebhookDelivery> {
  return list(client, `${pathOf(id)}/deliveries`, query, options)
}

/**
 * Every event of a webhook after a sequence number, oldest first, whether it was delivered or not.
 *
 * @example
 * for await (const { sequence, payload } of listEvents(client, { webhookId: id, after: 41 })) apply(sequence, payload)
 */
export function listEvents(
  client: Client,
  { webhookId, after, limit = 500, ...options }: ListOptions & { webhookId?: string; after?: number } = {},
): List<PastEvent, EventPage> {
  return list(client, 'events', { webhookId, after, limit }, options)
}

/** With what the sequence numbers belong to, and the highest and lowest that are kept. */
export interface EventPage extends Page<PastEvent> {
  webhookId: string
  oldestSequence: number
  lastSequence: number
  epoch: number
}
