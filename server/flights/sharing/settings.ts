// The dashboard's own: who may see many flights and new ones; the profile's address; zones.
import {
  NewPrivacyZone,
  PrivacyZoneParams,
  type Sharing,
  SharingChange,
  VisibilityChange,
  type VisibilityChanged,
  ZonePlace,
} from '#dashboard/sharing.ts'
import type { FastifyRequest } from 'fastify'
import { FlightParams } from '#contract/flight.ts'
import { announceWidening, type Widening } from '#server/access/widening.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { findNameFault } from '#server/access/names/names.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { updateFlight } from '../record/correct.ts'
import { changeAll, type Changes, changeEach } from '../record/update.ts'
import { previewZone } from './preview.ts'
import { listOthers } from './store.ts'
import type { SharedTogether, ZoneNarrowed } from './undo.ts'
import { addZone, changeSettings, findSettings, listWithDiscs, removeZone, takeSmaller } from './zones.ts'

const noSuchZone = () => notFound('There is no such privacy zone.')

export function declareSharingSettings(services: FlightServices): Operation[] {
  const { db, now } = services
  const read = async (userId: string): Promise<Sharing> => ({
    ...(await findSettings(db.sql, userId)),
    zones: await listWithDiscs(db.sql, userId),
  })
  const tell = (sql: Sql, userId: string, request: FastifyRequest, widening: Widening) =>
    announceWidening(services, sql, { userId, by: byUser(request) }, widening)
  return [
    operation({
      route: 'POST /flights/visibility',
      doors: { dashboard: 'session' },
      widens: ({ body }) => sharesSeveral(body),
      schema: { body: VisibilityChange },
      handle: async ({ userId }, request) => {
        const { visibility } = request.body
        const from = now()
        const answer = await changeMany(services, userId, request.body, originOf(request))
        if (!sharesSeveral(request.body) || answer.changed === 0) return answer
        const undo: SharedTogether = { visibility, from, to: now() }
        const widening = { kind: 'flightsShared', subject: String(answer.changed), undo } as const
        await db.transaction((sql) => tell(sql, userId, request, widening))
        return answer
      },
    }),
    operation({
      route: 'GET /sharing',
      doors: { dashboard: 'session' },
      handle: ({ userId }) => read(userId),
    }),
    operation({
      route: 'PATCH /sharing',
      doors: { dashboard: 'session' },
      widens: ({ body }) => (body.defaultVisibility ?? 'private') !== 'private' || Boolean(body.handle),
      schema: { body: SharingChange },
      handle: async ({ userId }, request) => {
        const { body } = request
        const fault = body.handle ? findNameFault(body.handle) : undefined
        if (fault !== undefined) throw invalidRequest(`The address ${fault}.`)
        await db
          .transaction(async (sql) => {
            const before = await findSettings(sql, userId)
            await changeSettings(sql, now(), userId, body)
            for (const widening of listWidenings(before, body)) await tell(sql, userId, request, widening)
          })
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
      route: 'POST /flights/:id/sharing/preview',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams, body: ZonePlace },
      noSuch: noSuchFlight,
      handle: async ({ userId }, request, reply) =>
        sendCompressed(request, reply, await previewZone(services, userId, request.params.id, request.body)),
    }),
    operation({
      route: 'POST /sharing/zones/:id/smaller',
      doors: { dashboard: 'session' },
      widens: () => true,
      schema: { params: PrivacyZoneParams },
      noSuch: noSuchZone,
      handle: ({ userId }, request) =>
        db.transaction(async (sql) => {
          const { id } = request.params
          const zone = await takeSmaller(sql, now(), userId, id)
          if (!zone) throw noSuchZone()
          const undo: ZoneNarrowed = { was: id, is: zone.id }
          await tell(sql, userId, request, { kind: 'zoneNarrowed', subject: zone.name, undo })
          return zone
        }),
    }),
    operation({
      route: 'DELETE /sharing/zones/:id',
      doors: { dashboard: 'session' },
      widens: () => true,
      schema: { params: PrivacyZoneParams },
      noSuch: noSuchZone,
      handle: ({ userId }, request) =>
        db.transaction(async (sql) => {
          const { id } = request.params
          const subject = await removeZone(sql, now(), userId, id)
          if (subject === undefined) throw noSuchZone()
          await tell(sql, userId, request, { kind: 'zoneRemoved', subject, undo: id })
        }),
    }),
  ]
}

const sharesSeveral = ({ visibility, ids }: VisibilityChange) =>
  visibility !== 'private' && (ids === undefined || ids.length > 1)

/** A change to what was so before shows no one anything. */
function listWidenings(
  before: Pick<Sharing, 'defaultVisibility' | 'handle'>,
  { defaultVisibility = 'private', handle = null }: SharingChange,
): Widening[] {
  const widenings: Widening[] = []
  if (defaultVisibility !== 'private' && defaultVisibility !== before.defaultVisibility)
    widenings.push({ kind: 'newFlightsShared', subject: '', undo: before.defaultVisibility })
  if (handle !== null && handle !== before.handle)
    widenings.push({ kind: 'addressChosen', subject: handle, undo: before.handle, object: '' })
  return widenings
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
