// The photos of a flight.
import { describeIdempotency } from '#server/access/once/answer-once.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { type Change, makeChange } from '../record/change.ts'
import { describeChange } from '../record/precondition.ts'
import { cachingFor } from '../read/download.ts'
import { forPilot } from '../read/for-pilot.ts'
import { requireFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { readPhotoList } from '../record/photo-list.ts'
import { addPhoto, noSuchPhoto, removePhoto, updatePhoto } from './photos.ts'
import { readPhoto, requirePhotoBody } from './read-photo.ts'
import * as schemas from './schemas.ts'
import { sendPhoto } from './send-photo.ts'

const PHOTOS = '/flights/:id/photos'
const PHOTO = `${PHOTOS}/:photoId` as const

export function declarePhotos(services: FlightServices): Operation[] {
  return [
    operation({
      route: `GET ${PHOTOS}`,
      doors: { api: 'flights:read' },
      schema: schemas.listSchema,
      noSuch: noSuchPhoto,
      handle: async ({ userId }, { params, query }) => {
        const { photos } = await requireFlight(forPilot(services, userId), userId, params.id)
        return pageOf(readPhotoList(photos), query, ({ id }) => id)
      },
    }),
    operation({
      route: `GET ${PHOTO}`,
      doors: { api: 'flights:read', dashboard: 'session' },
      schema: schemas.readSchema,
      noSuch: noSuchPhoto,
      handle: (caller, request, reply) => {
        const { id: flightId, photoId } = request.params
        const photo = { ownerId: caller.userId, flightId, photoId, ...request.query }
        return sendPhoto(forPilot(services, caller.userId), request, reply, photo, cachingFor(caller))
      },
    }),
    operation({
      route: `POST ${PHOTOS}`,
      doors: { api: 'flights:write', dashboard: 'session' },
      body: 'upload',
      before: [requirePhotoBody],
      schema: schemas.addSchema,
      noSuch: noSuchPhoto,
      handle: async (caller, request, reply) => {
        const { id } = request.params
        const key = describeIdempotency(caller, request.headers['idempotency-key'])
        const sent = await readPhoto(request, request.query)
        const added = await addPhoto(services, caller.userId, id, sent, key)
        reply.header('location', `${services.config.baseUrl}/api/v1/flights/${id}/photos/${added.id}`)
        return reply.code(added.isNew ? 201 : 200).send({ data: added })
      },
    }),
    operation({
      route: `PATCH ${PHOTO}`,
      doors: { api: 'flights:write', dashboard: 'session' },
      schema: schemas.changeSchema,
      noSuch: noSuchPhoto,
      handle: async ({ userId }, request) => {
        const { id, photoId } = request.params
        const update = (change: Change) => updatePhoto(change, id, photoId, request.body)
        return { data: await makeChange(services, userId, update, describeChange(request, userId, id)) }
      },
    }),
    operation({
      route: `DELETE ${PHOTO}`,
      doors: { api: 'flights:delete', dashboard: 'session' },
      schema: schemas.removeSchema,
      noSuch: noSuchPhoto,
      handle: async ({ userId }, request) => {
        const { id, photoId } = request.params
        const remove = (change: Change) => removePhoto(change, id, photoId)
        await makeChange(services, userId, remove, describeChange(request, userId, id))
      },
    }),
  ]
}
