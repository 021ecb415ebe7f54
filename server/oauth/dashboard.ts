// The dashboard's endpoints: an owner's applications, a user's connected applications and incidents.
import { RECENT_PROOF, SESSION } from '#server/access/proof.ts'
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
import { byUser } from '#server/access/security-log/security-log.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import {
  changeApplication,
  createApplication,
  noApplication,
  removeApplication,
  rotateSecret,
  switchApplication,
} from './applications.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { endConnection } from './consent/connection.ts'
import { listApplications, type ListedApplication } from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { listRefusals } from './stores/refusals.ts'

const REFUSALS_SHOWN_MS = 30 * DAY_MS
const schemaErrorFormatter = refuseIdAs(noApplication)
const one = { hide: true, params: idParams('The application.') }
const notConnected = () => notFound('This application is not connected.')

export function addOauthDashboard(app: App, services: SessionServices): void {
  addApplications(app, services)
  addApplicationStates(app, services)
  addConnections(app, services)
}

function addApplications(app: App, services: SessionServices): void {
  const { db, now } = services
  const hidden = { hide: true }
  const onRequest = requireSession(services)
  const options = { onRequest, schema: hidden }

  app.get('/app/api/applications', options, async (request) => {
    const applications = await listApplications(db.sql, now(), request.session.userId)
    return { items: applications.map(toSummary) }
  })
  app.post(
    '/app/api/applications',
    { config: RECENT_PROOF, schema: { ...hidden, body: NewApplication } },
    async (request, reply) => {
      const created = await createApplication(services, request.session.userId, request.body, byUser(request))
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )
  app.get('/app/api/applications/:id', { onRequest, schemaErrorFormatter, schema: one }, (request) =>
    requireDetail(services, request.session.userId, request.params.id),
  )
  app.patch(
    '/app/api/applications/:id',
    { config: RECENT_PROOF, schemaErrorFormatter, schema: { ...one, body: ApplicationChange } },
    async (request) => {
      const { userId } = request.session
      await changeApplication(services, userId, request.params.id, request.body, byUser(request))
      return requireDetail(services, userId, request.params.id)
    },
  )
}

function addApplicationStates(app: App, services: SessionServices): void {
  const options = { config: SESSION, schemaErrorFormatter, schema: one }
  const proved = { ...options, config: RECENT_PROOF }

  app.delete('/app/api/applications/:id', options, async (request, reply) => {
    await removeApplication(services, request.session.userId, request.params.id, byUser(request))
    return reply.code(204).send()
  })
  app.post('/app/api/applications/:id/rotate-secret', proved, async (request, reply) => {
    const created = await rotateSecret(services, request.session.userId, request.params.id, byUser(request))
    return reply.header('cache-control', 'no-store').send(created)
  })
  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    app.post(`/app/api/applications/:id/${verb}`, isDisabled ? options : proved, async (request) => {
      const { userId } = request.session
      await switchApplication(services, userId, request.params.id, isDisabled, byUser(request))
      return requireDetail(services, userId, request.params.id)
    })
  }
}

function addConnections(app: App, services: SessionServices): void {
  const { db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }

  app.get('/app/api/connections', options, async (request): Promise<{ items: Connection[] }> => ({
    items: await listConnections(db.sql, now(), request.session.userId),
  }))
  app.delete(
    '/app/api/connections/:applicationId',
    {
      config: SESSION,
      schema: { hide: true, params: ConnectionParams },
      schemaErrorFormatter: refuseIdAs(notConnected),
    },
    async (request, reply) => {
      const party = { userId: request.session.userId, applicationId: request.params.applicationId }
      const isEnded = await db.transaction((sql) =>
        endConnection(services, sql, party, 'withdrawn', { ...byUser(request), origin: originOf(request) }),
      )
      if (!isEnded) throw notConnected()
      return reply.code(204).send()
    },
  )
  app.get('/app/api/incidents', options, async (request): Promise<{ items: Incident[] }> => {
    const found = await listIncidents(db.sql, { userId: request.session.userId })
    return { items: found.map(({ incident }) => incident) }
  })
}

function toSummary(application: ListedApplication): ApplicationSummary {
  return {
    id: application.id,
    name: application.name,
    description: application.description ?? null,
    website: application.website ?? null,
    type: application.type,
    grants: [...application.grants],
    scopes: [...application.scopes],
    redirectUris: [...application.redirectUris],
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
