// The dashboard's own endpoints: who may see one flight, many flights and new ones; the profile's address; zones.
import {
  NewPrivacyZone,
  PrivacyZoneParams,
  type Sharing,
  SharingChange,
  VisibilityChange,
  type VisibilityChanged,
} from '#dashboard/sharing.ts'
import { FlightParams } from '#contract/flight.ts'
import type { FlightSharing } from '#contract/sharing/shared-flight.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { changeAll, changeEach, updateFlight } from '../update.ts'
import { describeSharing } from './describe-sharing.ts'
import type { SharedReader } from './shared-flight.ts'
import { listOthers } from './store.ts'
import { addZone, changeSettings, findSettings, listZones, MAX_ZONES, removeZone } from './zones.ts'

type DashboardServices = FlightServices & SessionServices

const noSuchZone = () => notFound('There is no such privacy zone.')

export function addSharingDashboard(app: App, services: DashboardServices, reader: SharedReader): void {
  const onRequest = requireSession(services)
  addSettings(app, services)

  const flight = {
    onRequest,
    schemaErrorFormatter: refuseIdAs(noSuchFlight),
    schema: { hide: true, params: FlightParams },
  }
  const path = '/app/api/flights/:id/sharing'
  app.get(path, flight, ({ session, params }): Promise<FlightSharing> =>
    describeSharing(services, reader, session.userId, params.id),
  )
  app.post(`${path}/link`, { ...flight, config: SESSION }, ({ session, params }): Promise<FlightSharing> =>
    describeSharing(services, reader, session.userId, params.id, true),
  )

  const many = { onRequest, config: SESSION, schema: { hide: true, body: VisibilityChange } }
  app.post('/app/api/flights/visibility', many, (request): Promise<VisibilityChanged> =>
    changeMany(services, request.session.userId, request.body, originOf(request)),
  )
}

function addSettings(app: App, services: DashboardServices): void {
  const { db, now } = services
  const onRequest = requireSession(services)
  const read = async (userId: string): Promise<Sharing> => ({
    ...(await findSettings(db.sql, userId)),
    zones: await listZones(db.sql, userId),
  })
  app.get('/app/api/sharing', { onRequest, schema: { hide: true } }, ({ session }) => read(session.userId))

  const change = { onRequest, config: SESSION, schema: { hide: true, body: SharingChange } }
  app.patch('/app/api/sharing', change, async ({ session, body }) => {
    const fault = body.handle ? findNameFault(body.handle) : undefined
    if (fault !== undefined) throw invalidRequest(`The address ${fault}.`)
    await db
      .transaction((sql) => changeSettings(sql, now(), session.userId, body))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? invalidRequest('Another pilot has this address already.') : error
      })
    return read(session.userId)
  })

  const add = { onRequest, config: SESSION, schema: { hide: true, body: NewPrivacyZone } }
  app.post('/app/api/sharing/zones', add, async ({ session, body }, reply) => {
    const zone = await db.transaction((sql) => addZone(sql, now(), session.userId, body))
    if (!zone) throw invalidRequest(`There are ${MAX_ZONES} zones already; remove one first.`)
    return reply.code(201).send(zone)
  })

  const remove = {
    onRequest,
    config: SESSION,
    schemaErrorFormatter: refuseIdAs(noSuchZone),
    schema: { hide: true, params: PrivacyZoneParams },
  }
  app.delete('/app/api/sharing/zones/:id', remove, async ({ session, params }, reply) => {
    if (!(await removeZone(db.sql, session.userId, params.id))) throw noSuchZone()
    return reply.code(204).send()
  })
}

/** Each flight is a change of its own, with its event, as if it were changed by itself. */
async function changeMany(
  services: DashboardServices,
  ownerId: string,
  { visibility, ids }: VisibilityChange,
  origin: RequestOrigin,
): Promise<VisibilityChanged> {
  const change = ({ id }: { id: string }) => updateFlight(services, ownerId, id, { visibility }, { origin })
  const changed = ids
    ? await changeEach(ownerId, await listOthers(services.db.sql, ownerId, visibility, ids), change)
    : await changeAll(services, ownerId, (flight) => flight.visibility !== visibility, change)
  return { changed }
}
