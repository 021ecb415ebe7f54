// What the service says about itself: GET /api/v1, its OpenAPI description, health, metrics.
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { API_VERSION, RELEASE_LABEL } from '#contract/openapi.ts'
import { scopes } from '#contract/scopes.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'

export function addDiscoveryRoutes(app: App, services: Services): void {
  const overview = describeService(services)
  const schema = {
    tags: ['Discovery'],
    summary: 'What this service is: versions, links, scopes, limits',
    response: { 200: Type.Object({}, { additionalProperties: true, examples: [overview] }) },
  }
  app.get('/api/v1', { schema }, async () => overview)

  const hidden = { schema: { hide: true } }
  app.get('/api/v1/openapi.json', hidden, async () => app.swagger())
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await services.db.sql`select 1 as one`
    return { status: 'ready' }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    requireMetricsAccess(services, request.socket.remoteAddress, request.headers)
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}

function describeService({ config }: Services) {
  const { rateLimits } = config
  return {
    name: 'Cloudstreet',
    version: API_VERSION,
    release: RELEASE_LABEL,
    links: {
      documentation: `${config.baseUrl}/docs`,
      openapi: `${config.baseUrl}/api/v1/openapi.json`,
      authorization_server: `${config.baseUrl}/.well-known/oauth-authorization-server`,
    },
    scopes,
    limits: {
      maxUploadBytes: config.maxUploadBytes,
      pageSize: { minimum: 1, maximum: 100, default: 25 },
      rateLimit: {
        windowSeconds: rateLimits.windowSeconds,
        requests: rateLimits.requests,
        uploads: rateLimits.uploads,
      },
    },
  }
}

function requireMetricsAccess(
  { config }: Services,
  address: string | undefined,
  headers: IncomingHttpHeaders,
): void {
  if (config.metricsToken) {
    if (equalInConstantTime(headers.authorization ?? '', `Bearer ${config.metricsToken}`)) return
    throw new ApiError(401, 'invalid_token', 'Metrics need the operator’s token.', {
      headers: { 'www-authenticate': 'Bearer realm="metrics"' },
    })
  }
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(address ?? '')
  // A proxy on this machine is a loopback peer too: what it passes on comes from elsewhere.
  if (isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
  throw new ApiError(
    403,
    'invalid_request',
    'Metrics are given to this machine only, unless METRICS_TOKEN is set.',
  )
}
