// The dashboard's endpoints for webhooks: a user's own, and those of the user's applications.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { DeliveryStatus, NewWebhook, TestRequest, WebhookChange } from '#contract/webhooks.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { listDeliveries } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { isApplicationOf, listWebhooks, type OneOwner } from './store.ts'
import { toDeliverySummary, toWebhookSummary, withAttempts } from './view.ts'

interface WithId {
  Params: { id: string }
}

const PAGE_SIZE = 50

const NewOwnedWebhook = Type.Object(
  { ...NewWebhook.properties, applicationId: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
  { additionalProperties: false },
)
const Replay = Type.Object(
  { deliveryId: Type.Optional(Type.String()), since: Type.Optional(Type.Number()) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)
const LogQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
})

export function addWebhookDashboard(app: App, services: SessionServices, limits: WebhookLimits): void {
  const onRequest = requireSession(services)
  addCollection(app, services, onRequest)
  addItem(app, services, onRequest)
  addDeliveries(app, services, limits, onRequest)
}

type OnRequest = ReturnType<typeof requireSession>

function addCollection(app: App, services: SessionServices, onRequest: OnRequest): void {
  const { db } = services
  const hidden = { onRequest, schema: { hide: true } }
  app.get<{ Querystring: { applicationId?: string } }>('/app/api/webhooks', hidden, async (request) => {
    const owner = await requireOneOwner(services, request, request.query.applicationId)
    return { items: (await listWebhooks(db.sql, owner)).map(toWebhookSummary) }
  })
  app.post<{ Body: { url: string; applicationId?: string | null } }>(
    '/app/api/webhooks',
    { onRequest, schema: { hide: true, body: NewOwnedWebhook } },
    async (request, reply) => {
      const owner = await requireOneOwner(services, request, request.body.applicationId ?? undefined)
      const created = await manage.createWebhook(services, owner, request.body.url)
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )
}

function addItem(app: App, services: SessionServices, onRequest: OnRequest): void {
  const { db } = services
  const hidden = { onRequest, schema: { hide: true } }
  app.patch<WithId & { Body: { url?: string; enabled?: boolean } }>(
    '/app/api/webhooks/:id',
    { onRequest, schema: { hide: true, body: WebhookChange } },
    async (request) => {
      await manage.changeWebhook(services, accountOf(request), request.params.id, request.body)
      return toWebhookSummary(await manage.requireWebhook(db.sql, accountOf(request), request.params.id))
    },
  )
  app.delete<WithId>('/app/api/webhooks/:id', hidden, async (request, reply) => {
    await manage.removeWebhook(services, accountOf(request), request.params.id)
    return reply.code(204).send()
  })
  app.post<WithId>('/app/api/webhooks/:id/rotate-secret', hidden, async (request, reply) => {
    const rotated = await manage.rotateSecret(services, accountOf(request), request.params.id)
    return reply.header('cache-control', 'no-store').send(rotated)
  })
}

function addDeliveries(
  app: App,
  services: SessionServices,
  limits: WebhookLimits,
  onRequest: OnRequest,
): void {
  const { db } = services
  app.get<WithId & { Querystring: { status?: Static<typeof DeliveryStatus>; before?: number } }>(
    '/app/api/webhooks/:id/deliveries',
    { onRequest, schema: { hide: true, querystring: LogQuery } },
    async (request) => {
      const webhook = await manage.requireWebhook(db.sql, accountOf(request), request.params.id)
      const rows = await listDeliveries(db.sql, webhook.id, { ...request.query, limit: PAGE_SIZE })
      return { items: (await withAttempts(db.sql, rows)).map(toDeliverySummary) }
    },
  )
  app.post<WithId & { Body: { deliveryId: string } | { since: number } }>(
    '/app/api/webhooks/:id/replay',
    { onRequest, schema: { hide: true, body: Replay } },
    async (request, reply) => {
      await limits.replay.require(request.session.userId)
      return reply
        .code(202)
        .send(await manage.replay(services, accountOf(request), request.params.id, request.body))
    },
  )
  app.post<WithId & { Body: { event?: 'flight.uploaded' | 'flight.deleted' } | null }>(
    '/app/api/webhooks/:id/test',
    { onRequest, schema: { hide: true, body: Type.Union([TestRequest, Type.Null()]) } },
    async (request, reply) => {
      const event = request.body?.event ?? 'flight.uploaded'
      await limits.test.require(request.session.userId)
      return reply
        .code(202)
        .send(await manage.sendTestEvent(services, accountOf(request), request.params.id, event))
    },
  )
}

function accountOf({ session }: FastifyRequest): { accountId: string } {
  return { accountId: session.userId }
}

/** The user, or an application of the user. */
async function requireOneOwner(
  { db }: SessionServices,
  { session }: FastifyRequest,
  applicationId: string | undefined,
): Promise<OneOwner> {
  if (applicationId === undefined) return { userId: session.userId }
  if (await isApplicationOf(db.sql, session.userId, applicationId)) return { applicationId }
  throw notFound('You have no such application.')
}
