// The webhooks of a user or an application, and a webhook's events after a sequence number.
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type EventName, tellsOfFlights } from '#contract/event-names.ts'
import { idParams, type ShortListQuery } from '#contract/values.ts'
import { DEFAULT_EVENT_LIMIT, type EventQuery, type WebhookRegistration } from '#contract/webhooks.ts'
import { type Caller, type Operation, operation } from '#server/access/operations/operation.ts'
import { pageOf, readPage } from '#server/access/operations/pages.ts'
import { requireProved } from '#server/access/proof.ts'
import { byCaller } from '#server/access/security-log/security-log.ts'
import type { ByProved } from '#server/access/security-log/store.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventFlight } from './example.ts'
import { type Delivery, findOldestSequence, listDeliveries, listDeliveriesAfter } from './log-store.ts'
import type { WebhookLimits } from './limits.ts'
import * as manage from './manage.ts'
import { schemas } from './schemas.ts'
import { isApplicationOf, listWebhooks, type OneOwner, type Owner, type Webhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

/** A key needs the scope for it; the client credentials of an application manage its webhooks without. */
const api = { key: 'webhooks:manage', application: 'flights:read' } as const
/** `recent` for what sends flights elsewhere, or shows a secret. */
const doors = { api, dashboard: 'session' } as const
const provedDoors = { api, dashboard: 'recent' } as const
const noSuch = manage.unknownWebhook

/** Another feature's: a flight of the pilot as events tell of it. */
export interface WebhookServices extends Services {
  findEventFlight: (ownerId: string, flightId: string) => Promise<EventFlight['told'] | undefined>
}

export function declareWebhooks(services: WebhookServices, limits: WebhookLimits): Operation[] {
  return [
    ...declareCollections(services),
    ...declareItem(services),
    ...declareSending(services, limits),
    operation({
      route: 'GET /events',
      doors: { api: { key: 'flights:read', application: 'flights:read' } },
      schema: schemas.events,
      handle: (caller, { query }) => listEvents(services, findOwner(caller), query),
    }),
  ]
}

function declareCollections(services: Services): Operation[] {
  const { db, now } = services
  const list = async (owner: OneOwner, query: Static<typeof ShortListQuery> = {}) => {
    const webhooks = await listWebhooks(db.sql, owner)
    return pageOf(
      webhooks.map((row) => toWebhookView(row, now())),
      query,
      ({ id }) => id,
    )
  }
  const create = async (owner: OneOwner, { body, by }: { body: WebhookRegistration; by: ByProved }) => {
    const { url, ...choices } = body
    const { id, secret } = await manage.createWebhook(services, owner, url, by, choices)
    return { data: { ...(await requireView(services, owner, id)), secret } }
  }
  const ofApplication = { params: idParams('The application.') }
  return [
    operation({
      route: 'GET /webhooks',
      doors,
      schema: schemas.list,
      handle: (caller, { query }) => list(findOwner(caller), query),
    }),
    operation({
      route: 'POST /webhooks',
      doors: provedDoors,
      schema: schemas.create,
      handle: (caller, request, reply) => {
        reply.header('cache-control', 'no-store')
        const { body } = request
        return create(findOwner(caller), { body, by: describeProved(caller, request) })
      },
    }),
    // At the dashboard, those of an application of the user, too.
    operation({
      route: 'GET /applications/:id/webhooks',
      doors: { dashboard: 'session' },
      schema: ofApplication,
      noSuch: noApplication,
      handle: async ({ userId }, { params }) => list(await requireApplication(services, userId, params.id)),
    }),
    operation({
      route: 'POST /applications/:id/webhooks',
      doors: { dashboard: 'recent' },
      schema: {
        ...ofApplication,
        body: schemas.create.body,
        response: { 201: schemas.create.response[201] },
      },
      noSuch: noApplication,
      handle: async (caller, request) => {
        const owner = await requireApplication(services, caller.userId, request.params.id)
        return create(owner, { body: request.body, by: describeProved(caller, request) })
      },
    }),
  ]
}

function declareItem(services: Services): Operation[] {
  const { db } = services
  return [
    operation({
      route: 'GET /webhooks/:id',
      doors: { api },
      schema: schemas.find,
      noSuch,
      handle: async (caller, { params }) => ({
        data: await requireView(services, ownerOf(caller), params.id),
      }),
    }),
    operation({
      route: 'PATCH /webhooks/:id',
      doors: provedDoors,
      schema: schemas.change,
      noSuch,
      handle: async (caller, request) => {
        const owner = ownerOf(caller)
        const { params, body } = request
        await manage.changeWebhook(services, owner, params.id, body, describeProved(caller, request))
        return { data: await requireView(services, owner, params.id) }
      },
    }),
    operation({
      route: 'DELETE /webhooks/:id',
      doors,
      schema: schemas.remove,
      noSuch,
      handle: (caller, request) => {
        const by = byCaller(request)
        return manage.removeWebhook(services, ownerOf(caller), request.params.id, by)
      },
    }),
    operation({
      route: 'POST /webhooks/:id/rotate-secret',
      doors: provedDoors,
      schema: schemas.rotate,
      noSuch,
      handle: async (caller, request, reply) => {
        const by = describeProved(caller, request)
        const owner = ownerOf(caller)
        const rotated = await manage.rotateSecret(services, owner, request.params.id, by)
        const oldSecretExpiresAt = new Date(rotated.oldSecretExpiresAt).toISOString()
        reply.header('cache-control', 'no-store')
        return { data: { ...rotated, oldSecretExpiresAt } }
      },
    }),
    operation({
      route: 'GET /webhooks/:id/deliveries',
      doors,
      schema: schemas.deliveries,
      noSuch,
      handle: async (caller, { params, query }) => {
        const webhook = await manage.requireWebhook(db.sql, ownerOf(caller), params.id)
        const { data, pagination } = await readPage(
          query,
          ({ sequence }: Delivery) => String(sequence),
          (page) => listDeliveries(db.sql, webhook.id, { ...query, ...page }),
        )
        return { data: (await withAttempts(db.sql, data)).map(toDeliveryView), pagination }
      },
    }),
  ]
}

function declareSending(services: WebhookServices, limits: WebhookLimits): Operation[] {
  return [
    operation({
      route: 'POST /webhooks/:id/replay',
      doors,
      schema: schemas.replay,
      noSuch,
      handle: async (caller, { params, body: { deliveryId, since } }) => {
        const which = deliveryId === undefined ? { since: Date.parse(String(since)) } : { deliveryId }
        const owner = ownerOf(caller)
        await limits.replay.require(caller.userId)
        return { data: await manage.replay(services, owner, params.id, which) }
      },
    }),
    operation({
      route: 'POST /webhooks/:id/test',
      doors,
      schema: schemas.test,
      noSuch,
      handle: async (caller, { params, body }) => {
        const event = body?.event ?? 'flight.uploaded'
        const owner = ownerOf(caller)
        await limits.test.require(caller.userId)
        const flight = await findTold(services, caller, event, body?.flightId)
        return { data: await manage.sendTestEvent(services, owner, params.id, event, flight) }
      },
    }),
  ]
}

async function findTold(
  services: WebhookServices,
  { userId: ownerId, credential }: Caller,
  event: EventName,
  flightId: string | undefined,
): Promise<EventFlight | undefined> {
  if (flightId === undefined) return undefined
  if (credential && !credential.scopes.includes('flights:read'))
    throw new ApiError(
      403,
      'insufficient_scope',
      'A test that tells of a flight needs the scope flights:read.',
    )
  if (!tellsOfFlights(event)) throw invalidRequest(`The event ${event} tells of no flight.`)
  const told = await services.findEventFlight(ownerId, flightId)
  if (!told) throw notFound('There is no such flight.')
  return { ownerId, told }
}

async function requireView({ db, now }: Services, owner: Owner, id: string) {
  return toWebhookView(await manage.requireWebhook(db.sql, owner, id), now())
}

async function listEvents({ db, epoch }: Services, owner: OneOwner, query: Static<typeof EventQuery>) {
  const webhook = await requireOneWebhook(db.sql, owner, query.webhookId)
  const after = query.after ?? 0
  const { limit = DEFAULT_EVENT_LIMIT } = query
  // One more than the page has tells whether there are more.
  const found = await listDeliveriesAfter(db.sql, webhook.id, after, limit + 1)
  const rows = found.slice(0, limit)
  const lastSequence = Math.max(webhook.last_sequence, found.at(-1)?.sequence ?? 0)
  if (after > lastSequence) throw unknownPosition(after, lastSequence, epoch)
  return {
    data: rows.map((row) => ({
      sequence: row.sequence,
      id: row.event_id,
      event: row.event,
      isTest: row.is_test,
      status: row.status,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
    })),
    pagination: {
      next: String(rows.at(-1)?.sequence ?? after),
      limit,
      hasMore: found.length > limit,
    },
    webhookId: webhook.id,
    oldestSequence: (await findOldestSequence(db.sql, webhook.id)) ?? webhook.last_sequence + 1,
    lastSequence,
    epoch,
  }
}

/** The database was restored from a backup that is older than what the caller has seen. */
function unknownPosition(after: number, lastSequence: number, epoch: number): ApiError {
  const sentence = `Event ${after} is not known: the last number is ${lastSequence}. The service was restored from a backup; go on after ${lastSequence}, and read the flights again.`
  return new ApiError(410, 'cursor_expired', sentence, {
    body: { error: 'cursor_expired', error_description: sentence, lastSequence, epoch },
  })
}

async function requireOneWebhook(
  sql: Services['db']['sql'],
  owner: OneOwner,
  id: string | undefined,
): Promise<Webhook> {
  if (id !== undefined) return manage.requireWebhook(sql, owner, id)
  const [webhook, another] = await listWebhooks(sql, owner)
  if (!webhook) throw invalidRequest('You have no webhooks.')
  if (another) throw invalidRequest('You have several webhooks; say which one with the parameter webhookId.')
  return webhook
}

/** A user by a session or a personal key; else an application for itself, as the door admits no other token. */
function findOwner({ userId, credential }: Caller): OneOwner {
  const applicationId = credential?.applicationId
  return applicationId === undefined ? { userId } : { applicationId }
}

/** At the dashboard a webhook may be of any application of the user. */
function ownerOf(caller: Caller): Owner {
  return caller.session ? { accountId: caller.userId } : findOwner(caller)
}

async function requireApplication(
  { db }: Services,
  userId: string,
  applicationId: string,
): Promise<OneOwner> {
  if (await isApplicationOf(db.sql, userId, applicationId)) return { applicationId }
  throw noApplication()
}

const noApplication = () => notFound('You have no such application.')

function describeProved(caller: Caller, request: FastifyRequest): ByProved {
  return { ...byCaller(request), proved: requireProved(caller) }
}
