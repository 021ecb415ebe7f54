// The dashboard's endpoints for webhooks: a user's own, and those of the user's applications.
import { RECENT_PROOF, SESSION } from '#server/access/proof.ts'
import type { FastifyRequest } from 'fastify'
import { TestRequest, WebhookChange, WebhookParams } from '#contract/webhooks.ts'
import { LogQuery, NewWebhook, ReplayRequest, WebhookListQuery } from '#dashboard/webhooks.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { listDeliveries } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { isApplicationOf, listWebhooks, type OneOwner } from './store.ts'
import { toDeliverySummary, toWebhookSummary, withAttempts } from './view.ts'

const PAGE_SIZE = 50
const schemaErrorFormatter = refuseIdAs(manage.unknownWebhook)

export function addWebhookDashboard(app: App, services: SessionServices, limits: WebhookLimits): void {
  const onRequest = requireSession(services)
  addCollection(app, services, onRequest)
  addItem(app, services)
  addDeliveries(app, services, limits, onRequest)
}

type OnRequest = ReturnType<typeof requireSession>

function addCollection(app: App, services: SessionServices, onRequest: OnRequest): void {
  const { db } = services
  const list = { onRequest, schema: { hide: true, querystring: WebhookListQuery } }
  app.get('/app/api/webhooks', list, async (request) => {
    const owner = await requireOneOwner(services, request, request.query.applicationId)
    return { items: (await listWebhooks(db.sql, owner)).map(toWebhookSummary) }
  })
  app.post(
    '/app/api/webhooks',
    { config: RECENT_PROOF, schema: { hide: true, body: NewWebhook } },
    async (request, reply) => {
      const { applicationId, url, ...choices } = request.body
      const owner = await requireOneOwner(services, request, applicationId ?? undefined)
      const created = await manage.createWebhook(services, owner, url, byUser(request), choices)
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )
}

function addItem(app: App, services: SessionServices): void {
  const { db } = services
  const schema = { hide: true, params: WebhookParams }
  const proved = { config: RECENT_PROOF, schemaErrorFormatter, schema }
  app.patch(
    '/app/api/webhooks/:id',
    { ...proved, schema: { ...schema, body: WebhookChange } },
    async (request) => {
      const owner = accountOf(request)
      await manage.changeWebhook(services, owner, request.params.id, request.body, byUser(request))
      return toWebhookSummary(await manage.requireWebhook(db.sql, owner, request.params.id))
    },
  )
  app.delete('/app/api/webhooks/:id', { ...proved, config: SESSION }, async (request, reply) => {
    await manage.removeWebhook(services, accountOf(request), request.params.id, byUser(request))
    return reply.code(204).send()
  })
  app.post('/app/api/webhooks/:id/rotate-secret', proved, async (request, reply) => {
    const { id } = request.params
    const rotated = await manage.rotateSecret(services, accountOf(request), id, byUser(request))
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
  const schema = { hide: true, params: WebhookParams }
  const options = { onRequest, schemaErrorFormatter }
  app.get(
    '/app/api/webhooks/:id/deliveries',
    { ...options, schema: { ...schema, querystring: LogQuery } },
    async (request) => {
      const webhook = await manage.requireWebhook(db.sql, accountOf(request), request.params.id)
      const rows = await listDeliveries(db.sql, webhook.id, { ...request.query, limit: PAGE_SIZE })
      return { items: (await withAttempts(db.sql, rows)).map(toDeliverySummary) }
    },
  )
  app.post(
    '/app/api/webhooks/:id/replay',
    { ...options, config: SESSION, schema: { ...schema, body: ReplayRequest } },
    async (request, reply) => {
      const { deliveryId, since = 0 } = request.body
      const which = deliveryId === undefined ? { since } : { deliveryId }
      await limits.replay.require(request.session.userId)
      return reply.code(202).send(await manage.replay(services, accountOf(request), request.params.id, which))
    },
  )
  app.post(
    '/app/api/webhooks/:id/test',
    { ...options, config: SESSION, schema: { ...schema, body: TestRequest } },
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
