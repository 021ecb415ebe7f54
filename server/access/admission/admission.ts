// The one gate for bodies. An operation that takes more than a small JSON or form declares what (`body`), and with that
// passes through here: a place among the sender's own and all others', cancellation when the client goes, and the place
// kept until the work has ended. A route that could take more without saying so fails the start.
//
//   waiting, its body unread  -> in place (reading, working) -> left: queued elsewhere, or its handler has ended
//   client gone -> its signal is aborted, whatever it waits for
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { invalidRequest, temporarilyUnavailable } from '#server/platform/errors.ts'
import { type App, MAX_BODY_BYTES } from '#server/platform/http/http.ts'
import { allowLongBody } from '#server/platform/http/timeouts.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { toNetworks } from '../address.ts'

// In the whole process: each body may grow to the largest file allowed. A waiting request holds no more than a connection.
// A slow body keeps its place until it is late (timeouts.ts), so one sender must not have many of them.
const users = createFairSemaphore({
  permits: 128,
  permitsPerUser: 4,
  maxWaiting: 2048,
  maxWaitingPerUser: 256,
})
/** By the largest network that one customer may have: a /48 has 65,536 networks /64. */
const strangers = createFairSemaphore({
  permits: 128,
  permitsPerUser: 2,
  maxWaiting: 512,
  maxWaitingPerUser: 64,
})
/** Archives go to the disk as they come: however slow, they are in no one's way. */
const archives = createFairSemaphore({ permits: Infinity, permitsPerUser: 2, maxWaitingPerUser: 8 })

/**
 * upload: one file, held in memory, of a sender who is known. unsigned: the same, but only the body names the sender.
 * archive: many files, written to the disk as they come.
 */
export type BodyKind = 'upload' | 'unsigned' | 'archive'

const MAX_WAIT_MS = MINUTE_MS
const MAX_READING_MS: Record<BodyKind, number> = {
  upload: 10 * MINUTE_MS,
  unsigned: 5 * MINUTE_MS,
  archive: 30 * MINUTE_MS,
}
const RETRY_AFTER_SECONDS = 5

interface Admitted {
  readonly kind: BodyKind
  readonly controller: AbortController
  /** Its handler has begun, and leaves the place when it ends. */
  isWorking: boolean
  leave: () => void
}

const admitted = new WeakMap<FastifyRequest, Admitted>()

/** Before any route is added: refuses the start for one that takes large bodies without saying so. */
export function refuseSilentBodies(app: App): void {
  const takesStreams = watchParsers(app)
  app.addHook('onRoute', function (route) {
    if (route.config?.body !== undefined) return
    if (!takesLargeBodies(route, takesStreams(this as unknown as App))) return
    throw new Error(`The route ${route.url} takes large bodies and does not say which (config.body).`)
  })
}

/** The last hook before the body: by then it is known who sends it. */
export function admitBody(route: RouteOptions, kind: BodyKind) {
  route.handler = keepPlace(route.handler)
  return (request: FastifyRequest, reply: FastifyReply) => enter(kind, request, reply)
}

/** Finds the scopes with a parser that hands on the stream, or takes more than others; what is inside them inherits it. */
function watchParsers(app: App): (scope: App) => boolean {
  const marked = new WeakSet<object>()
  const add = app.addContentTypeParser as unknown as (this: App, ...given: unknown[]) => App
  app.addContentTypeParser = function (this: App, ...given: unknown[]) {
    const options = given.length > 2 ? (given[1] as { parseAs?: string; bodyLimit?: number }) : {}
    if (options.parseAs === undefined || (options.bodyLimit ?? 0) > MAX_BODY_BYTES) marked.add(this)
    return add.apply(this, given)
  } as App['addContentTypeParser']
  return (scope) => {
    for (let at: object | null = scope; at; at = Object.getPrototypeOf(at) as object | null)
      if (marked.has(at)) return true
    return false
  }
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

function takesLargeBodies({ method, bodyLimit = 0 }: RouteOptions, isStream: boolean): boolean {
  const isSending = [method].flat().some((name) => !WITHOUT_BODY.has(name))
  return isSending && (isStream || bodyLimit > MAX_BODY_BYTES)
}

function keepPlace(handler: RouteHandlerMethod): RouteHandlerMethod {
  return async function (request, reply) {
    const place = requireAdmitted(request)
    place.isWorking = true
    try {
      place.controller.signal.throwIfAborted()
      return (await handler.call(this, request, reply)) as unknown
    } finally {
      place.leave()
    }
  }
}

function requireAdmitted(request: FastifyRequest): Admitted {
  const place = admitted.get(request)
  if (!place) throw new Error('the route declares no config.body')
  return place
}

/** Aborted when the client has gone; the reason is the answer. */
export function signalOf(request: FastifyRequest): AbortSignal {
  return requireAdmitted(request).controller.signal
}

/** Lets the next body be read: the bytes of this one are counted elsewhere now. */
export function leavePlace(request: FastifyRequest): void {
  requireAdmitted(request).leave()
}

async function enter(kind: BodyKind, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  allowLongBody(request.raw, MAX_READING_MS[kind])
  const controller = new AbortController()
  const place: Admitted = { kind, controller, isWorking: false, leave: () => undefined }
  admitted.set(request, place)
  // Also fires when the client disconnects, for which the framework has no hook.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(goneAway())
    if (!place.isWorking) place.leave()
  })
  await waitFor(controller, () => takePlace(kind, request, place))
  if (reply.raw.closed) place.leave()
}

/** Waits for a minute at most. */
async function waitFor(controller: AbortController, take: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => controller.abort(tooMany()), MAX_WAIT_MS).unref()
  try {
    await take()
  } catch (error) {
    throw error instanceof QueueFullError ? tooMany() : error
  } finally {
    clearTimeout(timer)
  }
}

async function takePlace(kind: BodyKind, request: FastifyRequest, place: Admitted): Promise<void> {
  const { signal } = place.controller
  if (kind === 'unsigned') place.leave = await strangers.acquire(toNetworks(request.ip).at(-1)!, { signal })
  else place.leave = await (kind === 'archive' ? archives : users).acquire(requireSender(request), { signal })
}

/** The body has named its sender: from here on the request has one of the user's places. */
export async function becomeUser(request: FastifyRequest, userId: string): Promise<void> {
  const place = requireAdmitted(request)
  if (place.kind !== 'unsigned') return
  const leaveStrangers = place.leave
  try {
    await waitFor(place.controller, async () => {
      place.leave = await users.acquire(userId, { signal: place.controller.signal })
    })
  } finally {
    leaveStrangers()
  }
}

/** The sender has shown a credential with the right to this route, or is signed in. */
function requireSender({ credential, usedScope, session }: FastifyRequest): string {
  const userId = usedScope === undefined ? undefined : credential?.userId
  const sender = userId ?? (session as { userId: string } | undefined)?.userId
  if (sender === undefined) throw new Error('the route admits a body before it knows who sends it')
  return sender
}

export function measureAdmission(metrics: Metrics): void {
  const pools = { user: users, stranger: strangers }
  metrics.gauges(
    'bodies',
    'Bodies of uploads, by who sends them and their state',
    ['sender', 'state'],
    async () =>
      Object.entries(pools).flatMap(([sender, { held, waiting }]) => [
        { labels: { sender, state: 'reading' }, value: held },
        { labels: { sender, state: 'waiting' }, value: waiting },
      ]),
  )
}

const tooMany = () =>
  temporarilyUnavailable('Too many uploads are in progress; try again shortly.', RETRY_AFTER_SECONDS)
const goneAway = () => invalidRequest('The connection ended before the file was read.')
