// Feeds of events that need no public address: the changes of a pilot's flights, or the events of a webhook.
import { createHash } from 'node:crypto'
import { eventNames } from '../../contract/event-names.ts'
import {
  type Client,
  type CloudstreetEvent,
  createWebhook,
  type Flight,
  type FlightChange,
  listChanges,
  listEvents,
  listWebhooks,
} from '../../sdk/index.ts'

export interface FeedEvent {
  /** The same each time the event is read. */
  id: string
  /** At its webhook; changes have none. */
  sequence?: number
  isTest: boolean
  body: CloudstreetEvent
}

export interface FeedPage {
  events: FeedEvent[]
  /** After all of them. */
  cursor: string
}

export interface Feed {
  /** The cursor after everything that has happened so far. */
  findEnd(signal: AbortSignal): Promise<string>
  /** The events since; '' is the beginning. */
  read(after: string, signal: AbortSignal): AsyncGenerator<FeedPage, void, undefined>
}

/** A flight comes once for each time it is searched for, as it is then: see docs/guide/syncing.md. */
export function changesFeed(client: Client, userId: string): Feed {
  return {
    async findEnd(signal) {
      let end = ''
      for await (const { cursor } of listChanges(client, { fields: 'id', signal })) end = cursor
      return end
    },
    async *read(after, signal) {
      for await (const { changes, cursor } of listChanges(client, { ...(after ? { after } : {}), signal }))
        yield { events: changes.map((change) => toEvent(change, userId)), cursor }
    },
  }
}

function toEvent(change: FlightChange, userId: string): FeedEvent {
  const { id, hash, changedAt } = change
  const name = `${id} ${change.change} ${changedAt}`
  const envelope = { occurredAt: changedAt, user: { id: userId } }
  return {
    id: createHash('sha256').update(name).digest('hex').slice(0, 24),
    isTest: false,
    body:
      change.flight === null
        ? { event: 'flight.deleted', ...envelope, flight: { id, hash } }
        : {
            event: change.change === 'created' ? 'flight.uploaded' : 'flight.updated',
            ...envelope,
            flight: toFlight(change.flight),
          },
  }
}

function toFlight({ id, hash, flight_date: date, scoring, flightInfo }: Flight) {
  const { glider } = flightInfo.metadata as { glider?: unknown }
  const gliderType = typeof glider === 'string' ? glider : null
  return { id, hash, date, ...scoring, gliderType, durationSeconds: flightInfo.track.duration }
}

/** The cursor is the number of the last event. */
export function webhookFeed(client: Client, webhook: string): Feed {
  return {
    async findEnd(signal) {
      let end = 0
      for await (const { sequence } of listEvents(client, { webhookId: webhook, signal })) end = sequence
      return String(end)
    },
    async *read(after, signal) {
      const events = listEvents(client, { webhookId: webhook, after: Number(after), signal })
      for await (const { id, sequence, isTest, payload } of events) {
        const body = payload as unknown as CloudstreetEvent
        yield { events: [{ id, sequence, isTest, body }], cursor: String(sequence) }
      }
    },
  }
}

const DESCRIPTION = 'cloudstreet listen'

/**
 * An application has events only where it has a webhook: one to which nothing is posted, found again by its address and
 * description, and so a lost answer or a lost state makes no second one.
 */
export async function findListeningWebhook(client: Client, url: string, signal: AbortSignal) {
  const webhooks = await listWebhooks(client, { signal }).all()
  const found = webhooks.find(
    (webhook) => !webhook.enabled && webhook.url === url && webhook.description === DESCRIPTION,
  )
  if (found) return { id: found.id, isNew: false, lastSequence: found.lastSequence }
  const created = await createWebhook(
    client,
    {
      url,
      description: DESCRIPTION,
      enabled: false,
      // Where a pilot's flights go besides is told to no application.
      events: eventNames.filter((name) => !name.startsWith('forward.')),
    },
    { signal },
  )
  return { id: created.id, isNew: true, lastSequence: created.lastSequence }
}
