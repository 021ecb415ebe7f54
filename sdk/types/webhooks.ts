// Written by scripts/sdk/types.ts from contract/; not by hand.

export type WebhookRegistration = {
  /** The URL that events are posted to: https, at a public address, without user name or password. Redirects are not followed. */
  url: string
  /** The events that are sent. connection.ended is for webhooks of applications. A change counts for what happens from then on. Without it: flight.uploaded, flight.deleted. */
  events?: Array<'flight.uploaded' | 'flight.updated' | 'flight.deleted' | 'connection.ended'>
  /** In the owner’s own words; it is not sent. */
  description?: string | null
  /** true, as without it, registers the webhook enabled. false registers the webhook disabled: nothing is posted, its events are numbered and wait at `GET /api/v1/events`, and `url` may be any http or https address, until the webhook is enabled. */
  enabled?: boolean
}

export type WebhookChange = {
  /** The URL that events are posted to: https, at a public address, without user name or password. Redirects are not followed. */
  url?: string
  /** The events that are sent. connection.ended is for webhooks of applications. A change counts for what happens from then on. */
  events?: Array<'flight.uploaded' | 'flight.updated' | 'flight.deleted' | 'connection.ended'>
  /** In the owner’s own words; it is not sent. */
  description?: string | null
  /** false disables the webhook: nothing is sent, and pending deliveries count as failed. true enables it again for new events. */
  enabled?: boolean
}

export type Webhook = {
  /** The id of the webhook. */
  id: string
  /** The URL that events are posted to: https, at a public address, without user name or password. Redirects are not followed. */
  url: string
  /** The events that are sent. connection.ended is for webhooks of applications. A change counts for what happens from then on. */
  events: Array<'flight.uploaded' | 'flight.updated' | 'flight.deleted' | 'connection.ended'>
  /** In the owner’s own words; it is not sent. */
  description: string | null
  /** Whether events are sent. */
  enabled: boolean
  /** Whether the last attempt failed. */
  failing: boolean
  /** Deliveries waiting for their next attempt. */
  pending: number
  /** The sequence number of the last event. The numbers have no gaps. */
  lastSequence: number
  /** When an event was last delivered successfully. */
  lastDeliveredAt: string | null
  /** When the webhook was disabled; null while it is enabled. */
  disabledAt: string | null
  /** Why it was disabled. */
  disabledReason: string | null
  /** Until when deliveries are also signed with the old secret. */
  oldSecretExpiresAt: string | null
  /** When the webhook was registered. */
  createdAt: string
}

export type CreatedWebhook = {
  /** The id of the webhook. */
  id: string
  /** The URL that events are posted to: https, at a public address, without user name or password. Redirects are not followed. */
  url: string
  /** The events that are sent. connection.ended is for webhooks of applications. A change counts for what happens from then on. */
  events: Array<'flight.uploaded' | 'flight.updated' | 'flight.deleted' | 'connection.ended'>
  /** In the owner’s own words; it is not sent. */
  description: string | null
  /** Whether events are sent. */
  enabled: boolean
  /** Whether the last attempt failed. */
  failing: boolean
  /** Deliveries waiting for their next attempt. */
  pending: number
  /** The sequence number of the last event. The numbers have no gaps. */
  lastSequence: number
  /** When an event was last delivered successfully. */
  lastDeliveredAt: string | null
  /** When the webhook was disabled; null while it is enabled. */
  disabledAt: string | null
  /** Why it was disabled. */
  disabledReason: string | null
  /** Until when deliveries are also signed with the old secret. */
  oldSecretExpiresAt: string | null
  /** When the webhook was registered. */
  createdAt: string
  /** whsec_ and the base64 of 32 bytes, as in Standard Webhooks. It is shown only once. */
  secret: string
}

export type RotatedSecret = {
  /** The id of the webhook. */
  id: string
  /** whsec_ and the base64 of 32 bytes, as in Standard Webhooks. It is shown only once. */
  secret: string
  /** Until when deliveries are also signed with the old secret. */
  oldSecretExpiresAt: string
}

export type DeliveryQuery = {
  /** pending: waiting for the next attempt; delivered: the receiver answered 2xx; failed: given up, or never sent because the webhook was disabled. */
  status?: 'pending' | 'delivered' | 'failed'
  /** Only deliveries with a lower sequence number. */
  before?: number
  /** The maximum number of deliveries to return. */
  limit?: number
}

export type ReplayRequest = {
  /** Send this delivery again, whatever its status. */
  deliveryId?: string
  /** Send all failed deliveries of events since this time again. */
  since?: string
}

export type WebhookDelivery = {
  /** The id of the delivery. */
  id: string
  /** The sequence number of the event at this webhook. */
  sequence: number
  /** The id of the event. It is sent as webhook-id, the same in every attempt and replay. */
  eventId: string
  /** One of: flight.uploaded, flight.updated, flight.deleted, connection.ended. */
  event: string
  /** Whether this is a test event, whose flight does not exist. */
  test: boolean
  /** pending: waiting for the next attempt; delivered: the receiver answered 2xx; failed: given up, or never sent because the webhook was disabled. */
  status: 'pending' | 'delivered' | 'failed'
  /** When the event got its number at this webhook. */
  createdAt: string
  /** When the next attempt is due; null when there will be none. */
  nextAttemptAt: string | null
  /** The body, exactly as it is sent and signed; as an object it is in envelope. */
  payload: string
  /** The envelope, as it is sent to the webhook. */
  envelope: Record<string, unknown>
  attempts: Array<{
    /** When the attempt was made. */
    at: string
    /** Status of the response; null when there was none. */
    status: number | null
    /** Milliseconds until the response was read. */
    latencyMs: number
    /** What went wrong; null when the attempt succeeded. */
    error: string | null
    /** The first 1 KiB of the response body. */
    answer: string | null
    /** The headers as they were sent; null when they were not kept. */
    requestHeaders: Record<string, string> | null
  }>
}

export type SentTest = {
  /** The id of the delivery. */
  deliveryId: string
  /** The sequence number of the event at this webhook. */
  sequence: number
}

export type PastEvent = {
  /** The sequence number of the event at this webhook. */
  sequence: number
  /** The id of the event, sent as webhook-id. */
  id: string
  /** One of: flight.uploaded, flight.updated, flight.deleted, connection.ended. */
  event: string
  /** Whether this is a test event, whose flight does not exist. */
  test: boolean
  /** pending: waiting for the next attempt; delivered: the receiver answered 2xx; failed: given up, or never sent because the webhook was disabled. */
  status: 'pending' | 'delivered' | 'failed'
  /** The envelope, as it is sent to the webhook. */
  payload: Record<string, unknown>
}
