// The public API of photos.
import { requireCaller } from '#server/access/bearer.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { readPrecondition } from '../precondition.ts'
import { forPilot } from '../read/for-pilot.ts'
import { requireFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { describeIdempotency } from '../upload/answer-once.ts'
import { readPhotoList } from './photo-list.ts'
import { addPhoto, noSuchPhoto, removePhoto, updatePhoto } from './photos.ts'
import { readPhoto, requirePhotoBody } from './read-photo.ts'
import * as schemas from './schemas.ts'
import { sendPhoto } from './send-photo.ts'

const IMMUTABLE = 'private, max-age=31536000, immutable'
const PHOTOS = '/flights/:id/photos'
const PHOTO = `${PHOTOS}/:photoId`

export function declarePhotoRoutes(services: FlightServices): Operation[] {
  return [
    ...declareReading(services),
    ...declareChanging(services),
    operation({
      route: `POST ${PHOTOS}`,
      doors: { api: 'flights:write' },
      body: 'upload',
      before: [requirePhotoBody],
      schema: schemas.addSchema,
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const caller = requireCaller(request)
        const { id } = request.params
        const key = describeIdempotency(caller, request.headers['idempotency-key'])
        const added = await addPhoto(
          services,
          caller.userId,
          id,
          await readPhoto(request, request.query),
          key,
        )
        reply.header('location', `${services.config.baseUrl}/api/v1/flights/${id}/photos/${added.id}`)
        return reply.code(added.isNew ? 201 : 200).send({ data: added })
      },
    }),
  ]
}

function declareReading(services: FlightServices): Operation[] {
  return [
    operation({
      route: `GET ${PHOTOS}`,
      doors: { api: 'flights:read' },
      schema: schemas.listSchema,
      noSuch: noSuchPhoto,
      respond: async (request) => {
        const { userId } = requireCaller(request)
        const { photos } = await requireFlight(forPilot(services, userId), userId, request.params.id)
        return { data: readPhotoList(photos) }
      },
    }),
    operation({
      route: `GET ${PHOTO}`,
      doors: { api: 'flights:read' },
      schema: schemas.readSchema,
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const { userId: ownerId } = requireCaller(request)
        const { id: flightId, photoId } = request.params
        const photo = { ownerId, flightId, photoId, ...request.query }
        return sendPhoto(forPilot(services, ownerId), request, reply, photo, IMMUTABLE)
      },
    }),
  ]
}

function declareChanging(services: FlightServices): Operation[] {
  return [
    operation({
      route: `PATCH ${PHOTO}`,
      doors: { api: 'flights:write' },
      schema: schemas.changeSchema,
      noSuch: noSuchPhoto,
      respond: async (request) => {
        const { userId } = requireCaller(request)
        const { id, photoId } = request.params
        const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
        return { data: await updatePhoto(services, userId, id, photoId, request.body, given) }
      },
    }),
    operation({
      route: `DELETE ${PHOTO}`,
      doors: { api: 'flights:delete' },
      schema: schemas.removeSchema,
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { id, photoId } = request.params
        const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
        await removePhoto(services, userId, id, photoId, given)
        return reply.code(204).send()
      },
    }),
  ]
}
