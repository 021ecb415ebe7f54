// The schema of each route: documentation and validation.
import type { TSchema } from 'typebox'
import { ErrorBody } from '#contract/errors.ts'
import { noContent, ShortListQuery } from '#contract/values.ts'
import * as contract from '#contract/webhooks.ts'

const tags = ['Webhooks']
const WHOSE =
  'Those of the application, with a token from the client_credentials grant; those of the user, with a personal key.'
const failures = { 400: ErrorBody }

type Responses = Record<number, TSchema>

function describe<R extends Responses>(
  operationId: string,
  summary: string,
  description: string,
  responses: R,
) {
  const response = { ...responses, ...failures }
  return { operationId, tags, summary, description, response }
}

function describeOne<R extends Responses>(
  operationId: string,
  summary: string,
  description: string,
  responses: R,
) {
  const schema = describe(operationId, summary, description, { ...responses, 404: ErrorBody })
  return { ...schema, params: contract.WebhookParams }
}

export const schemas = {
  list: {
    ...describe('listWebhooks', 'List webhooks', WHOSE, { 200: contract.WebhookListResponse }),
    querystring: ShortListQuery,
  },
  create: {
    ...describe(
      'createWebhook',
      'Register a webhook',
      'From now on, events are posted to it: of an application about flights of pilots who have consented to ' +
        'flights:read, of a user about the own flights. The response is the only one that contains the secret. A user ' +
        'or an application can have 20 webhooks, an account with all its applications 100. Without a public address: ' +
        'register it disabled, and read its events at GET /api/v1/events.',
      { 201: contract.CreatedWebhookResponse, 409: ErrorBody },
    ),
    body: contract.WebhookRegistration,
  },
  find: describeOne('getWebhook', 'Get a webhook', 'Without its secret, which is shown when it is made.', {
    200: contract.WebhookResponse,
  }),
  change: {
    ...describeOne('updateWebhook', 'Change, disable or enable a webhook', 'What is left out stays.', {
      200: contract.WebhookResponse,
    }),
    body: contract.WebhookChange,
  },
  remove: describeOne('deleteWebhook', 'Delete a webhook', 'Its log is deleted too.', {
    204: noContent('Deleted.'),
  }),
  rotate: describeOne(
    'rotateWebhookSecret',
    'Rotate the secret',
    'For 24 hours, deliveries carry the signatures of both secrets. The response is the only one that contains the ' +
      'new secret.',
    { 200: contract.RotatedSecretResponse },
  ),
  deliveries: {
    ...describeOne(
      'listWebhookDeliveries',
      'List deliveries',
      'Newest first, each attempt with its outcome; kept for 30 days.',
      {
        200: contract.DeliveryListResponse,
      },
    ),
    querystring: contract.DeliveryQuery,
  },
  replay: {
    ...describeOne(
      'replayWebhookDeliveries',
      'Replay deliveries',
      'Sends one delivery again, or all that failed since a time. Sequence and id stay the same; the retry schedule ' +
        'starts over.',
      { 202: contract.ReplayResponse, 409: ErrorBody },
    ),
    body: contract.ReplayRequest,
  },
  test: {
    ...describeOne(
      'sendTestEvent',
      'Send a test event',
      'Sends an example event (flight.uploaded by default), numbered, signed and logged like any other, with the ' +
        'header X-Cloudstreet-Test: true. Its flight does not exist: the hash is all zeros. With flightId it tells of ' +
        'that flight of yours, which needs flights:read, too, and has "test": true in its body.',
      { 202: contract.TestResponse, 400: ErrorBody, 409: ErrorBody },
    ),
    body: contract.TestRequest,
  },
  events: {
    operationId: 'listEvents',
    tags: ['Events'],
    summary: 'List the events of a webhook after a sequence number',
    description:
      'For a receiver that was offline: what its webhook would have sent, oldest first. To keep a copy of one logbook, ' +
      'follow GET /api/v1/flights/changes instead, which needs no webhook. Sequence numbers have no gaps, so a missing ' +
      'one can be noticed. An application asks with a token from the client_credentials grant, a user with a personal key.',
    querystring: contract.EventQuery,
    response: { 200: contract.EventListResponse, ...failures, 404: ErrorBody, 410: contract.EventsGoneBody },
  },
}
