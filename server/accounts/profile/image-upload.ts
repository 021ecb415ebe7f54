// Reads an uploaded picture: the body itself, or the one file of a multipart form.
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { MAX_IMAGE_BYTES, tooLarge } from './image.ts'

/** For the routes of this scope only. The bodies are small, so they are buffered whole. */
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
  return requireSize(type.startsWith('multipart/') ? await readFile(request) : request.body)
}

async function readFile(request: FastifyRequest): Promise<Uint8Array> {
  const form = await readForm(request)
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file] = files
  if (!file || files.length > 1) throw invalidRequest('Choose exactly one picture.')
  return Buffer.from(await file.arrayBuffer())
}

async function readForm(request: FastifyRequest): Promise<FormData> {
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    return await new Response(request.body as Buffer<ArrayBuffer>, { headers }).formData()
  } catch {
    throw invalidRequest('The form cannot be read.')
  }
}

function requireSize(body: unknown): Uint8Array {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) throw invalidRequest('The picture is empty.')
  if (body.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  return body
}
