// A picture arrives as the body itself, or as the one file of a form.
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { IMAGE_MAXIMUM_BYTES, tooLarge } from './image.ts'

/** For the routes of this scope alone; small bodies, so they are read as a whole. */
export function acceptImages(scope: App): void {
  const keepBytes = (
    _request: FastifyRequest,
    body: string | Buffer,
    done: (error: null, body: unknown) => void,
  ) => done(null, body)
  for (const type of ['multipart/form-data', /^image\/[\w.+-]+$/]) {
    if (scope.hasContentTypeParser(type)) scope.removeContentTypeParser(type)
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, keepBytes)
  }
}

export async function readImage(request: FastifyRequest): Promise<Uint8Array> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return requireSize(request.body)
  return readImageOf(await readForm(request))
}

/** The fields and files of a multipart body. */
export async function readForm(request: FastifyRequest): Promise<FormData> {
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    return await new Response(request.body as Buffer<ArrayBuffer>, { headers }).formData()
  } catch {
    throw invalidRequest('The form cannot be read.')
  }
}

export async function readImageOf(form: FormData): Promise<Uint8Array> {
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file] = files
  if (!file || files.length > 1 || file.size === 0) throw invalidRequest('Choose one picture.')
  return requireSize(Buffer.from(await file.arrayBuffer()))
}

function requireSize(body: unknown): Uint8Array {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) throw invalidRequest('Send a picture.')
  if (body.byteLength > IMAGE_MAXIMUM_BYTES) throw tooLarge()
  return body
}
