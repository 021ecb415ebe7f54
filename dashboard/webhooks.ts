// Internal to the dashboard; may change with any release.
// GET, POST /app/api/webhooks (?applicationId= for an application's); PATCH, DELETE /app/api/webhooks/:id;
// POST .../:id/rotate-secret, /test, /replay ({ since } or { deliveryId }); GET .../:id/deliveries?status&before.
// Times are milliseconds since 1970.

export interface WebhookSummary {
  id: string
  url: string
  applicationId: string | null
  createdAt: number
  disabledAt: number | null
  disabledReason: string | null
  lastDeliveredAt: number | null
  pending: number
  failing: boolean
}

export interface NewWebhook {
  url: string
  applicationId?: string
}

/** PATCH: any of these. */
export interface WebhookChange {
  url?: string
  enabled?: boolean
}

/** Answer of POST and of rotate-secret: the only time the secret is shown. */
export interface CreatedWebhook {
  id: string
  secret: string
}

export interface DeliverySummary {
  id: string
  sequence: number
  event: string
  status: 'pending' | 'delivered' | 'failed'
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
}
