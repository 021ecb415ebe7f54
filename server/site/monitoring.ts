// For the operator's monitoring: health, readiness, metrics.
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'

export function addMonitoringRoutes(app: App, services: Services): void {
  const { metrics, readiness } = services
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await readiness.require()
    return { status: 'ready' }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    requireMetricsAccess(services, request.socket.remoteAddress, request.headers)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

function requireMetricsAccess(
  { config }: Services,
  address: string | undefined,
  headers: IncomingHttpHeaders,
): void {
  if (config.metricsToken) {
    if (equalInConstantTime(headers.authorization ?? '', `Bearer ${config.metricsToken}`)) return
    throw new ApiError(401, 'invalid_token', 'Metrics require the operator’s token.', {
      headers: { 'www-authenticate': 'Bearer realm="metrics"' },
    })
  }
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(address ?? '')
  // A proxy on this machine connects from loopback too, but what it forwards comes from elsewhere.
  const isForwarded = Object.keys(headers).some((name) =>
    /^(?:x-forwarded-.+|x-real-ip|via|forwarded)$/.test(name),
  )
  if (isLoopback && !isForwarded && config.trustProxy === false) return
  throw new ApiError(
    403,
    'invalid_request',
    'Without METRICS_TOKEN, metrics can be read from this machine only, and only where no proxy is trusted.',
  )
}
