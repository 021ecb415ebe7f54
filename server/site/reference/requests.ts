// The requests that an operation's samples make, put together from the examples of the description.
import type { Media } from '#contract/openapi/document.ts'
import { type Credential, type Entry, findCredential } from './operations.ts'

/** A text of the sample, or the name of a variable in the environment of whoever runs it. */
export type Value = string | { variable: string }

export type SampleBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: Record<string, Value> }
  | { kind: 'file'; name: string; type: string }

export interface SampleRequest {
  operationId: string
  /** Names it where an operation has several. */
  title?: string
  method: string
  /** With the values of its parameters. */
  path: string
  query: Record<string, string | number>
  credential: Credential
  body?: SampleBody
  answer: 'json' | 'file' | 'nothing'
}

export const KEY_VARIABLE = 'CLOUDSTREET_KEY'
export const TOKEN_VARIABLE = 'CLOUDSTREET_TOKEN'
export const CLIENT_ID_VARIABLE = 'CLOUDSTREET_CLIENT_ID'
export const CLIENT_SECRET_VARIABLE = 'CLOUDSTREET_CLIENT_SECRET'

/** What a reader would want to see of an operation that can do without any parameter. */
const queries: Record<string, Record<string, string | number>> = {
  listFlights: { from: '2026-01-01', fields: 'light' },
  listFlightChanges: { fields: 'light' },
  getFlightTrack: { resolution: 200 },
  listWebhookDeliveries: { status: 'failed' },
  uploadFlight: { filename: 'flight.igc' },
  putFlight: { filename: 'flight.igc' },
}

/** One for each example of the body. None for what speaks the language of another service. */
export function listRequests(entry: Entry): SampleRequest[] {
  if (entry.tag === 'Compatibility') return []
  const [content] = Object.entries(entry.operation.requestBody?.content ?? {})
  if (!content) return [toRequest(entry)]
  const [type, media] = content
  const examples = Object.entries(media.examples ?? {})
  return examples.map(([name, { value }]) => ({
    ...toRequest(entry),
    ...(examples.length > 1 ? { title: toWords(name) } : {}),
    ...withBody(type, media, value),
  }))
}

function toRequest(entry: Entry): SampleRequest {
  return {
    operationId: entry.id,
    method: entry.method,
    path: fillPath(entry),
    query: queries[entry.id] ?? {},
    credential: findCredential(entry),
    answer: findAnswer(entry),
  }
}

function fillPath({ path, operation: { parameters = [] } }: Entry): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    const example = parameter?.example ?? parameter?.schema.examples?.[0] ?? name
    return encodeURIComponent(example as string)
  })
}

function withBody(type: string, { schema }: Media, value: unknown): Partial<SampleRequest> {
  if (type === 'application/json') return { body: { kind: 'json', value } }
  if (type !== 'application/x-www-form-urlencoded')
    return { body: { kind: 'file', ...nameFile(schema, type) } }
  const fields: Record<string, Value> = { ...(value as Record<string, string>) }
  if (!('client_id' in fields)) return { body: { kind: 'form', fields } }
  // Authenticated by its field: RFC 6749 2.3 allows one way at a time.
  fields.client_id = { variable: CLIENT_ID_VARIABLE }
  return { body: { kind: 'form', fields }, credential: 'none' }
}

function nameFile({ title }: Media['schema'], type: string): { name: string; type: string } {
  return { name: title === 'ZipArchive' ? 'flights.zip' : 'flight.igc', type }
}

function findAnswer({ operation: { responses } }: Entry): SampleRequest['answer'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [type] = Object.keys(success?.content ?? {})
  if (type === undefined) return 'nothing'
  return type.endsWith('json') ? 'json' : 'file'
}

function toWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
