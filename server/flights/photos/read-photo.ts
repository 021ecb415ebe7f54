// The body of a photo: the picture itself, or the part named file of a multipart form.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MAX_PHOTO_BYTES } from '#contract/logbook/lengths.ts'
import { PhotoFields } from '#contract/logbook/photo.ts'
import { signalOf } from '#server/access/admission/admission.ts'
import { collect } from '#server/access/admission/streams.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readFields } from '#server/platform/http/schemas.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { readMultipart } from '../upload/multipart.ts'
import { MULTIPART_FRAME_BYTES, requireReadableBody } from '../upload/read-request.ts'
import { photoTooLarge } from './make-photo.ts'
import { cleanCaption } from '../record/photo-list.ts'
import type { SentPhoto } from './photos.ts'

/** A hook that runs before the body is read: one that can only be refused is not waited for. */
export async function requirePhotoBody(request: FastifyRequest): Promise<void> {
  requireReadableBody(request, MAX_PHOTO_BYTES, photoTooLarge)
}

/** Its bytes decide what it is: tools send pictures under all kinds of types. */
export async function readPhoto(request: FastifyRequest, query: PhotoFields): Promise<SentPhoto> {
  const type = request.headers['content-type'] ?? ''
  const isMultipart = /^multipart\/form-data(?:;|$)/i.test(type.trim())
  const limit = isMultipart ? MAX_PHOTO_BYTES + MULTIPART_FRAME_BYTES : MAX_PHOTO_BYTES
  const body = request.body as Readable | undefined
  const content = body ? await collect(body, limit, photoTooLarge) : new Uint8Array()
  const { file, fields } = isMultipart
    ? await readMultipart(content, type, { file: 'photo', each: 'photo' })
    : { file: content, fields: new Map<string, string>() }
  if (file.length === 0) throw invalidRequest('The body is empty: the photo is missing.')
  const { caption = query.caption } = readFields(PhotoFields, Object.fromEntries(fields))
  return {
    bytes: file,
    caption: cleanCaption(caption ?? null),
    signal: signalOf(request),
    origin: originOf(request),
  }
}
