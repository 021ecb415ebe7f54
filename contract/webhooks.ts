// Webhooks, their deliveries and their events. Times are ISO 8601, UTC.
import { type Static, Type } from 'typebox'
import { ErrorBody } from './errors.ts'
import { defaultEvents, eventNames } from './event-names.ts'
import { FeedPagination, id, idParams, limitOf, LINE_PATTERN, listOf, moment, orNull } from './values.ts'

export const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed'], {
  title: 'DeliveryStatus',
  type: 'string',
  description:
    'pending: waiting for the next attempt; delivered: the receiver answered 2xx; failed: given up, or never sent ' +
    'because the webhook was disabled.',
  examples: ['delivered'],
})
export type DeliveryStatus = Static<typeof DeliveryStatus>

export const WebhookParams = idParams('The webhook.')

const url = Type.String({
  description:
    'The URL that events are posted to: https, at a public address, without user name or password. Redirects are not followed.',
  maxLength: 2048,
  examples: ['https://tracker.example/hooks/cloudstreet'],
})

const EventName = Type.Enum(eventNames, {
  title: 'EventName',
  type: 'string',
  description: 'What happened.',
  examples: ['flight.uploaded'],
})
const eventOptions = {
  minItems: 1,
  maxItems: eventNames.length,
  description:
    'The events that are sent. connection.ended is for webhooks of applications. entry.decided tells pilots, season.closed those who manage the season; of applications those with clubs:read. forward.delivered and forward.failed are for webhooks of users. A change counts for what happens ' +
    'from then on.',
  examples: [[...defaultEvents]],
}
const eventList = Type.Array(EventName, eventOptions)
const description = Type.String({
  maxLength: 200,
  pattern: LINE_PATTERN,
  'x-must-be': 'text of at most 200 characters, without control characters',
  description: 'In the owner’s own words; it is not sent.',
  examples: ['Staging'],
})

export const WebhookRegistration = Type.Object(
  {
    url,
    events: Type.Optional(
      Type.Array(EventName, {
        ...eventOptions,
        description: `${eventOptions.description} Without it: ${defaultEvents.join(', ')}.`,
      }),
    ),
    description: Type.Optional(orNull(description)),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          'true, as without it, registers the webhook enabled. false registers the webhook disabled: nothing is posted, its events are numbered and wait at ' +
          '`GET /api/v1/events`, and `url` may be any http or https address, until the webhook is enabled.',
        examples: [true],
      }),
    ),
  },
  { title: 'WebhookRegistration', additionalProperties: false },
)
export type WebhookRegistration = Static<typeof WebhookRegistration>

export const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(eventList),
    description: Type.Optional(orNull(description)),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          'false disables the webhook: nothing is sent, and pending deliveries count as failed. true enables it again for new events.',
        examples: [true],
      }),
    ),
  },
  { title: 'WebhookChange', additionalProperties: false, minProperties: 1 },
)
export type WebhookChange = Static<typeof WebhookChange>

const webhookMembers = {
  id: id('The id of the webhook.'),
  url,
  events: eventList,
  description: orNull(description),
  enabled: Type.Boolean({ description: 'Whether events are sent.', examples: [true] }),
  failing: Type.Boolean({ description: 'Whether the last attempt failed.', examples: [false] }),
  pendingCount: Type.Integer({ description: 'Deliveries waiting for their next attempt.', examples: [0] }),
  lastSequence: Type.Integer({
    description: 'The sequence number of the last event. The numbers have no gaps.',
    examples: [42],
  }),
  lastDeliveredAt: orNull(moment('When an event was last delivered successfully.')),
  disabledAt: orNull(moment('When the webhook was disabled; null while it is enabled.')),
  disabledReason: orNull(
    Type.String({
      description: 'Why the webhook was disabled.',
      examples: ['the receiver answered 410 Gone'],
    }),
  ),
  oldSecretExpiresAt: orNull(moment('Until when deliveries are also signed with the old secret.')),
  createdAt: moment('When the webhook was registered.'),
}

export const Webhook = Type.Object(webhookMembers, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>
export const WebhookResponse = Type.Object({ data: Webhook }, { title: 'WebhookResponse' })
export const WebhookListResponse = listOf('WebhookListResponse', Webhook)

const secret = Type.String({
  description: 'whsec_ and the base64 of 32 bytes, as in Standard Webhooks. It is shown only once.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5KCBtwUzBp4='],
})

export const CreatedWebhook = Type.Object({ ...webhookMembers, secret }, { title: 'CreatedWebhook' })
export type CreatedWebhook = Static<typeof CreatedWebhook>
export const CreatedWebhookResponse = Type.Object(
  { data: CreatedWebhook },
  { title: 'CreatedWebhookResponse' },
)

export const RotatedSecret = Type.Object(
  {
    id: id('The id of the webhook.'),
    secret,
    oldSecretExpiresAt: moment('Until when deliveries are also signed with the old secret.'),
  },
  { title: 'RotatedSecret' },
)
export type RotatedSecret = Static<typeof RotatedSecret>
export const RotatedSecretResponse = Type.Object({ data: RotatedSecret }, { title: 'RotatedSecretResponse' })

const DeliveryAttempt = Type.Object(
  {
    attemptedAt: moment('When the attempt was made.'),
    httpStatus: orNull(
      Type.Integer({ description: 'Status of the response; null when there was none.', examples: [200] }),
    ),
    latencyMs: Type.Integer({ description: 'Milliseconds until the response was read.', examples: [83] }),
    error: orNull(
      Type.String({
        description: 'What went wrong; null when the attempt succeeded.',
        examples: ['no answer within 10 s'],
      }),
    ),
    responseBody: orNull(
      Type.String({ description: 'The first 1 KiB of the response body.', examples: ['ok'] }),
    ),
    requestHeaders: orNull(
      Type.Unsafe<Record<string, string>>({
        title: 'SentHeaders',
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The headers as they were sent; null when they were not kept.',
        examples: [{ 'x-cloudstreet-sequence': '42' }],
      }),
    ),
  },
  { title: 'DeliveryAttempt' },
)

const event = Type.String({ description: `One of: ${eventNames.join(', ')}.`, examples: ['flight.uploaded'] })
const isTest = Type.Boolean({
  description: 'Whether this is a test event, whose flight does not exist unless the test named one.',
  examples: [false],
})
const sequence = Type.Integer({
  description: 'The sequence number of the event at this webhook.',
  examples: [42],
})

const payload = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      title: 'EventPayload',
      additionalProperties: true,
      description: 'The envelope, as it is sent to the webhook.',
      examples: [{ event: 'flight.uploaded', occurredAt: '2026-05-17T16:04:05.000Z' }],
    },
  ),
)

export const WebhookDelivery = Type.Object(
  {
    id: id('The id of the delivery.'),
    sequence,
    eventId: id('The id of the event. It is sent as webhook-id, the same in every attempt and replay.'),
    event,
    isTest,
    status: DeliveryStatus,
    createdAt: moment('When the event got its number at this webhook.'),
    nextAttemptAt: orNull(moment('When the next attempt is due; null when there will be none.')),
    body: Type.String({
      description: 'The body, exactly as it is sent and signed; as an object it is in payload.',
      examples: ['{"event":"flight.uploaded","occurredAt":"2026-05-17T16:04:05.000Z"}'],
    }),
    payload,
    attempts: Type.Array(DeliveryAttempt),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>
export const DeliveryListResponse = listOf('DeliveryListResponse', WebhookDelivery, 'The newest first.')

export const DeliveryQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  after: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Only older deliveries: pagination.next of the page before, which is the sequence number of its last one.',
      examples: [43],
    }),
  ),
  limit: limitOf(),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const ReplayRequest = Type.Object(
  {
    deliveryId: Type.Optional(id('Send this delivery again, whatever its status.')),
    since: Type.Optional(moment('Send all failed deliveries of events since this time again.')),
  },
  {
    title: 'ReplayRequest',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    examples: [{ since: '2026-05-17T16:04:05.000Z' }],
  },
)
export type ReplayRequest = Static<typeof ReplayRequest>
export const ReplayResponse = Type.Object(
  {
    data: Type.Object(
      {
        replayed: Type.Integer({
          description: 'The number of deliveries that are sent again.',
          examples: [3],
        }),
      },
      { title: 'Replay' },
    ),
  },
  { title: 'ReplayResponse' },
)

const TestEvent = Type.Object(
  {
    event: Type.Optional(
      Type.Enum(eventNames, {
        type: 'string',
        description: 'The event to send; without it flight.uploaded.',
        examples: ['flight.uploaded'],
      }),
    ),
    flightId: Type.Optional({
      ...id('A flight of yours to tell of; without it one that does not exist. For events of flights.'),
      examples: ['68f0a1b2c3d4e5f6a7b8c9d1'],
    }),
  },
  { title: 'TestEvent', additionalProperties: false },
)
export const TestRequest = Type.Union([TestEvent, Type.Null()], { title: 'TestRequest' })

export const SentTest = Type.Object(
  { deliveryId: id('The id of the delivery.'), sequence },
  { title: 'SentTest' },
)
export type SentTest = Static<typeof SentTest>
export const TestResponse = Type.Object({ data: SentTest }, { title: 'TestResponse' })

export const DEFAULT_EVENT_LIMIT = 100

export const EventQuery = Type.Object({
  webhookId: Type.Optional(
    Type.String({
      description: 'The id of the webhook. It may be omitted if you have only one.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description:
        'Only events with a higher sequence number: the last that you have, or pagination.next of the page before. A number above the last one is 410 cursor_expired: the service was restored from a backup.',
      examples: [41],
    }),
  ),
  limit: limitOf(DEFAULT_EVENT_LIMIT, 500),
})

export const WebhookEvent = Type.Object(
  {
    sequence,
    id: id('The id of the event, sent as webhook-id.'),
    event,
    isTest,
    status: DeliveryStatus,
    payload,
  },
  { title: 'WebhookEvent' },
)
export type WebhookEvent = Static<typeof WebhookEvent>

const epoch = Type.Integer({
  description:
    'When the service was last restored from a backup, in Unix seconds; 0: never. After a change of it, numbers that you have seen may have been given again. Deliveries have it as X-Cloudstreet-Epoch.',
  examples: [0],
})

export const EventListResponse = Type.Object(
  {
    data: Type.Array(WebhookEvent, { description: 'The oldest first.' }),
    pagination: FeedPagination,
    webhookId: id('The id of the webhook that the sequence numbers belong to.'),
    oldestSequence: Type.Integer({
      description: 'The lowest sequence number that is still kept. Events are kept for 30 days.',
      examples: [1],
    }),
    lastSequence: Type.Integer({
      description:
        'The highest sequence number so far. No number from oldestSequence to this one is missing.',
      examples: [42],
    }),
    epoch,
  },
  { title: 'EventListResponse' },
)

/** The numbers begin again lower: the caller learns from where, and since when. */
export const EventsGoneBody = Type.Object(
  {
    ...ErrorBody.properties,
    lastSequence: Type.Integer({ description: 'The highest sequence number there is now.', examples: [42] }),
    epoch,
  },
  { title: 'EventsGoneBody' },
)
export type EventsGoneBody = Static<typeof EventsGoneBody>
