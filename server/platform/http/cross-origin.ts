// Applications that run in a browser call the API from their own origin (CORS). Any origin may: the API authenticates a
// caller by the Authorization header, never by a cookie, so a foreign page gains nothing that it did not have before.
import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Cloudstreet-Ignored',
  'X-OAuth-Scopes',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Content-Encoding, Content-Disposition, Idempotency-Key, If-Match, If-None-Match, Range, ' +
    'X-Request-Id, Traceparent, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'access-control-max-age': '86400',
}

/** Sets the headers that a page of another origin needs. True when that was a preflight, which is answered now. */
export function answerOtherOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.headers.origin === undefined || !isPublic(request.url)) return false
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED_HEADERS)
  if (!isPreflight(request)) return false
  void reply.code(204).headers(preflightHeaders).send()
  return true
}

function isPublic(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/.well-known/') || url.split('?')[0] === '/mcp'
}

/** A browser's question before the request proper. Any other OPTIONS request is 405 with `Allow`. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers
}
