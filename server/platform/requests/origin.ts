// Identifies the request that something comes from by X-Request-Id and the W3C trace context, as the sender gave them.
// Both are passed on to webhooks, so a chain of systems finds what belongs together.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

export interface RequestOrigin {
  readonly requestId: string
  readonly traceparent: string | undefined
}

/** Nothing that a log, a shell or a page could read as more than text. */
const REQUEST_ID = /^[\w.-]{8,64}$/
/** W3C Trace Context, version 00: neither the trace nor the parent may be all zeros. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** The sender's own id when it is one, otherwise a new one. */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

export function originOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): RequestOrigin {
  return { requestId: id, traceparent: readTraceparent(headers) }
}

export function readTraceparent({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined
}
