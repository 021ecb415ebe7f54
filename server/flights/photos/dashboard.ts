// The dashboard's own endpoints for photos.
import { FlightParams } from '#contract/flight.ts'
import { PhotoChange, PhotoFields, PhotoParams, PhotoQuery } from '#contract/own/photo.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { forPilot } from '../read/for-pilot.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addPhoto, noSuchPhoto, removePhoto, updatePhoto } from './photos.ts'
import { readPhoto, requirePhotoBody } from './read-photo.ts'
import { sendPhoto } from './send-photo.ts'

const PHOTOS = '/flights/:id/photos'
const PHOTO = `${PHOTOS}/:photoId`

export function declarePhotoDashboard(services: FlightServices & SessionServices): Operation[] {
  return [
    operation({
      route: `GET ${PHOTO}`,
      doors: { dashboard: 'session' },
      schema: { params: PhotoParams, querystring: PhotoQuery },
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const { userId: ownerId } = request.session
        const { id: flightId, photoId } = request.params
        const photo = { ownerId, flightId, photoId, ...request.query }
        // Revalidated each time: another user may be signed in in this browser by then.
        return sendPhoto(forPilot(services, ownerId), request, reply, photo, 'private, no-cache')
      },
    }),
    operation({
      route: `PATCH ${PHOTO}`,
      doors: { dashboard: 'session' },
      schema: { params: PhotoParams, body: PhotoChange },
      noSuch: noSuchPhoto,
      respond: (request) => {
        const { session, params, body } = request
        const given = { origin: originOf(request) }
        return updatePhoto(services, session.userId, params.id, params.photoId, body, given)
      },
    }),
    operation({
      route: `DELETE ${PHOTO}`,
      doors: { dashboard: 'session' },
      schema: { params: PhotoParams },
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const { session, params } = request
        const given = { origin: originOf(request) }
        await removePhoto(services, session.userId, params.id, params.photoId, given)
        return reply.code(204).send()
      },
    }),
    operation({
      route: `POST ${PHOTOS}`,
      doors: { dashboard: 'session' },
      body: 'upload',
      before: [requirePhotoBody],
      schema: { params: FlightParams, querystring: PhotoFields },
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const sent = await readPhoto(request, request.query)
        const added = await addPhoto(services, request.session.userId, request.params.id, sent)
        return reply.code(added.isNew ? 201 : 200).send({ data: added })
      },
    }),
  ]
}
