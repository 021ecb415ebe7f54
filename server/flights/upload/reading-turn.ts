// Whose upload is read: eight per user at the same time, the others wait with their bodies unread.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { invalidRequest, temporarilyUnavailable } from '#server/platform/errors.ts'
import { MINUTE_MS } from '#server/platform/time.ts'

// In the whole process: each body may grow to the largest file allowed. A waiting request holds no more than a connection.
const turns = createFairSemaphore({
  permits: 128,
  permitsPerUser: 8,
  maxWaiting: 2048,
  maxWaitingPerUser: 256,
})
/** An archive is large, and takes a while to be read. */
export const archiveTurns = createFairSemaphore({
  permits: 8,
  permitsPerUser: 2,
  maxWaiting: 256,
  maxWaitingPerUser: 8,
})
const MAX_WAIT_MS = MINUTE_MS
const RETRY_AFTER_SECONDS = 5

const releases = new WeakMap<FastifyRequest, () => void>()

/** Until the turn ends, which is at the latest when the request does. */
export async function waitForTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  semaphore = turns,
): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(tooMany()), MAX_WAIT_MS).unref()
  const leave = () => controller.abort(goneAway())
  reply.raw.once('close', leave)
  try {
    releases.set(request, await semaphore.acquire(userId, { signal: controller.signal }))
  } catch (error) {
    throw error instanceof QueueFullError ? tooMany() : error
  } finally {
    clearTimeout(timer)
    reply.raw.off('close', leave)
  }
  // Also fires when the client disconnects, for which the framework has no hook.
  if (reply.raw.closed) endTurn(request)
  else reply.raw.once('close', () => endTurn(request))
}

/** Lets the next body be read. */
export function endTurn(request: FastifyRequest): void {
  releases.get(request)?.()
}

const tooMany = () =>
  temporarilyUnavailable('Too many uploads are in progress; try again shortly.', RETRY_AFTER_SECONDS)
const goneAway = () => invalidRequest('The connection ended before the file was read.')
