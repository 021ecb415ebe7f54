// The events as they are posted to the URL of a webhook: their bodies and their headers.
import * as events from '../events.ts'
import type { Operation, Schema } from './document.ts'

const sentHeader = (name: string, description: string, example: string, required = true) => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string', examples: [example] },
})

const sentHeaders = [
  sentHeader(
    'X-Cloudstreet-Signature',
    't, the time in Unix seconds, and v1, the hexadecimal HMAC-SHA256 of t, a dot and the body, keyed with the secret ' +
      'as it was shown. During a rotation there are two of v1. Verify it before you trust the body.',
    't=1779033845,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  sentHeader('X-Cloudstreet-Sequence', 'The number of the event at this webhook, without gaps.', '42'),
  sentHeader(
    'X-Cloudstreet-Epoch',
    'Rises when the service was restored from a backup: then numbers may come a second time, for other events.',
    '0',
  ),
  sentHeader(
    'X-Request-Id',
    'The id of the request that the event tells of; absent when none caused it, or when it came with an import.',
    '3f1c9a52-5a3e-4c47-9d0b-0d6f0f8f2f11',
    false,
  ),
  sentHeader(
    'Traceparent',
    'The W3C trace context that this request came with, unchanged; absent when it came with none.',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    false,
  ),
  sentHeader('X-Cloudstreet-Test', 'true for a test event, whose flight does not exist.', 'true', false),
  sentHeader(
    'Webhook-Id',
    'The id of the event, the same in every attempt (Standard Webhooks).',
    '68f0a1b2c3d4e5f6a7b8c9d0',
  ),
  sentHeader('Webhook-Timestamp', 'Unix seconds of the attempt (Standard Webhooks).', '1779033845'),
  sentHeader(
    'Webhook-Signature',
    'v1 and the base64 of the HMAC-SHA256 of id, timestamp and body, separated by dots, keyed with the decoded ' +
      'secret (Standard Webhooks). Several are separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** Made for each description, which puts names in place of its schemas. */
export function describeEvents(): Record<string, { post: Operation }> {
  return {
    'flight.uploaded': describeEvent('A flight was uploaded', events.FlightUploaded),
    'flight.updated': describeEvent('A flight was corrected, or scored again', events.FlightUpdated),
    'flight.deleted': describeEvent('A flight was deleted', events.FlightDeleted),
    'connection.ended': describeEvent(
      'A pilot’s connection to the application ended',
      events.ConnectionEnded,
    ),
    'entry.decided': describeEvent('A flight in a ranking was decided about', events.EntryDecided),
    'season.closed': describeEvent('A season was closed', events.SeasonClosed),
    'forward.delivered': describeEvent('A flight got to a destination of the user', events.ForwardDelivered),
    'forward.failed': describeEvent(
      'A flight did not get to a destination of the user',
      events.ForwardFailed,
    ),
  }
}

function describeEvent(summary: string, schema: Schema): { post: Operation } {
  return {
    post: {
      operationId: `receive${schema.title}`,
      tags: ['Events'],
      summary,
      description: 'Posted to the URL of a webhook. Anything but 2xx, or no answer in time, is tried again.',
      security: [],
      parameters: sentHeaders.map((one) => ({ ...one })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Delivered. The body is not read for its meaning.' },
        410: { description: 'The webhook is disabled.' },
      },
    },
  }
}
