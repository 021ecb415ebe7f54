// Reads an uploaded picture: the body, whatever its type is called.
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '../errors.ts'
import type { App } from '../http/http.ts'
import { MAX_IMAGE_BYTES, tooLarge } from './square.ts'

/**
 * Far above MAX_IMAGE_BYTES: a photo straight from a camera is read to its end and refused with a sentence. A browser
 * whose upload is cut off would only report a network error.
 */
const MAX_BODY_BYTES = 12_000_000

/** For the routes of this scope only. The bodies are small, so they are buffered whole. */
function acceptImages(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export function readImage({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) throw invalidRequest('The picture is empty.')
  if (body.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  return body
}

/** Of an operation whose body is a picture. */
export const takesPicture = {
  body: 'upload',
  parsing: acceptImages,
  options: { bodyLimit: MAX_BODY_BYTES },
} as const
