// Shared flights, for everyone who has the link, and their links, for the pilot's credentials.
import type { FastifyReply } from 'fastify'
import { DEFAULT_TRACK_FIXES, FlightParams } from '#contract/flight.ts'
import { notFound } from '#server/platform/errors.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { noSuchPhoto } from '../photos/photos.ts'
import { sendPhoto } from '../photos/send-photo.ts'
import { chooseFormat, isFile, noSuchFlight, writeTrack } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { describeSharing } from './describe-sharing.ts'
import * as schemas from './schemas.ts'
import { declareSharingSettings } from './settings.ts'
import type { SharedReader } from './shared-flight.ts'
import { findSharedFlight, type FoundFlight } from './store.ts'

export function declareSharing(services: FlightServices, reader: SharedReader): Operation[] {
  return [
    operation({
      route: 'GET /api/v1/shared/:reference',
      doors: { public: 'credential' },
      schema: schemas.sharedSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const found = await requireShared(services, request.params.reference)
        const data = await reader.describe(found)
        setVisibilityHeaders(reply, found)
        return sendJson(reply, JSON.stringify({ data }))
      },
    }),
    operation({
      route: 'GET /api/v1/shared/:reference/track',
      doors: { public: 'credential' },
      schema: schemas.sharedTrackSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { format = chooseFormat(request.headers.accept), resolution = DEFAULT_TRACK_FIXES } =
          request.query
        const found = await requireShared(services, request.params.reference)
        const { flight_date: flightDate, offersTrackFiles } = await reader.summarise(found)
        if (isFile(format) && !offersTrackFiles) throw noTrackFile()
        const file = await reader.openTrack(found)
        const columns = await services.scorer.extractTrack(found.row.owner_id, file, resolution)
        setVisibilityHeaders(reply, found)
        return writeTrack(reply, format, columns, { flightDate, properties: {} })
      },
    }),
    operation({
      route: 'GET /api/v1/shared/:reference/photos/:photoId',
      doors: { public: 'credential' },
      schema: schemas.sharedPhotoSchema,
      noSuch: noSuchPhoto,
      respond: async (request, reply) => {
        const found = await requireShared(services, request.params.reference)
        // Throws when a zone hides all of the flight.
        const { photos } = await reader.summarise(found)
        if (!photos.some(({ id }) => id === request.params.photoId)) throw noSuchPhoto()
        const { owner_id: ownerId, id: flightId } = found.row
        const wanted = { ownerId, flightId, photoId: request.params.photoId, ...request.query }
        setVisibilityHeaders(reply, found)
        return sendPhoto(services, request, reply, wanted)
      },
    }),
    operation({
      route: 'GET /flights/:id/sharing',
      doors: { api: 'flights:read', dashboard: 'session' },
      schema: schemas.sharingSchema,
      noSuch: noSuchFlight,
      handle: async ({ userId }, { params }) => ({
        data: await describeSharing(services, reader, userId, params.id),
      }),
    }),
    operation({
      route: 'POST /flights/:id/sharing/link',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      handle: async ({ userId }, { params }) => ({
        data: await describeSharing(services, reader, userId, params.id, true),
      }),
    }),
    ...declareSharingSettings(services),
  ]
}

const noTrackFile = () => notFound('The pilot does not offer this track as a file.')

/** From the database itself, never from a replica: a link that was replaced ends at once. */
export async function requireShared({ db }: FlightServices, reference: string): Promise<FoundFlight> {
  const found = await findSharedFlight(db.sql, reference)
  if (!found) throw noSuchFlight()
  return found
}

/** An unlisted flight is kept by no cache and found by no search engine. */
export function setVisibilityHeaders(reply: FastifyReply, { row }: FoundFlight): void {
  if (row.visibility === 'public') reply.header('cache-control', 'no-cache')
  else reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
}
