// The dashboard's endpoints: an owner's applications, a user's connected applications and incidents.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyRequest } from 'fastify'
import { idParams } from '#contract/values.ts'
import {
  ApplicationChange,
  type ApplicationDetail,
  type ApplicationSummary,
  type Connection,
  ConnectionParams,
  type Incident,
  NewApplication,
} from '#dashboard/applications.ts'
import { byProvedUser, byUser } from '#server/access/security-log/security-log.ts'
import type { SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import {
  changeApplication,
  createApplication,
  noApplication,
  removeApplication,
  rotateSecret,
  switchApplication,
  toNewApplication,
} from './applications.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { endConnection } from './consent/connection.ts'
import { listApplications, type ListedApplication } from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { listRefusals } from './stores/refusals.ts'

const REFUSALS_SHOWN_MS = 30 * DAY_MS
const schema = { params: idParams('The application.') }
const notConnected = () => notFound('This application is not connected.')

export function declareOauthDashboard(services: SessionServices): Operation[] {
  return [
    ...declareApplications(services),
    ...declareApplicationStates(services),
    ...declareConnections(services),
  ]
}

function declareApplications(services: SessionServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /applications',
      doors: { dashboard: 'session' },
      respond: async (request) => {
        const applications = await listApplications(db.sql, now(), request.session.userId)
        return { items: applications.map(toSummary) }
      },
    }),
    operation({
      route: 'POST /applications',
      doors: { dashboard: 'recent' },
      schema: { body: NewApplication },
      respond: async (request, reply) => {
        const created = await createApplication(
          services,
          request.session.userId,
          request.body,
          byProvedUser(request),
        )
        return reply.code(201).header('cache-control', 'no-store').send(created)
      },
    }),
    operation({
      route: 'GET /applications/:id',
      doors: { dashboard: 'session' },
      schema,
      noSuch: noApplication,
      respond: (request) => requireDetail(services, request.session.userId, request.params.id),
    }),
    operation({
      route: 'PATCH /applications/:id',
      doors: { dashboard: 'recent' },
      schema: { ...schema, body: ApplicationChange },
      noSuch: noApplication,
      respond: async (request) => {
        const { userId } = request.session
        await changeApplication(services, userId, request.params.id, request.body, byProvedUser(request))
        return requireDetail(services, userId, request.params.id)
      },
    }),
  ]
}

function declareApplicationStates(services: SessionServices): Operation[] {
  const switchTo = async (request: FastifyRequest<{ Params: { id: string } }>, isDisabled: boolean) => {
    const { userId } = request.session
    const by = { ...byUser(request), proved: request.proved }
    await switchApplication(services, userId, request.params.id, isDisabled, by)
    return requireDetail(services, userId, request.params.id)
  }
  return [
    operation({
      route: 'DELETE /applications/:id',
      doors: { dashboard: 'session' },
      schema,
      noSuch: noApplication,
      handle: async ({ userId }, request) =>
        removeApplication(services, userId, request.params.id, byUser(request)),
    }),
    operation({
      route: 'POST /applications/:id/rotate-secret',
      doors: { dashboard: 'recent' },
      schema,
      noSuch: noApplication,
      handle: async ({ userId }, request, reply) => {
        reply.header('cache-control', 'no-store')
        return rotateSecret(services, userId, request.params.id, byProvedUser(request))
      },
    }),
    operation({
      route: 'POST /applications/:id/disable',
      doors: { dashboard: 'session' },
      schema,
      noSuch: noApplication,
      respond: (request) => switchTo(request, true),
    }),
    operation({
      route: 'POST /applications/:id/enable',
      doors: { dashboard: 'recent' },
      schema,
      noSuch: noApplication,
      respond: (request) => switchTo(request, false),
    }),
  ]
}

function declareConnections(services: SessionServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /connections',
      doors: { dashboard: 'session' },
      respond: async (request): Promise<{ items: Connection[] }> => ({
        items: await listConnections(db.sql, now(), request.session.userId),
      }),
    }),
    operation({
      route: 'DELETE /connections/:applicationId',
      doors: { dashboard: 'session' },
      schema: { params: ConnectionParams },
      noSuch: notConnected,
      respond: async (request, reply) => {
        const party = { userId: request.session.userId, applicationId: request.params.applicationId }
        const isEnded = await db.transaction((sql) =>
          endConnection(services, sql, party, 'withdrawn', { ...byUser(request), origin: originOf(request) }),
        )
        if (!isEnded) throw notConnected()
        return reply.code(204).send()
      },
    }),
    operation({
      route: 'GET /incidents',
      doors: { dashboard: 'session' },
      respond: async (request): Promise<{ items: Incident[] }> => {
        const found = await listIncidents(db.sql, { userId: request.session.userId })
        return { items: found.map(({ incident }) => incident) }
      },
    }),
  ]
}

function toSummary(application: ListedApplication): ApplicationSummary {
  return {
    ...toNewApplication(application),
    id: application.id,
    createdAt: application.createdAt,
    disabledAt: application.disabledAt ?? null,
    connectedUsers: application.connectedUsers,
    oldSecretExpiresAt: application.oldSecretExpiresAt ?? null,
  }
}

async function requireDetail(
  { db, now }: SessionServices,
  ownerId: string,
  id: string,
): Promise<ApplicationDetail> {
  const [application] = await listApplications(db.sql, now(), ownerId, id)
  if (!application) throw noApplication()
  const found = await listIncidents(db.sql, { applicationId: id })
  return {
    ...toSummary(application),
    refusals: await listRefusals(db.sql, id, toDay(now() - REFUSALS_SHOWN_MS)),
    // The address may be that of the user's own device, which is none of the owner's business.
    incidents: found.map(({ userId, incident }) => ({
      ...incident,
      address: userId === ownerId ? incident.address : null,
    })),
  }
}
