// Bodies that are read while they come: any content type, as a stream.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import { free } from '#server/platform/files/memory.ts'
import type { App } from '#server/platform/http/http.ts'

/** How long the rest of a refused body is still read. */
const DRAIN_MS = 5000

/** Makes the routes of a scope take any body, as a stream. */
export function takeStreams(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // Some HTTP libraries send the header without a value; it then says as much as none, and the bytes decide.
  scope.addHook('onRequest', async ({ raw: { headers } }) => {
    if (headers['content-type']?.trim() === '') delete headers['content-type']
  })
  scope.addHook('preValidation', async (request) => {
    dropEmpty(request.query as Fields)
  })
  scope.addHook('onResponse', async (request) => limitDrain(request))
}

/** After a refusal Node drains the rest of the body for the client to see the answer; but not for ever. */
function limitDrain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS).unref()
  raw.once('close', () => clearTimeout(timer))
}

/** Event by event: leaving a `for await` would destroy the connection that the refusal must go out on. */
export function collect(body: Readable, limit: number, refuse: () => ApiError): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const fail = (error: ApiError) => {
      for (const chunk of chunks) free(chunk)
      chunks.length = 0
      reject(error)
    }
    const onData = (chunk: Uint8Array) => {
      length += chunk.length
      if (length <= limit) {
        chunks.push(chunk)
        return
      }
      body.off('data', onData)
      // The rest is drained: the connection can serve the next request.
      body.resume()
      fail(refuse())
    }
    const onClose = () => fail(disconnected())
    body.on('data', onData)
    body.once('end', () => {
      // Every body closes in the end: an error for each would cost the time of writing down its stack.
      body.off('close', onClose)
      resolve(join(chunks, length))
    })
    body.once('error', (error) => {
      body.off('data', onData)
      fail(error instanceof ApiError ? error : disconnected())
    })
    body.once('close', onClose)
  })
}

function join(chunks: Uint8Array[], length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
    free(chunk)
  }
  chunks.length = 0
  return bytes
}

type Fields = Record<string, unknown>

/** An empty field counts as absent: forms send every field. */
export function dropEmpty(fields: Fields): Fields {
  for (const name of Object.keys(fields)) if (fields[name] === '') delete fields[name]
  return fields
}

const disconnected = () => invalidRequest('The connection ended before the whole file had arrived.')
