// For the operator's monitoring: health, readiness, metrics.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Services } from '#server/platform/services.ts'

export function declareMonitoring(services: Services): Operation[] {
  const { metrics, readiness } = services
  return [
    operation({
      route: 'GET /healthz',
      doors: { public: 'none' },
      respond: async () => ({ status: 'ok' }),
    }),
    operation({
      route: 'GET /readyz',
      doors: { public: 'none' },
      respond: async () => {
        await readiness.require()
        return { status: 'ready' }
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
