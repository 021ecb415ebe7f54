// The public API: an application's webhooks, and a webhook's events after a sequence number.
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { DEFAULT_DELIVERY_LIMIT, DEFAULT_EVENT_LIMIT, type EventQuery } from '#contract/webhooks.ts'
import { type Caller, requireBearer, requireCaller } from '#server/access/bearer.ts'
import { byApplication } from '#server/access/security-log/security-log.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { findOldestSequence, listDeliveries, listDeliveriesAfter } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { schemas } from './schemas.ts'
import { listWebhooks, type OneOwner, type Webhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

const schemaErrorFormatter = refuseIdAs(manage.unknownWebhook)

export function addWebhookRoutes(app: App, services: Services, limits: WebhookLimits): void {
  const onRequest = requireBearer(services, 'flights:read')
  addCollection(app, services, onRequest)
  addItem(app, services, onRequest)
  addDeliveries(app, services, onRequest)
  addSending(app, services, limits, onRequest)
  app.get('/api/v1/events', { onRequest, schema: schemas.events }, (request) =>
    listEvents(services, requireOwner(requireCaller(request)), request.query),
  )
}

type OnRequest = ReturnType<typeof requireBearer>

function addCollection(app: App, services: Services, onRequest: OnRequest): void {
  const { db, now } = services
  app.get('/api/v1/webhooks', { onRequest, schema: schemas.list }, async (request) => {
    const rows = await listWebhooks(db.sql, requireApplication(request))
    return { data: rows.map((row) => toWebhookView(row, now())) }
  })
  app.post('/api/v1/webhooks', { onRequest, schema: schemas.create }, async (request, reply) => {
    const owner = requireApplication(request)
    const { url, ...choices } = request.body
    const { id, secret } = await manage.createWebhook(services, owner, url, byApplication(request), choices)
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ data: { ...(await requireView(services, owner, id)), secret } })
  })
}

function addItem(app: App, services: Services, onRequest: OnRequest): void {
  const options = { onRequest, schemaErrorFormatter }
  app.get('/api/v1/webhooks/:id', { ...options, schema: schemas.find }, async (request) => ({
    data: await requireView(services, requireApplication(request), request.params.id),
  }))
  app.patch('/api/v1/webhooks/:id', { ...options, schema: schemas.change }, async (request) => {
    const owner = requireApplication(request)
    await manage.changeWebhook(services, owner, request.params.id, request.body, byApplication(request))
    return { data: await requireView(services, owner, request.params.id) }
  })
  app.delete('/api/v1/webhooks/:id', { ...options, schema: schemas.remove }, async (request, reply) => {
    const owner = requireApplication(request)
    await manage.removeWebhook(services, owner, request.params.id, byApplication(request))
    return reply.code(204).send()
  })
  app.post(
    '/api/v1/webhooks/:id/rotate-secret',
    { ...options, schema: schemas.rotate },
    async (request, reply) => {
      const owner = requireApplication(request)
      const rotated = await manage.rotateSecret(services, owner, request.params.id, byApplication(request))
      const oldSecretExpiresAt = new Date(rotated.oldSecretExpiresAt).toISOString()
      return reply.header('cache-control', 'no-store').send({ data: { ...rotated, oldSecretExpiresAt } })
    },
  )
}

function addDeliveries(app: App, services: Services, onRequest: OnRequest): void {
  const options = { onRequest, schemaErrorFormatter }
  const { db } = services
  app.get('/api/v1/webhooks/:id/deliveries', { ...options, schema: schemas.deliveries }, async (request) => {
    const webhook = await manage.requireWebhook(db.sql, requireApplication(request), request.params.id)
    const filter = { limit: DEFAULT_DELIVERY_LIMIT, ...request.query }
    const rows = await listDeliveries(db.sql, webhook.id, filter)
    return { data: (await withAttempts(db.sql, rows)).map(toDeliveryView) }
  })
}

function addSending(app: App, services: Services, limits: WebhookLimits, onRequest: OnRequest): void {
  const options = { onRequest, schemaErrorFormatter }
  app.post('/api/v1/webhooks/:id/replay', { ...options, schema: schemas.replay }, async (request, reply) => {
    const { deliveryId, since } = request.body
    const which = deliveryId === undefined ? { since: Date.parse(String(since)) } : { deliveryId }
    const owner = requireApplication(request)
    await limits.replay.require(requireCaller(request).userId)
    const data = await manage.replay(services, owner, request.params.id, which)
    return reply.code(202).send({ data })
  })
  app.post('/api/v1/webhooks/:id/test', { ...options, schema: schemas.test }, async (request, reply) => {
    const event = request.body?.event ?? 'flight.uploaded'
    const owner = requireApplication(request)
    await limits.test.require(requireCaller(request).userId)
    const data = await manage.sendTestEvent(services, owner, request.params.id, event)
    return reply.code(202).send({ data })
  })
}

async function requireView({ db, now }: Services, owner: OneOwner, id: string) {
  return toWebhookView(await manage.requireWebhook(db.sql, owner, id), now())
}

async function listEvents({ db }: Services, owner: OneOwner, query: Static<typeof EventQuery>) {
  const webhook = await requireOneWebhook(db.sql, owner, query.webhook)
  const rows = await listDeliveriesAfter(
    db.sql,
    webhook.id,
    query.after ?? 0,
    query.limit ?? DEFAULT_EVENT_LIMIT,
  )
  return {
    data: rows.map((row) => ({
      sequence: row.sequence,
      id: row.event_id,
      event: row.event,
      test: row.is_test,
      status: row.status,
      payload: JSON.parse(row.payload) as object,
    })),
    webhook: webhook.id,
    oldestSequence: (await findOldestSequence(db.sql, webhook.id)) ?? webhook.last_sequence + 1,
    lastSequence: Math.max(webhook.last_sequence, rows.at(-1)?.sequence ?? 0),
  }
}

async function requireOneWebhook(
  sql: Services['db']['sql'],
  owner: OneOwner,
  id: string | undefined,
): Promise<Webhook> {
  if (id !== undefined) return manage.requireWebhook(sql, owner, id)
  const [webhook, another] = await listWebhooks(sql, owner)
  if (!webhook) throw invalidRequest('You have no webhooks.')
  if (another) throw invalidRequest('You have several webhooks; say which one with the parameter webhook.')
  return webhook
}

/** An application acts for itself only with a token that no user granted. */
function requireApplication(request: FastifyRequest): { applicationId: string } {
  const owner = findApplication(requireCaller(request))
  if (!owner) throw wrongCredential('This requires an access token from the client_credentials grant.')
  return owner
}

function findApplication({ grantType, applicationId }: Caller): { applicationId: string } | undefined {
  return grantType === 'client_credentials' && applicationId ? { applicationId } : undefined
}

function requireOwner(caller: Caller): OneOwner {
  if (caller.kind === 'key') return { userId: caller.userId }
  const owner = findApplication(caller)
  if (!owner)
    throw wrongCredential(
      'This requires a personal key or an access token from the client_credentials grant.',
    )
  return owner
}

function wrongCredential(description: string): ApiError {
  return new ApiError(403, 'insufficient_scope', description, {
    headers: {
      'www-authenticate': `Bearer realm="cloudstreet", error="insufficient_scope", error_description="${description}"`,
    },
  })
}
