// Authorization: Basic, decoded once per request, for the rate limit and for client authentication.
import type { FastifyRequest } from 'fastify'
import { decodeFormPart } from '#server/platform/http/forms.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when there is none that can be decoded, undefined until it is searched for. */
    basic: Basic | null | undefined
  }
}

export interface Basic {
  readonly id: string
  /** May be empty. */
  readonly secret: string
}

export function readBasic(request: FastifyRequest): Basic | undefined {
  if (request.basic === undefined) request.basic = decode(request.headers.authorization ?? '') ?? null
  return request.basic ?? undefined
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function decode(header: string): Basic | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const end = text.indexOf(':')
  if (end === -1) return undefined
  try {
    return { id: decodeFormPart(text.slice(0, end)), secret: decodeFormPart(text.slice(end + 1)) }
  } catch {
    return undefined
  }
}
