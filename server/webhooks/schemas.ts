// What the documentation says of each route, and what its requests must fit.
import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import * as contract from '#contract/webhooks.ts'

const tags = ['Webhooks']
const security = [{ bearer: ['flights:read'] }]
const FOR_APPLICATIONS =
  'For an application: with an access token of the grant client_credentials, scope flights:read. A token that a user ' +
  'gave the application does not manage its webhooks.'
const Params = Type.Object({
  id: Type.String({ description: 'The webhook.', examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
})
const failures = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: RateLimitedBody }
const NoContent = Type.Null({ description: 'Deleted.' })

interface Answers {
  [status: number]: TSchema
}

function describe(summary: string, description: string, answers: Answers): FastifySchema {
  const response = { ...answers, ...failures }
  return { tags, security, summary, description: `${description} ${FOR_APPLICATIONS}`.trim(), response }
}

function describeOne(summary: string, description: string, answers: Answers): FastifySchema {
  return { ...describe(summary, description, { ...answers, 404: ErrorBody }), params: Params }
}

export const schemas = {
  list: describe('List webhooks', '', { 200: contract.WebhookListResponse }),
  create: {
    ...describe(
      'Register a webhook',
      'Events of flights whose pilots have consented to flights:read are posted to it from now on. The secret is ' +
        'shown this once. At most 20 webhooks.',
      { 201: contract.CreatedWebhookResponse, 409: ErrorBody },
    ),
    body: contract.NewWebhook,
  },
  find: describeOne('One webhook', '', { 200: contract.WebhookResponse }),
  change: {
    ...describeOne('Change the address, disable or enable', '', { 200: contract.WebhookResponse }),
    body: contract.WebhookChange,
  },
  remove: describeOne('Delete a webhook', 'Its log goes with it.', { 204: NoContent }),
  rotate: describeOne(
    'Replace the secret',
    'For 24 hours deliveries carry the signatures of both secrets. The new one is shown this once.',
    { 200: contract.RotatedSecretResponse },
  ),
  deliveries: {
    ...describeOne('The delivery log', 'Newest first, every attempt with its outcome; kept for 30 days.', {
      200: contract.DeliveryListResponse,
    }),
    querystring: contract.DeliveryQuery,
  },
  replay: {
    ...describeOne(
      'Send deliveries again',
      'One delivery, or all that failed since a time. Sequence and id stay the same; the retries begin anew.',
      { 202: contract.ReplayResponse, 409: ErrorBody },
    ),
    body: contract.ReplayRequest,
  },
  test: {
    ...describeOne(
      'Send a test event',
      'An example event (flight.uploaded unless said otherwise), numbered, signed and logged as any other, with the ' +
        'header X-Cloudstreet-Test: true. Its flight does not exist: the hash is all zeros.',
      { 202: contract.TestResponse, 409: ErrorBody },
    ),
    body: Type.Union([contract.TestRequest, Type.Null()]),
  },
  events: {
    tags: ['Events'],
    security,
    summary: 'The events of a webhook after a sequence number',
    description:
      'What a receiver that was away has missed, oldest first. Numbers have no gaps, so a missing one is seen. For an ' +
      'application with a token of the grant client_credentials, for a user with a personal key; scope flights:read.',
    querystring: contract.EventQuery,
    response: { 200: contract.EventListResponse, ...failures, 404: ErrorBody },
  },
}
