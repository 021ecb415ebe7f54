// The requests that an operation's samples make, put together from the examples of the description.
import type { Media, Parameter } from '#contract/openapi/document.ts'
import { type Credential, type Entry, findCredential } from './operations.ts'

/**
 * A text of the sample, a variable in the environment of the person who runs it, or the content of a file next to
 * it.
 */
export type Value = string | { variable: string } | { file: string }
export type Fields = Record<string, Value>

export type SampleBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: Fields }
  /** An object of JSON with what only the person who runs it knows. The same fields may be a form. */
  | { kind: 'json-fields'; fields: Fields }
  | { kind: 'multipart'; fields: Fields }
  | { kind: 'file'; name: string; type: string }

export interface SampleRequest {
  operationId: string
  /** Names it where an operation has several. */
  title?: string
  method: string
  /** With the values of its parameters. */
  path: string
  query: Record<string, string | number>
  headers: Record<string, string>
  credential: Credential
  body?: SampleBody
  answer: 'json' | 'text' | 'file' | 'nothing'
  /** The name under which a file in the answer is saved. */
  answerFile: string
}

/** In the environment of the person who runs a sample. */
export const variables = {
  key: 'CLOUDSTREET_KEY',
  token: 'CLOUDSTREET_TOKEN',
  clientId: 'CLOUDSTREET_CLIENT_ID',
  clientSecret: 'CLOUDSTREET_CLIENT_SECRET',
  login: 'CLOUDSTREET_DEVICE_LOGIN',
  password: 'CLOUDSTREET_DEVICE_PASSWORD',
  device: 'CLOUDSTREET_DEVICE_TOKEN',
}

/** Parameters worth showing for operations that need none. */
const queries: Record<string, Record<string, string | number>> = {
  listFlights: { from: '2026-01-01', fields: 'light' },
  listFlightChanges: { fields: 'light' },
  getFlightTrack: { resolution: 200 },
  listWebhookDeliveries: { status: 'failed' },
  uploadFlight: { filename: 'flight.igc' },
  putFlight: { filename: 'flight.igc' },
}

const headers: Record<string, Record<string, string>> = {
  uploadLeafFlight: { 'X-Filename': 'flight.igc' },
}

/** Credentials of clients of other services: never those that the reader has for our own. */
const deviceFields: Fields = {
  user: { variable: variables.login },
  pass: { variable: variables.password },
  IGCigcIGC: { file: 'flight.igc' },
  igccontent: { file: 'flight.igc' },
  files: { file: 'flight.igc' },
}

/** One for each example of the body. */
export function listRequests(entry: Entry): SampleRequest[] {
  const [content] = Object.entries(entry.operation.requestBody?.content ?? {})
  if (!content) return [toRequest(entry)]
  const [type, media] = content
  const examples = Object.entries(media.examples ?? {})
  return examples.map(([name, { value }]) => ({
    ...toRequest(entry),
    ...(examples.length > 1 ? { title: toWords(name) } : {}),
    ...(entry.tag === 'Compatibility'
      ? withDeviceBody(type, media, value as Fields)
      : withBody(type, media, value)),
  }))
}

function toRequest(entry: Entry): SampleRequest {
  return {
    operationId: entry.id,
    method: entry.method,
    path: fillPath(entry),
    query: queries[entry.id] ?? {},
    headers: headers[entry.id] ?? {},
    credential: findCredential(entry),
    answer: findAnswer(entry),
    answerFile: entry.id.endsWith('Photo') ? 'photo.webp' : 'flight.igc',
  }
}

function fillPath({ path, operation: { parameters = [] } }: Entry): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent((findExample(parameter) ?? name) as string)
  })
}

export function findExample(parameter: Parameter | undefined): unknown {
  return parameter?.example ?? parameter?.schema.examples?.[0]
}

function withBody(type: string, { schema }: Media, value: unknown): Partial<SampleRequest> {
  if (type === 'application/json') return { body: { kind: 'json', value } }
  if (type !== 'application/x-www-form-urlencoded')
    return { body: { kind: 'file', ...nameFile(schema, type) } }
  const fields: Record<string, Value> = { ...(value as Record<string, string>) }
  if (!('client_id' in fields)) return { body: { kind: 'form', fields } }
  // Authenticated by its field: RFC 6749 2.3 allows one way at a time.
  fields.client_id = { variable: variables.clientId }
  return { body: { kind: 'form', fields }, credential: 'none' }
}

const deviceKinds: Record<string, 'json-fields' | 'form' | 'multipart'> = {
  'application/json': 'json-fields',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}

function withDeviceBody(type: string, media: Media, example: Fields): Partial<SampleRequest> {
  const kind = deviceKinds[type]
  if (kind === undefined || !Object.keys(example).some((name) => name in deviceFields))
    return withBody(type, media, example)
  const fields = Object.entries(example).map(([name, value]) => [name, deviceFields[name] ?? value])
  return { body: { kind, fields: Object.fromEntries(fields) as Fields } }
}

const fileNames: Record<string, string> = { ZipArchive: 'flights.zip', PhotoFile: 'photo.jpg' }

function nameFile({ title = '' }: Media['schema'], type: string): { name: string; type: string } {
  return { name: fileNames[title] ?? 'flight.igc', type }
}

function findAnswer({ operation: { responses } }: Entry): SampleRequest['answer'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [type] = Object.keys(success?.content ?? {})
  if (type === undefined) return 'nothing'
  if (type.endsWith('json')) return 'json'
  return type.startsWith('text/') ? 'text' : 'file'
}

function toWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
