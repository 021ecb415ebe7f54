// The dashboard's own: who may see many flights and new ones; the profile's address; zones.
import {
  NewPrivacyZone,
  PrivacyZoneParams,
  type Sharing,
  SharingChange,
  VisibilityChange,
  type VisibilityChanged,
} from '#dashboard/sharing.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import type { FlightServices } from '../record/services.ts'
import { updateFlight } from '../record/correct.ts'
import { changeAll, type Changes, changeEach } from '../record/update.ts'
import { listOthers } from './store.ts'
import { addZone, changeSettings, findSettings, listZones, removeZone } from './zones.ts'

const noSuchZone = () => notFound('There is no such privacy zone.')

export function declareSharingSettings(services: FlightServices): Operation[] {
  const { db, now } = services
  const read = async (userId: string): Promise<Sharing> => ({
    ...(await findSettings(db.sql, userId)),
    zones: await listZones(db.sql, userId),
  })
  return [
    operation({
      route: 'POST /flights/visibility',
      doors: { dashboard: 'session' },
      schema: { body: VisibilityChange },
      handle: ({ userId }, request) => changeMany(services, userId, request.body, originOf(request)),
    }),
    operation({
      route: 'GET /sharing',
      doors: { dashboard: 'session' },
      handle: ({ userId }) => read(userId),
    }),
    operation({
      route: 'PATCH /sharing',
      doors: { dashboard: 'session' },
      schema: { body: SharingChange },
      handle: async ({ userId }, { body }) => {
        const fault = body.handle ? findNameFault(body.handle) : undefined
        if (fault !== undefined) throw invalidRequest(`The address ${fault}.`)
        await db
          .transaction((sql) => changeSettings(sql, now(), userId, body))
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? invalidRequest('Another pilot has this address already.') : error
          })
        return read(userId)
      },
    }),
    operation({
      route: 'POST /sharing/zones',
      doors: { dashboard: 'session' },
      schema: { body: NewPrivacyZone },
      handle: async ({ userId }, { body }, reply) => {
        const zone = await db.transaction((sql) => addZone(sql, now(), userId, body))
        return reply.code(201).send(zone)
      },
    }),
    operation({
      route: 'DELETE /sharing/zones/:id',
      doors: { dashboard: 'session' },
      schema: { params: PrivacyZoneParams },
      noSuch: noSuchZone,
      handle: async ({ userId }, { params }) => {
        if (!(await removeZone(db.sql, now(), userId, params.id))) throw noSuchZone()
      },
    }),
  ]
}

/** Each flight is a separate change, with its event, as if it were changed by itself. */
async function changeMany(
  services: FlightServices,
  ownerId: string,
  { visibility, ids }: VisibilityChange,
  origin: RequestOrigin,
): Promise<VisibilityChanged> {
  const changes: Changes<{ id: string }> = {
    services,
    ownerId,
    origin,
    change: (change, { id }) => updateFlight(change, id, { visibility }),
  }
  const changed = ids
    ? await changeEach(changes, await listOthers(services.db.sql, ownerId, visibility, ids))
    : await changeAll(changes, (flight) => flight.visibility !== visibility)
  return { changed }
}
