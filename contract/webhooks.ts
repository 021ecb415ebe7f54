// Webhooks and the events they are sent, as the public API shows them. Times are ISO 8601, UTC.
import { type Static, Type } from 'typebox'
import { eventNames } from './events.ts'
import { id, idParams, moment, orNull } from './values.ts'

export const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed'], {
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
    'Where events are posted: https, a public address, no user name or password. Redirects are not followed.',
  maxLength: 2048,
  examples: ['https://tracker.example/hooks/cloudstreet'],
})

export const NewWebhook = Type.Object({ url }, { title: 'NewWebhook', additionalProperties: false })

export const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    enabled: Type.Optional(
      Type.Boolean({
        description: 'False: nothing is sent, and what waits counts as failed. True: sent again from now on.',
        examples: [true],
      }),
    ),
  },
  { title: 'WebhookChange', additionalProperties: false, minProperties: 1 },
)

const webhookMembers = {
  id: id('The webhook.'),
  url,
  enabled: Type.Boolean({ examples: [true] }),
  failing: Type.Boolean({ description: 'Its last attempt failed.', examples: [false] }),
  pending: Type.Integer({ description: 'Deliveries that wait for their next attempt.', examples: [0] }),
  lastSequence: Type.Integer({
    description: 'The number of its last event; they have no gaps.',
    examples: [42],
  }),
  lastDeliveredAt: orNull(moment('When an event was last delivered.')),
  disabledAt: orNull(moment('Since when nothing is sent.')),
  disabledReason: orNull(Type.String({ examples: ['the receiver answered 410 Gone'] })),
  oldSecretExpiresAt: orNull(moment('Until when deliveries are signed with the old secret too.')),
  createdAt: moment('When it was registered.'),
}

export const Webhook = Type.Object(webhookMembers, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>
export const WebhookResponse = Type.Object({ data: Webhook }, { title: 'WebhookResponse' })
export const WebhookListResponse = Type.Object(
  { data: Type.Array(Webhook) },
  { title: 'WebhookListResponse' },
)

const secret = Type.String({
  description: 'Shown this once: whsec_ and the base64 of 32 bytes, as Standard Webhooks has it.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5KCBtwUzBp4='],
})

export const CreatedWebhookResponse = Type.Object(
  { data: Type.Object({ ...webhookMembers, secret }) },
  { title: 'CreatedWebhookResponse' },
)

export const RotatedSecretResponse = Type.Object(
  {
    data: Type.Object({
      id: id('The webhook.'),
      secret,
      oldSecretExpiresAt: moment('Until when deliveries are signed with the old secret too.'),
    }),
  },
  { title: 'RotatedSecretResponse' },
)

const DeliveryAttempt = Type.Object({
  at: moment('When it was sent.'),
  status: orNull(Type.Integer({ description: 'Of the answer; null when none came.', examples: [200] })),
  latencyMs: Type.Integer({ description: 'Milliseconds until the answer was read.', examples: [83] }),
  error: orNull(Type.String({ description: 'What went wrong.', examples: ['no answer within 10 s'] })),
  answer: orNull(Type.String({ description: 'The first 1 KiB of the answer.', examples: ['ok'] })),
})

const event = Type.String({ description: `One of: ${eventNames.join(', ')}.`, examples: ['flight.uploaded'] })
const isTest = Type.Boolean({
  description: 'Asked for as a test: the flight does not exist.',
  examples: [false],
})
const sequence = Type.Integer({ description: 'Its number at this webhook.', examples: [42] })

export const WebhookDelivery = Type.Object(
  {
    id: id('The delivery.'),
    sequence,
    eventId: id('The event; sent as webhook-id, the same in every attempt and replay.'),
    event,
    test: isTest,
    status: DeliveryStatus,
    createdAt: moment('When the event was numbered for this webhook.'),
    nextAttemptAt: orNull(moment('When it is tried next.')),
    payload: Type.String({ description: 'The body exactly as it is sent and signed.' }),
    attempts: Type.Array(DeliveryAttempt),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>
export const DeliveryListResponse = Type.Object(
  { data: Type.Array(WebhookDelivery) },
  { title: 'DeliveryListResponse' },
)

export const DEFAULT_DELIVERY_LIMIT = 50

export const DeliveryQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Only deliveries with a smaller sequence number.',
      examples: [43],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_DELIVERY_LIMIT,
      description: 'The largest number of deliveries to return.',
    }),
  ),
})

export const ReplayRequest = Type.Object(
  {
    deliveryId: Type.Optional(id('This delivery, whatever became of it.')),
    since: Type.Optional(moment('All deliveries that failed, of events from this time on.')),
  },
  { title: 'ReplayRequest', additionalProperties: false, minProperties: 1, maxProperties: 1 },
)
export const ReplayResponse = Type.Object(
  { data: Type.Object({ replayed: Type.Integer({ description: 'Deliveries that are sent again.' }) }) },
  { title: 'ReplayResponse' },
)

export const TestRequest = orNull(
  Type.Object(
    {
      event: Type.Optional(
        Type.Enum(eventNames, {
          type: 'string',
          default: 'flight.uploaded',
          description: 'The event to send.',
        }),
      ),
    },
    { title: 'TestRequest', additionalProperties: false },
  ),
)
export const TestResponse = Type.Object(
  { data: Type.Object({ deliveryId: id('The delivery.'), sequence }) },
  { title: 'TestResponse' },
)

export const DEFAULT_EVENT_LIMIT = 100

export const EventQuery = Type.Object({
  webhook: Type.Optional(
    Type.String({
      description: 'The webhook; may be left out by who has only one.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Only events with a greater sequence number.',
      examples: [41],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      default: DEFAULT_EVENT_LIMIT,
      description: 'The largest number of events to return.',
    }),
  ),
})

export const EventListResponse = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        sequence,
        id: id('The event; sent as webhook-id.'),
        event,
        test: isTest,
        status: DeliveryStatus,
        payload: Type.Object(
          {},
          { additionalProperties: true, description: 'The envelope; its members as in the webhook.' },
        ),
      }),
    ),
    webhook: id('The webhook whose numbers these are.'),
    oldestSequence: Type.Integer({
      description: 'The smallest number that is still kept (30 days); what came before it is gone.',
      examples: [1],
    }),
    lastSequence: Type.Integer({
      description: 'The greatest number given. From oldestSequence to here no number is missing.',
      examples: [42],
    }),
  },
  { title: 'EventListResponse' },
)
