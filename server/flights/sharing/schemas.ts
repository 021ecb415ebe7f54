// Requests and answers of this room's routes.
import { errors, RateLimitedBody } from '#contract/errors.ts'
import { FlightReference, TrackColumns, TrackQuery } from '#contract/flight.ts'
import {
  FlightSharingResult,
  SharedFlightResult,
  SharedParams,
  SharedPhotoParams,
  SharedTrack,
} from '#contract/sharing/shared-flight.ts'
import { PhotoQuery } from '#contract/logbook/photo.ts'
import { photoAnswer } from '../photos/schemas.ts'
import { tags, trackFile } from '../record/answers.ts'

const open = (operationId: string) => ({ operationId, tags: ['Sharing'] })
const refusals = { ...errors(400, 404, 500, 503), 429: RateLimitedBody }

export const sharedSchema = {
  ...open('getSharedFlight'),
  summary: 'Get a shared flight',
  description:
    'By the token of its link, or the id of a public flight. It needs no credential. Where the pilot hides a place, everything is of the part that is shown.',
  params: SharedParams,
  response: { 200: SharedFlightResult, ...refusals },
}

export const sharedTrackSchema = {
  ...open('getSharedTrack'),
  summary: 'Get the track of a shared flight',
  description:
    'In the formats of the pilot’s own track, without what the pilot hides. It needs no credential. GPX and KML are 404 when the pilot does not offer files.',
  params: SharedParams,
  querystring: TrackQuery,
  response: {
    200: {
      description: 'The track.',
      content: {
        'application/geo+json': { schema: SharedTrack },
        'application/json': { schema: TrackColumns },
        'application/gpx+xml': { schema: trackFile },
        'application/vnd.google-earth.kml+xml': { schema: trackFile },
      },
    },
    ...refusals,
  },
}

export const sharedPhotoSchema = {
  ...open('getSharedPhoto'),
  summary: 'Get a photo of a shared flight',
  description:
    'As a WebP, in one of two sizes. It needs no credential, and ends with the link of the flight.',
  params: SharedPhotoParams,
  querystring: PhotoQuery,
  response: { 200: photoAnswer, ...refusals },
}

export const sharingSchema = {
  operationId: 'getFlightSharing',
  tags,
  summary: 'Get the sharing links of a flight',
  description:
    'The link of an unlisted flight is a secret: anyone who has it sees the flight. Correct the flight to change who may see it.',
  params: FlightReference,
  response: { 200: FlightSharingResult, ...errors(404, 500, 503) },
}
