// The dashboard's own endpoints for photos.
import { FlightParams } from '#contract/flight.ts'
import { PhotoChange, PhotoFields, PhotoParams, PhotoQuery } from '#contract/own/photo.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { forPilot } from '../read/for-pilot.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addBodyReading } from '../upload/read-request.ts'
import { addPhoto, noSuchPhoto, removePhoto, updatePhoto } from './photos.ts'
import { readPhoto, requirePhotoBody } from './read-photo.ts'
import { sendPhoto } from './send-photo.ts'

const PHOTOS = '/app/api/flights/:id/photos'
const PHOTO = `${PHOTOS}/:photoId`

export function addPhotoDashboard(app: App, services: FlightServices & SessionServices): void {
  const onRequest = requireSession(services)
  const schemaErrorFormatter = refuseIdAs(noSuchPhoto)
  const schema = { hide: true, params: PhotoParams }
  const read = { onRequest, schemaErrorFormatter, schema: { ...schema, querystring: PhotoQuery } }
  app.get(PHOTO, read, async (request, reply) => {
    const { userId: ownerId } = request.session
    const { id: flightId, photoId } = request.params
    const photo = { ownerId, flightId, photoId, ...request.query }
    // Revalidated each time: another user may be signed in in this browser by then.
    return sendPhoto(forPilot(services, ownerId), request, reply, photo, 'private, no-cache')
  })

  const changing = { onRequest, schemaErrorFormatter, config: SESSION, schema }
  app.patch(PHOTO, { ...changing, schema: { ...schema, body: PhotoChange } }, (request) => {
    const { session, params, body } = request
    const given = { origin: originOf(request) }
    return updatePhoto(services, session.userId, params.id, params.photoId, body, given)
  })
  app.delete(PHOTO, changing, async (request, reply) => {
    const { session, params } = request
    const given = { origin: originOf(request) }
    await removePhoto(services, session.userId, params.id, params.photoId, given)
    return reply.code(204).send()
  })

  void app.register(async (scope: App) => {
    addBodyReading(scope)
    const add = {
      onRequest: [onRequest, requirePhotoBody],
      schemaErrorFormatter,
      schema: { hide: true, params: FlightParams, querystring: PhotoFields },
      config: { ...SESSION, body: 'upload' as const },
    }
    scope.post(PHOTOS, add, async (request, reply) => {
      const sent = await readPhoto(request, request.query)
      const added = await addPhoto(services, request.session.userId, request.params.id, sent)
      return reply.code(added.isNew ? 201 : 200).send({ data: added })
    })
  })
}
