// Reads an uploaded picture: the body, whatever its type is called.
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { MAX_IMAGE_BYTES, tooLarge } from './image.ts'

/** For the routes of this scope only. The bodies are small, so they are buffered whole. */
export function acceptImages(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export function readImage({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) throw invalidRequest('The picture is empty.')
  if (body.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  return body
}
