// What the description says beyond the schemas of the routes: the headers of every answer, and the events as they
// are sent to a webhook.
import { ConnectionEnded, FlightDeleted, FlightUpdated, FlightUploaded } from './events.ts'

interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

interface Operation {
  tags?: string[]
  security?: unknown[]
  responses?: Record<string, Response>
}

export interface Description {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, unknown>
}

const header = (description: string, type: 'integer' | 'string', example: number | string) => ({
  description,
  schema: { type, examples: [example] },
})

const headers = {
  'X-Request-Id': header('The id of the request, as it stands in the log.', 'string', 'b3Zx0Yk1'),
  'X-OAuth-Scopes': header(
    'The scopes that the credential has, whatever this request needs.',
    'string',
    'flights:read, profile:read',
  ),
  'X-RateLimit-Limit': header('Requests that are accepted in a window.', 'integer', 600),
  'X-RateLimit-Remaining': header('Requests that are left in this window.', 'integer', 599),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds.', 'integer', 1_779_033_845),
  'Retry-After': header('Seconds until requests are accepted again.', 'integer', 17),
  'WWW-Authenticate': header(
    'Which credential is asked for and what was wrong with the one sent (RFC 6750; at the OAuth endpoints RFC 6749).',
    'string',
    'Bearer realm="cloudstreet", error="invalid_token", scope="flights:read"',
  ),
}
type Header = keyof typeof headers

/** What an answer means where its schema does not say so. */
const meanings: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  400: 'The request does not fit.',
  401: 'The credential is missing, unknown, expired or revoked.',
  403: 'The credential does not have the scope.',
  404: 'There is no such thing, or it belongs to somebody else.',
  408: 'The body came too slowly.',
  409: 'It cannot be done in its present state.',
  412: 'It was changed in the meantime.',
  413: 'The body is too large.',
  416: 'The file does not have the requested range.',
  500: 'A fault of the service.',
  503: 'Too busy at the moment.',
}

/** Called once with what the routes have said. */
export function completeDescription<Made extends Description>(made: Made) {
  for (const [path, operations] of Object.entries(made.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      // An empty list says that no credential is needed.
      operation.security ??= []
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (response.description === 'Default Response') response.description = meanings[status] ?? ''
        const names = listHeaders(path, status, operation).map((name) => [name, refer(name)])
        response.headers = { ...response.headers, ...Object.fromEntries(names) }
      }
    }
  }
  return { ...made, components: { ...made.components, headers }, webhooks }
}

function refer(name: Header) {
  return { $ref: `#/components/headers/${name}` }
}

function listHeaders(path: string, status: string, { security = [], tags }: Operation): Header[] {
  const names: Header[] = ['X-Request-Id']
  if (status === '429' || status === '503') names.push('Retry-After')
  // What clients of other services expect has no header of ours.
  if (tags?.includes('Compatibility')) return names
  if (path.startsWith('/api/')) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')
  if (security.length > 0 && path.startsWith('/api/v1/') && status !== '401') names.push('X-OAuth-Scopes')
  if (status === '401' || (status === '403' && path.startsWith('/api/v1/'))) names.push('WWW-Authenticate')
  return names
}

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

function describeEvent(summary: string, schema: object) {
  return {
    post: {
      tags: ['Events'],
      summary,
      description: 'Posted to the URL of a webhook. Anything but 2xx, or no answer in time, is tried again.',
      security: [],
      parameters: sentHeaders,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Delivered. The body is not read for its meaning.' },
        410: { description: 'The webhook is disabled.' },
      },
    },
  }
}

/** By the name of the event. */
const webhooks = {
  'flight.uploaded': describeEvent('A flight was uploaded', FlightUploaded),
  'flight.updated': describeEvent('A flight was corrected, or scored again', FlightUpdated),
  'flight.deleted': describeEvent('A flight was deleted', FlightDeleted),
  'connection.ended': describeEvent('A pilot’s connection to the application ended', ConnectionEnded),
}
