// Photos of flights.
import { makeId } from './bytes.ts'
import {
  type CallOptions,
  call,
  type ChangeOptions,
  type Client,
  get,
  guarded,
  pathTo,
  post,
  readBytes,
} from './client.ts'
import { type List, list, type ListOptions } from './list.ts'
import type { AddedPhoto, Photo, PhotoChange, PhotoQuery } from './types.ts'
import { type FlightFile, OCTETS, toBody } from './upload.ts'

/** The service's limit. */
const MAX_PHOTO_BYTES = 20_000_000

export interface PhotoCall extends CallOptions {
  /** The pilot's words about it, in one line. */
  caption?: string
  /** One is made for every call; give your own where it may be repeated by another process. */
  idempotencyKey?: string
}

const pathOf = (flightId: string, ...photo: string[]) => pathTo('flights', flightId, 'photos', ...photo)

/**
 * Adds a photo to a flight: a JPEG, PNG or WebP. It is made smaller, and its metadata is not kept. One that the flight has
 * already is no error: `isNew` is false.
 *
 * @example
 * const { id } = await addPhoto(client, flightId, 'summit.jpg', { caption: 'Over the glacier' })
 * @throws InvalidRequestError when it is no photo, or the flight has six already.
 */
export async function addPhoto(
  client: Client,
  flightId: string,
  file: FlightFile,
  { caption, idempotencyKey = makeId(), ...options }: PhotoCall = {},
): Promise<AddedPhoto> {
  return post(client, pathOf(flightId), {
    query: { caption },
    body: await toBody(file, MAX_PHOTO_BYTES, options.signal),
    type: OCTETS,
    headers: { 'idempotency-key': idempotencyKey },
    isRepeatable: true,
    ...options,
  })
}

/**
 * The photos of a flight, in their order.
 *
 * @example
 * for await (const { id, caption } of listPhotos(client, flightId)) console.log(id, caption)
 */
export function listPhotos(
  client: Client,
  flightId: string,
  { limit, ...options }: ListOptions = {},
): List<Photo> {
  return list(client, pathOf(flightId), { limit }, options)
}

export interface PhotoOptions extends CallOptions, PhotoQuery {}

/**
 * A photo, as a WebP.
 *
 * @example
 * await writeFile('photo.webp', await getPhoto(client, flightId, photoId, { size: 'small' }))
 */
export function getPhoto(
  client: Client,
  flightId: string,
  photoId: string,
  options?: PhotoOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return readPicture(client, pathOf(flightId, photoId), options)
}

/**
 * A photo of a flight that a pilot shares, by the last part of its link, or the id of a public one.
 *
 * @example
 * await writeFile('photo.webp', await getSharedPhoto(client, reference, photoId))
 */
export function getSharedPhoto(
  client: Client,
  reference: string,
  photoId: string,
  options?: PhotoOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return readPicture(client, pathTo('shared', reference, 'photos', photoId), options)
}

function readPicture(client: Client, path: string, { size, ...options }: PhotoOptions = {}) {
  return get(client, path, {
    query: { size },
    read: readBytes,
    ...options,
  })
}

/**
 * Changes the caption of a photo, or its place among the others.
 *
 * @example
 * await changePhoto(client, flightId, photoId, { position: 1 })
 */
export function changePhoto(
  client: Client,
  flightId: string,
  photoId: string,
  change: PhotoChange,
  options?: ChangeOptions,
): Promise<Photo> {
  return call(client, 'PATCH', pathOf(flightId, photoId), { json: change, ...guarded(options) })
}

/**
 * Deletes a photo; needs the scope `flights:delete`.
 *
 * @example
 * await deletePhoto(client, flightId, photoId)
 */
export function deletePhoto(
  client: Client,
  flightId: string,
  photoId: string,
  options?: ChangeOptions,
): Promise<void> {
  return call(client, 'DELETE', pathOf(flightId, photoId), guarded(options))
}
