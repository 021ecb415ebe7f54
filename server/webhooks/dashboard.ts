// The dashboard's endpoints for webhooks: a user's own, and those of the user's applications.
import type { FastifyRequest } from 'fastify'
import { TestRequest, WebhookChange, WebhookParams } from '#contract/webhooks.ts'
import { LogQuery, NewWebhook, ReplayRequest, WebhookListQuery } from '#dashboard/webhooks.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import type { SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { listDeliveries } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { isApplicationOf, listWebhooks, type OneOwner } from './store.ts'
import { toDeliverySummary, toWebhookSummary, withAttempts } from './view.ts'

const PAGE_SIZE = 50

export function declareWebhookDashboard(services: SessionServices, limits: WebhookLimits): Operation[] {
  return [...declareCollection(services), ...declareItem(services), ...declareDeliveries(services, limits)]
}

function declareCollection(services: SessionServices): Operation[] {
  const { db } = services
  return [
    operation({
      route: 'GET /webhooks',
      doors: { dashboard: 'session' },
      schema: { querystring: WebhookListQuery },
      respond: async (request) => {
        const owner = await requireOneOwner(services, request, request.query.applicationId)
        return { items: (await listWebhooks(db.sql, owner)).map(toWebhookSummary) }
      },
    }),
    operation({
      route: 'POST /webhooks',
      doors: { dashboard: 'recent' },
      schema: { body: NewWebhook },
      respond: async (request, reply) => {
        const { applicationId, url, ...choices } = request.body
        const owner = await requireOneOwner(services, request, applicationId ?? undefined)
        const created = await manage.createWebhook(services, owner, url, byUser(request), choices)
        return reply.code(201).header('cache-control', 'no-store').send(created)
      },
    }),
  ]
}

function declareItem(services: SessionServices): Operation[] {
  const { db } = services
  return [
    operation({
      route: 'PATCH /webhooks/:id',
      doors: { dashboard: 'recent' },
      schema: { params: WebhookParams, body: WebhookChange },
      noSuch: manage.unknownWebhook,
      respond: async (request) => {
        const owner = accountOf(request)
        await manage.changeWebhook(services, owner, request.params.id, request.body, byUser(request))
        return toWebhookSummary(await manage.requireWebhook(db.sql, owner, request.params.id))
      },
    }),
    operation({
      route: 'DELETE /webhooks/:id',
      doors: { dashboard: 'session' },
      schema: { params: WebhookParams },
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        await manage.removeWebhook(services, accountOf(request), request.params.id, byUser(request))
        return reply.code(204).send()
      },
    }),
    operation({
      route: 'POST /webhooks/:id/rotate-secret',
      doors: { dashboard: 'recent' },
      schema: { params: WebhookParams },
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const { id } = request.params
        const rotated = await manage.rotateSecret(services, accountOf(request), id, byUser(request))
        return reply.header('cache-control', 'no-store').send(rotated)
      },
    }),
  ]
}

function declareDeliveries(services: SessionServices, limits: WebhookLimits): Operation[] {
  const { db } = services
  return [
    operation({
      route: 'GET /webhooks/:id/deliveries',
      doors: { dashboard: 'session' },
      schema: { params: WebhookParams, querystring: LogQuery },
      noSuch: manage.unknownWebhook,
      respond: async (request) => {
        const webhook = await manage.requireWebhook(db.sql, accountOf(request), request.params.id)
        const rows = await listDeliveries(db.sql, webhook.id, { ...request.query, limit: PAGE_SIZE })
        return { items: (await withAttempts(db.sql, rows)).map(toDeliverySummary) }
      },
    }),
    operation({
      route: 'POST /webhooks/:id/replay',
      doors: { dashboard: 'session' },
      schema: { params: WebhookParams, body: ReplayRequest },
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const { deliveryId, since = 0 } = request.body
        const which = deliveryId === undefined ? { since } : { deliveryId }
        await limits.replay.require(request.session.userId)
        return reply
          .code(202)
          .send(await manage.replay(services, accountOf(request), request.params.id, which))
      },
    }),
    operation({
      route: 'POST /webhooks/:id/test',
      doors: { dashboard: 'session' },
      schema: { params: WebhookParams, body: TestRequest },
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const event = request.body?.event ?? 'flight.uploaded'
        await limits.test.require(request.session.userId)
        return reply
          .code(202)
          .send(await manage.sendTestEvent(services, accountOf(request), request.params.id, event))
      },
    }),
  ]
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
