// The operations as a collection of requests in the format of Postman 2.1, which Bruno, Insomnia and others import.
import type { Description, Parameter } from '#contract/openapi/document.ts'
import type { Credential, Entry } from './operations.ts'
import { readReference } from './operations.ts'
import {
  findExample,
  listRequests,
  type SampleBody,
  type SampleRequest,
  type Value,
  variables,
} from './requests.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const ADDRESS_VARIABLE = 'baseUrl'
export function writeCollection(whole: Description): object {
  const { version, about, groups } = readReference(whole)
  return {
    info: { name: 'Cloudstreet', version, description: about, schema: SCHEMA },
    variable: [
      { key: ADDRESS_VARIABLE, value: whole.servers[0]?.url ?? '' },
      // Filled in by the person who runs it: they belong into an environment rather than into a file that is shared.
      ...Object.values(variables).map((key) => ({ key, value: '' })),
    ],
    auth: authorizations.key,
    item: groups.map(({ name, description, entries }) => ({
      name,
      description,
      item: entries.flatMap((entry) => listRequests(entry).map((request) => toItem(entry, request))),
    })),
  }
}

function toItem(entry: Entry, request: SampleRequest): object {
  const { method, title, credential, headers, body } = request
  const type = body?.kind === 'file' ? { 'Content-Type': body.type } : {}
  return {
    name: title === undefined ? entry.id : `${entry.id}: ${title}`,
    request: {
      method,
      description: `${entry.operation.summary}\n\n${entry.operation.description}`,
      auth: authorizations[credential],
      header: Object.entries({ ...headers, ...type }).map(([key, value]) => ({ key, value })),
      url: toUrl(entry, request),
      ...(body && { body: toBody(body) }),
    },
    response: [],
  }
}

const use = (variable: string) => `{{${variable}}}`
const bearer = (variable: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: use(variable), type: 'string' }],
})
const basic = (user: string, password: string) => ({
  type: 'basic',
  basic: [
    { key: 'username', value: use(user), type: 'string' },
    { key: 'password', value: use(password), type: 'string' },
  ],
})

const authorizations: Record<Credential, object> = {
  key: bearer(variables.key),
  token: bearer(variables.token),
  device: bearer(variables.device),
  client: basic(variables.clientId, variables.clientSecret),
  login: basic(variables.login, variables.password),
  none: { type: 'noauth' },
}

/** Parameters of the query that the sample does without are there, switched off. */
function toUrl({ path, operation: { parameters = [] } }: Entry, { query: used }: SampleRequest): object {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const variable = parameters.filter((one) => one.in === 'path').map((one) => describe(one, findExample(one)))
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({ ...describe(one, used[one.name] ?? findExample(one)), disabled: !(one.name in used) }))
  return {
    raw: `${use(ADDRESS_VARIABLE)}/${steps}`,
    host: [use(ADDRESS_VARIABLE)],
    path: steps.split('/'),
    ...(variable.length > 0 && { variable }),
    ...(query.length > 0 && { query }),
  }
}

function describe({ name, description }: Parameter, value: unknown): object {
  return { key: name, value: toLabel(value), ...(description !== undefined && { description }) }
}

function toBody(body: SampleBody): object {
  if (body.kind === 'file') return { mode: 'file', file: { src: body.name } }
  if (body.kind === 'json') return toJson(body.value)
  const fields = Object.entries(body.fields)
  // A file has no place in JSON or in a form that is not multipart.
  if (body.kind === 'multipart' || fields.some(([, value]) => isFile(value)))
    return { mode: 'formdata', formdata: fields.map(([key, value]) => toPart(key, value)) }
  if (body.kind === 'form')
    return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value: toText(value) })) }
  return toJson(Object.fromEntries(fields.map(([key, value]) => [key, toText(value)])))
}

function toJson(value: unknown): object {
  return { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } }
}

const isFile = (value: Value): value is { file: string } => typeof value === 'object' && 'file' in value

function toPart(key: string, value: Value): object {
  return isFile(value) ? { key, type: 'file', src: value.file } : { key, type: 'text', value: toText(value) }
}

function toText(value: Value): string {
  if (typeof value === 'string') return value
  return 'variable' in value ? use(value.variable) : value.file
}

/** Examples of parameters are texts, numbers and flags. */
function toLabel(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
