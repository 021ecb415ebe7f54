// Internal to the dashboard; may change with any release.
// GET, POST /app/api/webhooks (?applicationId= for an application's); PATCH, DELETE /app/api/webhooks/:id;
// POST .../:id/rotate-secret, /test, /replay ({ since } or { deliveryId }); GET .../:id/deliveries?status&before.
// Times are milliseconds since 1970.
import { type Static, Type } from 'typebox'
import type { EventName } from '#contract/event-names.ts'
import { id, orNull } from '#contract/values.ts'
import { DeliveryStatus, WebhookRegistration } from '#contract/webhooks.ts'

export interface WebhookSummary {
  id: string
  url: string
  events: EventName[]
  description: string | null
  applicationId: string | null
  createdAt: number
  disabledAt: number | null
  disabledReason: string | null
  lastDeliveredAt: number | null
  pending: number
  failing: boolean
}

/** Of the user; with an applicationId of that application. */
export const WebhookListQuery = Type.Object({ applicationId: Type.Optional(id('The application.')) })

export const NewWebhook = Type.Object(
  { ...WebhookRegistration.properties, applicationId: Type.Optional(orNull(id('The application.'))) },
  { additionalProperties: false },
)
export type NewWebhook = Static<typeof NewWebhook>

export const LogQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  /** Only deliveries with a smaller sequence number. */
  before: Type.Optional(Type.Integer({ minimum: 1 })),
})

/** One delivery, or all that failed since a time. */
export const ReplayRequest = Type.Object(
  { deliveryId: Type.Optional(id('The delivery.')), since: Type.Optional(Type.Number()) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/** Answer of POST and of rotate-secret: the only time the secret is shown. */
export interface CreatedWebhook {
  id: string
  secret: string
}

export interface DeliverySummary {
  id: string
  sequence: number
  event: string
  status: DeliveryStatus
  createdAt: number
  nextAttemptAt: number | null
  attempts: DeliveryAttempt[]
  payload: string
  /** Asked for as a test; its flight does not exist. */
  isTest: boolean
}

export interface DeliveryAttempt {
  at: number
  /** Null when no answer came. */
  status: number | null
  latencyMs: number
  error: string | null
  /** First 1 KiB of the answer. */
  answer: string | null
  /** As they were sent; null when they were not kept. */
  requestHeaders: Record<string, string> | null
}
