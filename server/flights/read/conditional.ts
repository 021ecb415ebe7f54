// Conditional requests (RFC 9110 13): ETag, If-None-Match, 304.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak comparison, as If-None-Match requires: `W/` does not count, and `*` matches anything. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some(
    (candidate) => candidate.replace(/^W\//, '') === opaque,
  )
}

/** An onSend hook for JSON: the tag is a hash of the text itself, so it changes exactly when the answer does. */
export async function sendConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Authorization' })
  if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
  reply.code(304)
  reply.removeHeader('content-type')
  reply.removeHeader('content-length')
  // The framework measures what HEAD would have sent, and cannot measure null.
  return request.method === 'HEAD' ? '' : null
}
