// Applications that run in a browser call the API from their own origin (CORS). Any origin may: the API knows a caller
// by the credential in the Authorization header, never by a cookie, so a foreign page gains nothing it did not have.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const READABLE = [
  'Content-Disposition',
  'ETag',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Content-Encoding, Content-Disposition, Idempotency-Key, If-Match, If-None-Match, Range',
  'access-control-max-age': '86400',
}

export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === undefined || !isPublic(request.url)) {
      done()
      return
    }
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', READABLE)
    if (isPreflight(request)) answerPreflight(reply)
    else done()
  })
}

function isPublic(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/.well-known/')
}

/** A browser asks before it sends; who asks OPTIONS otherwise is told what is allowed, by 405. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers
}

function answerPreflight(reply: FastifyReply): void {
  void reply.code(204).headers(preflightHeaders).send()
}
