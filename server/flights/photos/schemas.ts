// Requests and answers of this room's routes.
import { Type } from 'typebox'
import { ErrorBody, errors } from '#contract/errors.ts'
import { ChangeHeaders, FlightParams, FlightReference } from '#contract/flight.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '#contract/logbook/lengths.ts'
import {
  AddedPhoto,
  PhotoChange,
  PhotoDetail,
  PhotoFields,
  PhotoList,
  PhotoParams,
  photoIdProperty,
  PhotoQuery,
} from '#contract/logbook/photo.ts'
import { IdempotencyHeaders, noContent, ShortListQuery } from '#contract/values.ts'
import { tags, uploadErrors } from '../record/answers.ts'
import { LARGE_PX, MAX_PHOTO_PIXELS, SMALL_PX } from './limits.ts'

const sentPhoto = Type.String({
  title: 'PhotoFile',
  format: 'binary',
  description: 'The picture: a JPEG, PNG or WebP.',
  examples: ['…'],
})
const binary = { schema: sentPhoto }

const added = (description: string) => ({
  description,
  headers: { Location: Type.String({ description: 'The address of the photo.' }) },
  content: { 'application/json': { schema: AddedPhoto } },
})

export const addSchema = {
  operationId: 'addPhoto',
  tags,
  summary: 'Add a photo to a flight',
  description:
    `Send the picture as the raw body, or as the part named file of a multipart body: a JPEG, PNG or WebP of at most ${MAX_PHOTO_BYTES / 1_000_000} MB and ${MAX_PHOTO_PIXELS / 1_000_000} megapixels, not animated. ` +
    `It is turned upright and re-encoded as a WebP of at most ${LARGE_PX} pixels and a small one of ${SMALL_PX}; nothing else of the file is kept, neither its name nor its metadata, such as where and when it was taken. A photo that the flight has already is known by its bytes. ` +
    `A flight has at most ${MAX_PHOTOS} photos: a further one is 409. Adding the same picture again is not an error: the response is 200. It counts as an upload, and towards the room for files.`,
  params: FlightParams,
  headers: IdempotencyHeaders,
  querystring: PhotoFields,
  body: {
    content: {
      'image/jpeg': binary,
      'image/png': binary,
      'image/webp': binary,
      'application/octet-stream': binary,
      'multipart/form-data': {
        schema: Type.Object({ file: sentPhoto, ...PhotoFields.properties }, { title: 'PhotoForm' }),
      },
    },
  },
  response: {
    201: added('The photo was added.'),
    200: added('The flight already had this photo.'),
    ...uploadErrors,
    ...errors(404, 409),
  },
}

export const listSchema = {
  operationId: 'listPhotos',
  tags,
  summary: 'List the photos of a flight',
  description: 'In their order. The same list is in flightInfo.metadata.photos of the flight.',
  params: FlightReference,
  querystring: ShortListQuery,
  response: { 200: PhotoList, 404: ErrorBody },
}

const storedPhoto = Type.String({
  title: 'StoredPhoto',
  format: 'binary',
  description: 'The photo, as a WebP.',
  examples: ['RIFF…WEBP'],
})

export const photoAnswer = {
  description: 'The photo.',
  headers: { ETag: Type.String({ description: 'The version of this photo in this size.' }) },
  content: { 'image/webp': { schema: storedPhoto } },
}

export const readSchema = {
  operationId: 'getPhoto',
  tags,
  summary: 'Get a photo',
  description: 'As a WebP, in one of two sizes. A photo never changes, so it may be kept for good.',
  params: Type.Object({ ...FlightReference.properties, ...photoIdProperty }),
  querystring: PhotoQuery,
  response: {
    200: photoAnswer,
    304: noContent('Not modified: the ETag in If-None-Match is still current.'),
    ...errors(400, 404, 500, 503),
  },
}

const changeErrors = errors(400, 404, 412, 500, 503)

export const changeSchema = {
  operationId: 'changePhoto',
  tags,
  summary: 'Change a photo’s caption or position',
  description: 'If-Match takes the ETag of the flight.',
  params: PhotoParams,
  headers: ChangeHeaders,
  body: PhotoChange,
  response: { 200: PhotoDetail, ...changeErrors },
}

export const removeSchema = {
  operationId: 'deletePhoto',
  tags,
  summary: 'Delete a photo',
  description:
    'Deletes the photo permanently, including from shared flights. If-Match takes the ETag of the flight.',
  params: PhotoParams,
  headers: ChangeHeaders,
  response: { 204: noContent('Deleted.'), ...changeErrors },
}
