// The public API: the webhooks of an application or a user, and a webhook's events after a sequence number.
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { DEFAULT_DELIVERY_LIMIT, DEFAULT_EVENT_LIMIT, type EventQuery } from '#contract/webhooks.ts'
import { requireCaller, toChallenge } from '#server/access/bearer.ts'
import { byApplication, byUser } from '#server/access/security-log/security-log.ts'
import type { By } from '#server/access/security-log/store.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Services } from '#server/platform/services.ts'
import { findOldestSequence, listDeliveries, listDeliveriesAfter } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { schemas } from './schemas.ts'
import { listWebhooks, type OneOwner, type Webhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

/** A key needs the scope for it; the client credentials of an application manage its webhooks without. */
const MANAGE = { key: 'webhooks:manage', other: 'flights:read' } as const

export function declareWebhookRoutes(services: Services, limits: WebhookLimits): Operation[] {
  return [
    ...declareCollection(services),
    ...declareItem(services),
    ...declareDeliveries(services),
    ...declareSending(services, limits),
    operation({
      route: 'GET /events',
      doors: { api: 'flights:read' },
      schema: schemas.events,
      respond: (request) => listEvents(services, requireOwner(services, request), request.query),
    }),
  ]
}

function declareCollection(services: Services): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /webhooks',
      doors: { api: MANAGE },
      schema: schemas.list,
      respond: async (request) => {
        const rows = await listWebhooks(db.sql, requireOwner(services, request))
        return { data: rows.map((row) => toWebhookView(row, now())) }
      },
    }),
    operation({
      route: 'POST /webhooks',
      doors: { api: MANAGE },
      schema: schemas.create,
      respond: async (request, reply) => {
        const owner = requireOwner(services, request)
        const { url, ...choices } = request.body
        const { id, secret } = await manage.createWebhook(services, owner, url, byCaller(request), choices)
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ data: { ...(await requireView(services, owner, id)), secret } })
      },
    }),
  ]
}

function declareItem(services: Services): Operation[] {
  return [
    operation({
      route: 'GET /webhooks/:id',
      doors: { api: MANAGE },
      schema: schemas.find,
      noSuch: manage.unknownWebhook,
      respond: async (request) => ({
        data: await requireView(services, requireOwner(services, request), request.params.id),
      }),
    }),
    operation({
      route: 'PATCH /webhooks/:id',
      doors: { api: MANAGE },
      schema: schemas.change,
      noSuch: manage.unknownWebhook,
      respond: async (request) => {
        const owner = requireOwner(services, request)
        await manage.changeWebhook(services, owner, request.params.id, request.body, byCaller(request))
        return { data: await requireView(services, owner, request.params.id) }
      },
    }),
    operation({
      route: 'DELETE /webhooks/:id',
      doors: { api: MANAGE },
      schema: schemas.remove,
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const owner = requireOwner(services, request)
        await manage.removeWebhook(services, owner, request.params.id, byCaller(request))
        return reply.code(204).send()
      },
    }),
    operation({
      route: 'POST /webhooks/:id/rotate-secret',
      doors: { api: MANAGE },
      schema: schemas.rotate,
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const owner = requireOwner(services, request)
        const rotated = await manage.rotateSecret(services, owner, request.params.id, byCaller(request))
        const oldSecretExpiresAt = new Date(rotated.oldSecretExpiresAt).toISOString()
        return reply.header('cache-control', 'no-store').send({ data: { ...rotated, oldSecretExpiresAt } })
      },
    }),
  ]
}

function declareDeliveries(services: Services): Operation[] {
  const { db } = services
  return [
    operation({
      route: 'GET /webhooks/:id/deliveries',
      doors: { api: MANAGE },
      schema: schemas.deliveries,
      noSuch: manage.unknownWebhook,
      respond: async (request) => {
        const webhook = await manage.requireWebhook(
          db.sql,
          requireOwner(services, request),
          request.params.id,
        )
        const filter = { limit: DEFAULT_DELIVERY_LIMIT, ...request.query }
        const rows = await listDeliveries(db.sql, webhook.id, filter)
        return { data: (await withAttempts(db.sql, rows)).map(toDeliveryView) }
      },
    }),
  ]
}

function declareSending(services: Services, limits: WebhookLimits): Operation[] {
  return [
    operation({
      route: 'POST /webhooks/:id/replay',
      doors: { api: MANAGE },
      schema: schemas.replay,
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const { deliveryId, since } = request.body
        const which = deliveryId === undefined ? { since: Date.parse(String(since)) } : { deliveryId }
        const owner = requireOwner(services, request)
        await limits.replay.require(requireCaller(request).userId)
        const data = await manage.replay(services, owner, request.params.id, which)
        return reply.code(202).send({ data })
      },
    }),
    operation({
      route: 'POST /webhooks/:id/test',
      doors: { api: MANAGE },
      schema: schemas.test,
      noSuch: manage.unknownWebhook,
      respond: async (request, reply) => {
        const event = request.body?.event ?? 'flight.uploaded'
        const owner = requireOwner(services, request)
        await limits.test.require(requireCaller(request).userId)
        const data = await manage.sendTestEvent(services, owner, request.params.id, event)
        return reply.code(202).send({ data })
      },
    }),
  ]
}

async function requireView({ db, now }: Services, owner: OneOwner, id: string) {
  return toWebhookView(await manage.requireWebhook(db.sql, owner, id), now())
}

async function listEvents({ db, epoch }: Services, owner: OneOwner, query: Static<typeof EventQuery>) {
  const webhook = await requireOneWebhook(db.sql, owner, query.webhook)
  const after = query.after ?? 0
  const rows = await listDeliveriesAfter(db.sql, webhook.id, after, query.limit ?? DEFAULT_EVENT_LIMIT)
  const lastSequence = Math.max(webhook.last_sequence, rows.at(-1)?.sequence ?? 0)
  if (after > lastSequence) throw unknownPosition(after, lastSequence)
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
    lastSequence,
    epoch,
  }
}

/** The database was restored from a backup that is older than what the caller has seen. */
function unknownPosition(after: number, lastSequence: number): ApiError {
  return new ApiError(
    410,
    'cursor_expired',
    `Event ${after} is not known: the last number is ${lastSequence}. The service was restored from a backup; go on after ${lastSequence}, and read the flights again.`,
  )
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

/** A user by a personal key; an application only with a token that no user granted. */
function requireOwner({ config }: Services, request: FastifyRequest): OneOwner {
  const { kind, userId, applicationId, grantType } = requireCaller(request)
  if (kind === 'key') return { userId }
  if (grantType === 'client_credentials' && applicationId) return { applicationId }
  throw wrongCredential(
    config,
    'This requires a personal key or an access token from the client_credentials grant.',
  )
}

function byCaller(request: FastifyRequest): By {
  return requireCaller(request).kind === 'key' ? byUser(request) : byApplication(request)
}

function wrongCredential(config: Services['config'], description: string): ApiError {
  return new ApiError(403, 'insufficient_scope', description, {
    headers: {
      'www-authenticate': `${toChallenge(config)}, error="insufficient_scope", error_description="${description}"`,
    },
  })
}
