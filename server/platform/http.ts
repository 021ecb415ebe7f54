// The HTTP frame: one place replies to errors, every answer has an id and safe headers, nothing secret is logged.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { allowOtherOrigins } from './cross-origin.ts'
import { DatabaseUnavailableError } from './database.ts'
import { ApiError, invalidRequest, notFound, payloadTooLarge, temporarilyUnavailable } from './errors.ts'
import { answerExpectations } from './expect.ts'
import { acceptForms } from './forms.ts'
import { html, sendPage } from './html.ts'
import { createRequestLog } from './log.ts'
import { compileSchemasLate } from './schemas.ts'
import type { Services } from './services.ts'

export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  TypeBoxTypeProvider
>

const BODY_LIMIT_BYTES = 1_048_576

/** Runs for what the framework refuses before any hook, such as a path that cannot be decoded. */
export type BeforeFrameworkError = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createHttp(services: Services, beforeFrameworkError?: BeforeFrameworkError): App {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log as import('fastify').FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The lines are ours: a logger of its own for every request would not be used.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be decoded never reaches the error handler.
    frameworkErrors: (error, request, reply) => {
      void refuse(services, error, request, reply as FastifyReply, beforeFrameworkError)
    },
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()

  compileSchemasLate(app as unknown as FastifyInstance)
  acceptForms(app)
  answerExpectations(app as unknown as FastifyInstance)
  setCommonHeaders(app, config.baseUrl.startsWith('https:'))
  allowOtherOrigins(app as unknown as FastifyInstance)
  measureRequests(app, services)
  endIdleConnections(app)
  answerUnknownRoutes(app)
  app.setErrorHandler((error, request, reply) =>
    replyWithError(services, error as FastifyError, request, reply),
  )
  return app as unknown as App
}

async function refuse(
  services: Services,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  before: BeforeFrameworkError | undefined,
): Promise<void> {
  try {
    await before?.(request, reply)
    replyWithError(services, error, request, reply)
  } catch (otherError) {
    replyWithError(services, otherError as FastifyError, request, reply)
  }
}

function setCommonHeaders(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // What a browser may show in a frame, or link from; an answer of the API is neither.
    if (!request.url.startsWith('/api/')) {
      reply.header('referrer-policy', 'no-referrer')
      reply.header('x-frame-options', 'DENY')
    }
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
}

function measureRequests(app: FastifyInstance, { metrics, ...services }: Services): void {
  const logRequest = createRequestLog(services.log)
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      statusCode: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    logRequest({
      id: request.id,
      method: request.method,
      path: withoutQuery(request.url),
      ip: request.ip,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}

/**
 * While it stops: a connection whose last request finishes after the stop began would else be kept alive, and one on
 * which nothing was ever asked, such as a browser opens in advance, does not count as idle for Node.
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

/** A known path with a wrong method is 405 with `Allow`; Fastify alone would say 404. */
function answerUnknownRoutes(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', (route) => {
    const known = routes.get(route.url) ?? { pattern: toPattern(route.url), methods: new Set() }
    for (const method of [route.method].flat()) known.methods.add(method)
    routes.set(route.url, known)
  })
  app.setNotFoundHandler((request) => {
    const path = withoutQuery(request.url)
    const methods = new Set<string>()
    for (const route of routes.values()) {
      // A page for every path below it (the web application) allows nothing about that path.
      if (!route.pattern.test(path) || route.pattern.source === toPattern('/*').source) continue
      for (const method of route.methods) methods.add(method)
    }
    if (methods.size === 0) throw notFound(`There is nothing at ${request.method} ${shorten(path)}.`)
    const allow = [...methods].sort().join(', ')
    throw new ApiError(405, 'invalid_request', `${request.method} is not allowed here; use ${allow}.`, {
      headers: { allow },
    })
  })
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`)
}

/** A query may carry a code, a state or a token. */
function withoutQuery(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

function replyWithError(
  { log }: Services,
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toApiError(error)
  if (answer.status >= 500) log.error({ err: answer.cause ?? error, req: request }, answer.message)
  // Set again: a framework error comes before the hooks.
  reply.header('x-request-id', request.id)
  if (wantsPage(request)) return sendErrorPage(reply, answer, request.id)
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body ?? { error: answer.code, error_description: answer.message }))
}

/** Someone reading in a browser, not a program: the API answers JSON whatever it is asked for. */
function wantsPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '') && !/^\/(app\/)?api(\/|$)/.test(request.url)
}

const titles = new Map([
  [403, 'This is not possible'],
  [404, 'There is nothing here'],
  [429, 'Too many attempts'],
  [503, 'One moment, please'],
])

function sendErrorPage(reply: FastifyReply, answer: ApiError, requestId: string): FastifyReply {
  const title =
    titles.get(answer.status) ?? (answer.status >= 500 ? 'Something went wrong' : 'This did not work')
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>${answer.message}</p>
      <p class="soft">Request ${requestId}</p>
    </div>`
  return sendPage(reply.headers(answer.headers), { title, status: answer.status, body })
}

function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError) {
    return temporarilyUnavailable('The service cannot reach its database just now; try again.', 5, error)
  }
  if (error.validation) return invalidRequest(describeValidation(error))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    return payloadTooLarge('The body is larger than this endpoint accepts.')
  }
  const known = describeFrameworkError(error)
  if (known) return invalidRequest(known)
  return new ApiError(500, 'server_error', 'Something went wrong here; the request id helps to find it.', {
    cause: error,
  })
}

function describeFrameworkError(error: FastifyError): string | undefined {
  const status = error.statusCode ?? 500
  if (status >= 500 || status < 400) return undefined
  const sentences: Record<string, string> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is missing or not one that this endpoint reads.',
    FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but Content-Type says JSON.',
    FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length does not match the body.',
    FST_ERR_BAD_URL: 'The path is not valid percent-encoding.',
  }
  return sentences[error.code] ?? 'The request cannot be read.'
}

function describeValidation(error: FastifyError): string {
  const [problem] = error.validation ?? []
  if (!problem) return 'The request does not fit the endpoint.'
  const missing = (problem.params as { missingProperty?: string }).missingProperty
  const extra = (problem.params as { additionalProperty?: string }).additionalProperty
  if (missing) return `${missing} is missing.`
  if (extra) return `${extra} is not known here.`
  const name = problem.instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body')
  return `${name} ${problem.message ?? 'is not valid'}.`
}
