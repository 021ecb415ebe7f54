// For the operator's monitoring: health, readiness, metrics.
import type { FastifyRequest } from 'fastify'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { isProbe, PROBE_HEADER, type SeenRequest } from '#server/platform/checks/probe.ts'
import type { Services } from '#server/platform/services.ts'

function describeRequest({ protocol, host, ip, headers }: FastifyRequest): SeenRequest {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined
  return { origin: `${protocol}://${host}`, address: ip, isForwarded }
}

const RETRY_AFTER_SECONDS = 5

export function declareMonitoring(services: Services): Operation[] {
  const { metrics, readiness } = services
  return [
    operation({
      route: 'GET /healthz',
      doors: { public: 'none' },
      respond: async (request) => ({
        status: 'ok',
        ...(isProbe(services.secrets, services.now(), request.headers[PROBE_HEADER]) && {
          seen: describeRequest(request),
        }),
      }),
    }),
    operation({
      route: 'GET /readyz',
      doors: { public: 'none' },
      // Answered here and not thrown: a balancer asks every few seconds, and a change is logged once, by the checks.
      respond: async (_request, reply) => {
        const { reason, checks } = await readiness.find()
        if (reason === undefined) return { status: 'ready', checks }
        reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS))
        return { error: 'temporarily_unavailable', error_description: reason, checks }
      },
    }),
    operation({
      route: 'GET /metrics',
      doors: { operator: 'token' },
      respond: async (_request, reply) => {
        return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
      },
    }),
  ]
}
