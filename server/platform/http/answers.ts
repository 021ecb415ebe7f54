// Every GET of the contract is conditional, and compressed for anyone who asks for it, by whatever door.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { noContent } from '#contract/values.ts'
import { compressAnswer } from './compress.ts'
import { makeEtag, matchesEtag } from './conditional.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers are those of the contract, though it is not below /api/v1. */
    isOfContract?: boolean
  }
}

const notModified = noContent('Not modified: the ETag in If-None-Match is still current.')

export function finishAnswers(app: FastifyInstance): void {
  // Before the hooks of a route, which compress the text or drop it.
  app.addHook('onSend', (_request, reply, payload, done) => done(null, endLine(reply, payload)))
  app.addHook('onRoute', (route) => {
    if (!isOfContract(route) || !isReading(route)) return
    // First: what Fastify adds to a HEAD route drops the body.
    route.onSend = [finishAnswer, ...[route.onSend ?? []].flat()]
    const response = route.schema?.response as Record<string, unknown> | undefined
    if (response && response['304'] === undefined)
      route.schema = { ...route.schema, response: { ...response, 304: notModified } }
  })
}

const LINE_END = 0x0a
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/

/** JSON ends with a line end: a terminal that prints it begins its next line at the margin. */
function endLine(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' || payload === '') return payload
  return JSON_TYPE.test(String(reply.getHeader('content-type'))) ? `${payload}\n` : payload
}

const MAX_ONE_PIECE_BYTES = 8192

/** Below /api/v1, or the same operation at the dashboard. */
const isOfContract = ({ url, config }: RouteOptions) =>
  /^\/api\/v1(?:\/|$)/.test(url) || config?.isOfContract === true

const isReading = ({ method }: RouteOptions) => method === 'GET' || method === 'HEAD'

/** A callback, not a promise: most answers are finished at once. */
function finishAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): Promise<Buffer> | undefined {
  const finished = finish(request, reply, payload)
  if (finished instanceof Promise) return finished
  done(null, finished)
  return undefined
}

function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  setCaching(reply)
  // Encoded once, for the tag and for the wire.
  const bytes = Buffer.from(payload)
  if (isKnown(request, reply, bytes)) return markUnchanged(request, reply)
  const sent = request.method === 'HEAD' ? bytes : compressAnswer(request, reply, bytes)
  // A text goes out in one piece with its headers, bytes go out after them.
  return sent === bytes && bytes.length <= MAX_ONE_PIECE_BYTES ? payload : sent
}

function setCaching(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding, Authorization')
}

/** The answer to send instead of the text. */
function markUnchanged(request: FastifyRequest, reply: FastifyReply): string | null {
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // The framework measures what HEAD would have sent, and cannot measure null.
  return request.method === 'HEAD' ? '' : null
}

/**
 * For a route that knows its tag before the text. True: the client has it, and is told so. `*` would match anything, also
 * an answer that there is none of: it waits for the text.
 */
export function answerIfKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  const condition = request.headers['if-none-match']
  if (condition?.trim() === '*' || !matchesEtag(condition, etag)) return false
  setCaching(reply)
  reply.send(markUnchanged(request, reply))
  return true
}

/** The tag is that of the text as its route has written it, which a later If-Match is compared with. */
function withoutLineEnd(text: Uint8Array): Uint8Array {
  return text.at(-1) === LINE_END ? text.subarray(0, -1) : text
}

function isKnown(request: FastifyRequest, reply: FastifyReply, text: Uint8Array): boolean {
  const etag = (reply.getHeader('etag') as string | undefined) ?? makeEtag(withoutLineEnd(text))
  reply.header('etag', etag)
  return matchesEtag(request.headers['if-none-match'], etag)
}
