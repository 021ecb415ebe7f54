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
import type { SessionServices } from '#server/access/session.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
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

export function declareSharingDashboard(services: DashboardServices, reader: SharedReader): Operation[] {
  const path = '/flights/:id/sharing'
  return [
    ...declareSettings(services),
    operation({
      route: `GET ${path}`,
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: ({ session, params }): Promise<FlightSharing> =>
        describeSharing(services, reader, session.userId, params.id),
    }),
    operation({
      route: `POST ${path}/link`,
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: ({ session, params }): Promise<FlightSharing> =>
        describeSharing(services, reader, session.userId, params.id, true),
    }),
    operation({
      route: 'POST /flights/visibility',
      doors: { dashboard: 'session' },
      schema: { body: VisibilityChange },
      respond: (request): Promise<VisibilityChanged> =>
        changeMany(services, request.session.userId, request.body, originOf(request)),
    }),
  ]
}

function declareSettings(services: DashboardServices): Operation[] {
  const { db, now } = services
  const read = async (userId: string): Promise<Sharing> => ({
    ...(await findSettings(db.sql, userId)),
    zones: await listZones(db.sql, userId),
  })
  return [
    operation({
      route: 'GET /sharing',
      doors: { dashboard: 'session' },
      respond: ({ session }) => read(session.userId),
    }),
    operation({
      route: 'PATCH /sharing',
      doors: { dashboard: 'session' },
      schema: { body: SharingChange },
      respond: async ({ session, body }) => {
        const fault = body.handle ? findNameFault(body.handle) : undefined
        if (fault !== undefined) throw invalidRequest(`The address ${fault}.`)
        await db
          .transaction((sql) => changeSettings(sql, now(), session.userId, body))
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? invalidRequest('Another pilot has this address already.') : error
          })
        return read(session.userId)
      },
    }),
    operation({
      route: 'POST /sharing/zones',
      doors: { dashboard: 'session' },
      schema: { body: NewPrivacyZone },
      respond: async ({ session, body }, reply) => {
        const zone = await db.transaction((sql) => addZone(sql, now(), session.userId, body))
        if (!zone) throw invalidRequest(`There are ${MAX_ZONES} zones already; remove one first.`)
        return reply.code(201).send(zone)
      },
    }),
    operation({
      route: 'DELETE /sharing/zones/:id',
      doors: { dashboard: 'session' },
      schema: { params: PrivacyZoneParams },
      noSuch: noSuchZone,
      respond: async ({ session, params }, reply) => {
        if (!(await removeZone(db.sql, session.userId, params.id))) throw noSuchZone()
        return reply.code(204).send()
      },
    }),
  ]
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
