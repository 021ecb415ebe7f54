// The HTTP server: one place replies to errors, every answer has an id and safe headers, no secret is logged.
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
} from 'fastify'
import { finishAnswers } from './answers.ts'
import { answerBrokenRequest, answerOddRequests, hostOptions, lacksHost } from './broken-requests.ts'
import { answerOtherOrigin } from './cross-origin.ts'
import { dropInvalidAddresses } from './forwarded.ts'
import { DatabaseLockedError, DatabaseUnavailableError } from '../database/database.ts'
import { isOrphan } from '../database/violations.ts'
import { ApiError, invalidRequest, notFound, payloadTooLarge, temporarilyUnavailable } from '../errors.ts'
import { answerExpectations } from './expect-continue.ts'
import { acceptForms } from './forms.ts'
import { acceptJson } from './json.ts'
import { html, sendPage } from './html.ts'
import { lingerBeforeClosing } from './linger.ts'
import { hideLinks, type RequestLine } from '../log.ts'
import { answerUnknownRoutes, withoutLastSlash, withoutQuery } from './methods.ts'
import { type Problem, refuseRequest } from './problems.ts'
import { compileSchemasLate, nameIgnored } from './schemas.ts'
import { textsOf } from '../requests/preferences.ts'
import { refusals, sayRefusal } from '../requests/refusals.ts'
import { type DescribeCaller, noteFacts } from '../requests/facts.ts'
import { readRequestId, readTraceparent } from '../requests/origin.ts'
import type { Services } from '../services.ts'
import { headerTimeouts, watchBodies } from './timeouts.ts'

export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that was answered. */
    failure?: ApiError | undefined
  }
}

/** The limit of a route that declares no other. */
export const MAX_BODY_BYTES = 1_048_576
// More than Node reads of a request's head: what is too long for an id is still answered by the route.
const MAX_PARAMETER_LENGTH = 65_536

/** Runs for requests without a route, whose hooks do not run: an unknown path, or one that cannot be decoded. */
export type BeforeNotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The services needed before there is a database. */
type HttpServices = Pick<Services, 'config' | 'log'> & {
  metrics: Pick<Services['metrics'], 'observeRequest'>
}

export function createHttp(
  services: HttpServices,
  beforeNotFound?: BeforeNotFound,
  describeCaller: DescribeCaller = () => undefined,
): App {
  const { config } = services
  const app = Fastify({
    loggerInstance: createSharedLog(services.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrust(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    genReqId: ({ headers }) => readRequestId(headers),
    rewriteUrl: ({ url = '/' }) => withoutLastSlash(url),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // A path that cannot be decoded never reaches the error handler.
    frameworkErrors: (error, request, reply) => {
      void refuse(services, error, request, reply as FastifyReply, beforeNotFound)
    },
    forceCloseConnections: 'idle',
    http: { ...headerTimeouts, ...hostOptions },
    clientErrorHandler: answerBrokenRequest,
    schemaErrorFormatter: (problems, part) => refuseRequest(problems as Problem[], part),
  }).withTypeProvider<TypeBoxTypeProvider>()

  for (const name of ['facts', 'failure']) app.decorateRequest(name)
  compileSchemasLate(app as unknown as FastifyInstance)
  acceptForms(app)
  acceptJson(app as unknown as FastifyInstance)
  answerExpectations(app as unknown as FastifyInstance)
  answerOddRequests(app.server)
  lingerBeforeClosing(app.server, watchBodies(app.server))
  if (config.trustProxy !== false) app.server.prependListener('request', dropInvalidAddresses)
  receiveRequests(app, config.baseUrl.startsWith('https:'), beforeNotFound)
  measureRequests(app, services, describeCaller)
  keepAddresses(app)
  endIdleConnections(app)
  answerUnknownRoutes(app)
  nameIgnored(app)
  finishAnswers(app)
  app.setErrorHandler((error, request, reply) =>
    replyWithError(services, error as FastifyError, request, reply),
  )
  return app as unknown as App
}

/** We write the lines about requests ourselves: a child logger for each would go unused, so all share one. */
function createSharedLog(log: Services['log']): FastifyBaseLogger {
  const sharedLog = Object.create(log) as FastifyBaseLogger
  sharedLog.child = () => sharedLog
  return sharedLog
}

/** A number is that of the proxies in a row in front of the service; hop 0 is the connection itself. */
function toTrust(trustProxy: false | number | string) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

async function refuse(
  services: HttpServices,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  before: BeforeNotFound | undefined,
): Promise<void> {
  try {
    await before?.(request, reply)
    replyWithError(services, error, request, reply)
  } catch (otherError) {
    replyWithError(services, otherError as FastifyError, request, reply)
  }
}

/** The start of every request, in one hook: each further hook would cost every request a little. */
function receiveRequests(app: FastifyInstance, isHttps: boolean, before: BeforeNotFound | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, isHttps)
    if (lacksHost(request.raw)) throw invalidRequest('The Host header is missing.')
    if (answerOtherOrigin(request, reply)) return undefined
    if (before && request.is404) return before(request, reply)
    done()
    return undefined
  })
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  // For what a browser shows in a frame or follows links from; answers of the API are neither.
  if (!request.url.startsWith('/api/')) {
    reply.header('referrer-policy', 'no-referrer')
    // Answers to the dashboard are for one user; a route that knows better says so itself.
    if (request.url.startsWith('/app/api/')) reply.header('cache-control', 'no-store')
    reply.header('x-frame-options', 'DENY')
  }
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Asked every few seconds by balancers and Prometheus: their lines would hide the others. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** One hook per route, which knows its URL: reading it from Fastify would collect all options of the route each time. */
function measureRequests(
  app: FastifyInstance,
  { metrics, log }: HttpServices,
  describeCaller: DescribeCaller,
): void {
  const measure = (route: string, request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request
    const { statusCode, elapsedTime } = reply
    const { facts } = request
    metrics.observeRequest({ method, route, statusCode, seconds: elapsedTime / 1000, error: facts?.error })
    if (probes.has(route)) return
    const line: RequestLine = {
      id: request.id,
      method,
      path: hideLinks(withoutQuery(request.url)),
      ip: request.ip,
      status: statusCode,
      ms: Math.round(elapsedTime * 10) / 10,
      trace: readTraceparent(request.headers)?.split('-')[1],
      ...describeCaller(request),
      ...facts,
    }
    log.info(line, 'request')
  }
  app.addHook('onRoute', (route) => {
    const measureRoute: onResponseHookHandler = (request, reply, done) => {
      measure(route.url, request, reply)
      done()
    }
    route.onResponse = [measureRoute, ...[route.onResponse ?? []].flat()]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) measure('none', request, reply)
    done()
  })
}

/**
 * Node keeps the address of a connection once somebody has asked for it: asked for later, it would be gone with a client
 * that has reset the connection, and the request could be neither counted nor logged.
 */
function keepAddresses(app: FastifyInstance): void {
  app.server.on('connection', (connection) => {
    if (connection.remoteAddress === undefined) connection.destroy()
  })
}

/**
 * During shutdown: a connection whose last request ends after the shutdown began would otherwise be kept alive, and one
 * without any request yet, such as browsers open in advance, does not count as idle for Node.
 */
function endIdleConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  const endIdle = () => {
    app.server.closeIdleConnections()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  }
  app.addHook('preClose', (done) => {
    const timer = setInterval(endIdle, 50)
    app.server.once('close', () => clearInterval(timer))
    done()
  })
}

function replyWithError(
  { log }: Pick<Services, 'log'>,
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = readFailure({ log }, error, request)
  // Set again: an error of the framework occurs before the hooks run.
  reply.header('x-request-id', request.id)
  if (wantsPage(request)) return sendErrorPage(reply, answer, request.id)
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body ?? { error: answer.code, error_description: answer.message }))
}

/** The error as the client sees it. Our own faults are logged: a route may answer them in its own words. */
export function readFailure({ log }: Pick<Services, 'log'>, error: Error, request: FastifyRequest): ApiError {
  const answer = toApiError(error as FastifyError)
  request.failure = answer
  noteFacts(request, { error: answer.code })
  logFailure(log, answer, error, request)
  return answer
}

/** Being too busy, or without a database for a moment, is said in a line: its stack would say nothing more. */
function logFailure(log: Services['log'], answer: ApiError, error: Error, request: FastifyRequest): void {
  if (answer.status < 500) return
  const cause = answer.cause ?? error
  if (answer.status !== 503) log.error({ err: cause, req: request }, answer.message)
  else log.warn({ req: request, ...(cause instanceof Error && { cause: cause.message }) }, answer.message)
}

/** A person in a browser rather than a program. The API answers JSON whatever `Accept` says. */
function wantsPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '') && !/^\/(app\/)?api(\/|$)/.test(request.url)
}

const titles = new Map<number, 'notAllowed' | 'notFound' | 'tooMany' | 'oneMoment'>([
  [403, 'notAllowed'],
  [404, 'notFound'],
  [429, 'tooMany'],
  [503, 'oneMoment'],
])

function sendErrorPage(reply: FastifyReply, answer: ApiError, requestId: string): FastifyReply {
  const texts = textsOf(reply.request)
  const { failures } = texts
  const title = failures[titles.get(answer.status) ?? (answer.status >= 500 ? 'ourFault' : 'failed')]
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>${sayRefusal(texts, answer)}</p>
      <p><a class="button" href="/">${failures.toStart}</a></p>
      <details class="soft">
        <summary>${failures.forSupport}</summary>
        <p>${failures.request(requestId)}</p>
      </details>
    </div>`
  return sendPage(reply.headers(answer.headers), { title, status: answer.status, body })
}

function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError) {
    const isLocked = error instanceof DatabaseLockedError
    return temporarilyUnavailable(isLocked ? refusals.isBusy : refusals.noDatabase, 5, error)
  }
  if (isOrphan(error)) return notFound('What this belongs to was deleted at the same moment.')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    return payloadTooLarge('The body is larger than this endpoint accepts.')
  }
  const known = describeFrameworkError(error)
  if (known) return invalidRequest(known)
  return new ApiError(500, 'server_error', refusals.ourFault, {
    cause: error,
  })
}

function describeFrameworkError(error: FastifyError): string | undefined {
  const status = error.statusCode ?? 500
  if (status >= 500 || status < 400) return undefined
  const sentences: Record<string, string> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE:
      'The Content-Type is missing, malformed or not supported here: send JSON as application/json, a file as application/octet-stream.',
    FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length does not match the body.',
    FST_ERR_BAD_URL: 'The path is not validly percent-encoded.',
  }
  return sentences[error.code] ?? 'The request cannot be read.'
}
