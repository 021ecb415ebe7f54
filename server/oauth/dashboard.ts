// The dashboard's endpoints: an owner's applications, a user's connected applications and incidents.
import { Type } from 'typebox'
import type {
  ApplicationChange,
  ApplicationDetail,
  ApplicationSummary,
  Connection,
  Incident,
  NewApplication,
} from '#dashboard/applications.ts'
import { requireRecentProof, requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import { changeApplication, createApplication, noApplication, rotateSecret } from './applications.ts'
import {
  deleteApplication,
  listApplications,
  type ListedApplication,
  setApplicationDisabled,
} from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { listRefusals } from './stores/refusals.ts'
import { disconnect } from './tokens.ts'

const REFUSALS_SHOWN_MS = 30 * DAY_MS
const MAX_BODY_TEXT = 4000

const text = Type.String({ maxLength: MAX_BODY_TEXT })
const optionalText = Type.Optional(Type.Union([text, Type.Null()]))
const words = Type.Array(text, { maxItems: 100 })
const changeFields = {
  name: text,
  description: optionalText,
  website: optionalText,
  grants: words,
  scopes: words,
  redirectUris: words,
}
const newApplicationBody = Type.Object(
  { ...changeFields, type: Type.String({ enum: ['confidential', 'public'] }) },
  { additionalProperties: false },
)
const changeBody = Type.Partial(Type.Object(changeFields), { additionalProperties: false })

interface WithId {
  Params: { id: string }
}

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
    { onRequest: [onRequest, requireRecentProof(services)], schema: { ...hidden, body: newApplicationBody } },
    async (request, reply) => {
      const wanted = request.body as unknown as NewApplication
      const created = await createApplication(services, request.session.userId, wanted)
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )
  app.get<WithId>('/app/api/applications/:id', options, (request) =>
    requireDetail(services, request.session.userId, request.params.id),
  )
  app.patch<WithId>(
    '/app/api/applications/:id',
    { onRequest, schema: { ...hidden, body: changeBody } },
    async (request) => {
      const change = request.body as ApplicationChange
      await changeApplication(services, request.session.userId, request.params.id, change)
      return requireDetail(services, request.session.userId, request.params.id)
    },
  )
}

function addApplicationStates(app: App, services: SessionServices): void {
  const { db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }
  const proved = { ...options, onRequest: [options.onRequest, requireRecentProof(services)] }

  app.delete<WithId>('/app/api/applications/:id', options, async (request, reply) => {
    const isDeleted = await deleteApplication(db.sql, request.session.userId, request.params.id)
    if (!isDeleted) throw noApplication()
    return reply.code(204).send()
  })
  app.post<WithId>('/app/api/applications/:id/rotate-secret', proved, async (request, reply) => {
    const created = await rotateSecret(services, request.session.userId, request.params.id)
    return reply.header('cache-control', 'no-store').send(created)
  })
  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    app.post<WithId>(`/app/api/applications/:id/${verb}`, options, async (request) => {
      const { userId } = request.session
      const isThere = await setApplicationDisabled(db.sql, now(), userId, request.params.id, isDisabled)
      if (!isThere) throw noApplication()
      return requireDetail(services, userId, request.params.id)
    })
  }
}

function addConnections(app: App, services: SessionServices): void {
  const { db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }

  app.get('/app/api/connections', options, async (request): Promise<{ items: Connection[] }> => ({
    items: await listConnections(db.sql, request.session.userId),
  }))
  app.delete<{ Params: { applicationId: string } }>(
    '/app/api/connections/:applicationId',
    options,
    async (request, reply) => {
      const party = { userId: request.session.userId, applicationId: request.params.applicationId }
      const wasConnected = await db.transaction((sql) => disconnect(sql, now(), party))
      if (!wasConnected) throw notFound('This application is not connected.')
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
