// The public API of photos.
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { readPrecondition } from '../precondition.ts'
import { forPilot } from '../read/for-pilot.ts'
import { requireFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { describeIdempotency } from '../upload/answer-once.ts'
import { addBodyReading } from '../upload/read-request.ts'
import { readPhotoList } from './photo-list.ts'
import { addPhoto, noSuchPhoto, removePhoto, updatePhoto } from './photos.ts'
import { readPhoto, requirePhotoBody } from './read-photo.ts'
import * as schemas from './schemas.ts'
import { sendPhoto } from './send-photo.ts'

const IMMUTABLE = 'private, max-age=31536000, immutable'
const PHOTOS = '/api/v1/flights/:id/photos'
const PHOTO = `${PHOTOS}/:photoId`
const schemaErrorFormatter = refuseIdAs(noSuchPhoto)

export function addPhotoRoutes(app: App, services: FlightServices): void {
  addReading(app, services)
  addChanging(app, services)
  void app.register(async (scope: App) => {
    addBodyReading(scope)
    const add = {
      onRequest: [requireBearer(services, 'flights:write'), requirePhotoBody],
      schemaErrorFormatter,
      schema: schemas.addSchema,
      config: { body: 'upload' } as const,
    }
    scope.post(PHOTOS, add, async (request, reply) => {
      const caller = requireCaller(request)
      const { id } = request.params
      const key = describeIdempotency(caller, request.headers['idempotency-key'])
      const added = await addPhoto(services, caller.userId, id, await readPhoto(request, request.query), key)
      reply.header('location', `${services.config.baseUrl}/api/v1/flights/${id}/photos/${added.id}`)
      return reply.code(added.isNew ? 201 : 200).send({ data: added })
    })
  })
}

function addReading(app: App, services: FlightServices): void {
  const options = { onRequest: requireBearer(services, 'flights:read'), schemaErrorFormatter }
  app.get(PHOTOS, { ...options, schema: schemas.listSchema }, async (request) => {
    const { userId } = requireCaller(request)
    const { photos } = await requireFlight(forPilot(services, userId), userId, request.params.id)
    return { data: readPhotoList(photos) }
  })

  app.get(PHOTO, { ...options, schema: schemas.readSchema }, async (request, reply) => {
    const { userId: ownerId } = requireCaller(request)
    const { id: flightId, photoId } = request.params
    const photo = { ownerId, flightId, photoId, ...request.query }
    return sendPhoto(forPilot(services, ownerId), request, reply, photo, IMMUTABLE)
  })
}

function addChanging(app: App, services: FlightServices): void {
  const change = {
    onRequest: requireBearer(services, 'flights:write'),
    schemaErrorFormatter,
    schema: schemas.changeSchema,
  }
  app.patch(PHOTO, change, async (request) => {
    const { userId } = requireCaller(request)
    const { id, photoId } = request.params
    const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
    return { data: await updatePhoto(services, userId, id, photoId, request.body, given) }
  })

  const remove = {
    onRequest: requireBearer(services, 'flights:delete'),
    schemaErrorFormatter,
    schema: schemas.removeSchema,
  }
  app.delete(PHOTO, remove, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { id, photoId } = request.params
    const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
    await removePhoto(services, userId, id, photoId, given)
    return reply.code(204).send()
  })
}
