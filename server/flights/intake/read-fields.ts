// The fields of a request, whichever way the client writes them: form, multipart or JSON.
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'
import { readParts } from '../upload/multipart.ts'
import { collect } from '#server/access/admission/streams.ts'
import { type Field, type Fields, readForm, toText } from './form-bytes.ts'

/** Form encoding makes every byte at most three, and the other fields are short. */
const FORM_FACTOR = 3
const OTHER_FIELDS_BYTES = 65_536
const MAX_PARTS = 200
/** With which no form begins. */
const OPENING_BRACE = 0x7b

export const maxBodyBytes = (maxFileBytes: number) => FORM_FACTOR * maxFileBytes + OTHER_FIELDS_BYTES

/** The whole body, or 413. */
export async function readBytes(request: FastifyRequest, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge()
  const body = request.body as Readable | undefined
  return body ? collect(body, maxBytes, bodyTooLarge) : new Uint8Array()
}

export const bodyTooLarge = () => payloadTooLarge('The file is larger than this service accepts.')

export async function readFields(request: FastifyRequest, maxFileBytes: number): Promise<Fields> {
  const body = await readBytes(request, maxBodyBytes(maxFileBytes))
  const type = request.headers['content-type'] ?? ''
  const mediaType = type.split(';')[0]?.trim().toLowerCase()
  if (mediaType === 'multipart/form-data') return readMultipartFields(body, type)
  if (mediaType === 'application/json' || body[0] === OPENING_BRACE) return readJson(body)
  return readForm(body)
}

async function readMultipartFields(body: Uint8Array, type: string): Promise<Fields> {
  const fields = new Map<string, Field>()
  for (const { name, bytes, fileName } of await readParts(body, type, MAX_PARTS))
    if (!fields.has(name)) fields.set(name, { bytes, fileName })
  return fields
}

/** Members that are no text are written as JSON writes them. */
function readJson(body: Uint8Array): Fields {
  const members = parseObject(body)
  return new Map(
    Object.entries(members).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name, { bytes: new Uint8Array(Buffer.from(text, 'utf8')) }]
    }),
  )
}

export function parseObject(body: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(toText(body))
  } catch {
    throw invalidRequest('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('The body must be a JSON object.')
  return value as Record<string, unknown>
}
