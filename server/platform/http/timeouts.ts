// A request has an end: its headers come within 15 s, its body at 1 kB/s or more, and what does not come is 408.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'

/** For Node, which checks the headers itself; bodies have their own watch, so it has no limit for the whole. */
export const headerTimeouts = { headersTimeout: 15 * SECOND_MS, connectionsCheckingInterval: SECOND_MS }

export interface BodyLimits {
  /** How long a body may stay away, or lag behind 1 kB/s: a phone in the mountains loses its network now and then. */
  maxLagMs: number
  maxMs: number
  checkEveryMs: number
}

const LIMITS: BodyLimits = { maxLagMs: 10 * SECOND_MS, maxMs: MINUTE_MS, checkEveryMs: SECOND_MS }
const MIN_BYTES_PER_MS = 1

/** Requests that may take longer than others. */
const longer = new WeakMap<IncomingMessage, number>()

export function allowLongBody(request: IncomingMessage, maxMs: number): void {
  longer.set(request, maxMs)
}

interface Watched {
  request: IncomingMessage
  response: ServerResponse
  bytesRead: number
  lagMs: number
  totalMs: number
}

/** Finds the request whose body is still coming on a connection; for some time also the one that came last. */
export type FindBody = (connection: Socket) => IncomingMessage | undefined

/**
 * One timer for all bodies, which compares what has come on each connection: the bodies themselves are not touched.
 * Time counts only while somebody reads; a request that has to wait for its turn is not late. The timer also forgets what
 * has come: no request needs a listener for its end.
 */
export function watchBodies(server: Server, limits: BodyLimits = LIMITS): FindBody {
  const bodies = new Map<Socket, Watched>()
  server.prependListener('request', (request, response) => watch(bodies, request, response))
  let checkedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // A check that comes late was held up by us, not by the clients.
    const elapsedMs = Math.min(now - checkedAt, 2 * limits.checkEveryMs)
    checkedAt = now
    for (const [connection, body] of bodies) {
      if (body.request.complete || connection.destroyed) bodies.delete(connection)
      else if (isLate(body, elapsedMs, limits)) endRequest(body)
    }
  }, limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(timer))
  return (connection) => bodies.get(connection)?.request
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function watch(bodies: Map<Socket, Watched>, request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const { socket } = request
  bodies.set(socket, { request, response, bytesRead: socket.bytesRead, lagMs: 0, totalMs: 0 })
}

function isLate(body: Watched, elapsedMs: number, { maxLagMs, maxMs }: BodyLimits): boolean {
  const { request } = body
  if (request.readableFlowing === null) return false
  const { bytesRead } = request.socket
  const expectedMs = (bytesRead - body.bytesRead) / MIN_BYTES_PER_MS
  body.bytesRead = bytesRead
  body.lagMs = Math.max(0, body.lagMs + elapsedMs - expectedMs)
  body.totalMs += elapsedMs
  return body.lagMs > maxLagMs || body.totalMs > (longer.get(request) ?? maxMs)
}

/** The reader of the body is told, and answers; after an answer, or without a reader, the connection just ends. */
function endRequest({ request, response }: Watched): void {
  if (response.headersSent || request.listenerCount('error') === 0) request.destroy()
  else request.emit('error', requestTimeout('The body came too slowly: send it again at 1 kB/s or more.'))
}

const requestTimeout = (description: string) =>
  new ApiError(408, 'request_timeout', description, { headers: { connection: 'close' } })
