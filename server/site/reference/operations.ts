// The OpenAPI description as the documentation shows it: operations by tag, and the events.
import type { Answer, Description, Operation } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'

export interface Entry {
  /** The operationId; of an event its name. */
  id: string
  /** Upper case. */
  method: string
  path: string
  tag: string
  /** Without references. */
  operation: Operation
  /** Status -> the name of the answer that the operation refers to. */
  problems: Record<string, string>
}

export interface Group {
  name: string
  description: string
  entries: Entry[]
}

export interface Reference {
  version: string
  about: string
  groups: Group[]
  events: Entry[]
  findOperation(id: string): Entry | undefined
  findEvent(name: string): Entry | undefined
}

export function readReference(whole: Description): Reference {
  const entries = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toEntry(whole, { id: operation.operationId, method: method.toUpperCase(), path, operation }),
    ),
  )
  const events = Object.entries(whole.webhooks).map(([name, { post }]) =>
    toEntry(whole, { id: name, method: 'POST', path: '', operation: post }),
  )
  const groups = whole.tags.map(({ name, description }) => ({
    name,
    description,
    entries: entries.filter(({ tag }) => tag === name),
  }))
  return {
    version: whole.info.version,
    about: whole.info.description,
    groups: groups.filter((group) => group.entries.length > 0),
    events,
    findOperation: (id) => entries.find((entry) => entry.id === id),
    findEvent: (name) => events.find((event) => event.id === name),
  }
}

function toEntry(
  whole: Description,
  { operation, ...rest }: Pick<Entry, 'id' | 'method' | 'path' | 'operation'>,
): Entry {
  const refusals = Object.entries(operation.responses).filter(([, { $ref }]) => $ref)
  return {
    ...rest,
    // Documents that libraries look for are described under OAuth and Discovery: they are listed under the first.
    tag: operation.tags[0] ?? '',
    operation: resolve(operation, whole) as Operation,
    problems: Object.fromEntries(refusals.map(([status, answer]) => [status, nameOf(answer)])),
  }
}

const nameOf = ({ $ref = '' }: Answer) => $ref.slice($ref.lastIndexOf('/') + 1)

/** The credential of a request to the operation. A device has a token, or a login and a password. */
export type Credential = 'key' | 'token' | 'client' | 'device' | 'login' | 'none'

/** Any of them will do. */
export function listSchemes({ operation: { security = [] } }: Pick<Entry, 'operation'>): string[] {
  return security.flatMap((one) => Object.keys(one))
}

export function findCredential(entry: Pick<Entry, 'operation'>): Credential {
  const schemes = listSchemes(entry)
  // How the clients of another service do it, before what works as well.
  if (schemes.includes('deviceLogin')) return 'login'
  if (schemes.includes('bearer') || schemes.includes('webhooksKey')) return 'key'
  if (schemes.includes('device')) return 'device'
  if (schemes.includes('oauth2')) return 'token'
  return schemes.includes('client') ? 'client' : 'none'
}

/** The scopes that an access token needs. */
export function listScopes(
  { operation: { security = [] } }: Pick<Entry, 'operation'>,
  scheme: 'oauth2' | 'application',
): string[] {
  return security.flatMap(({ [scheme]: scopes = [] }) => scopes)
}

/** The scopes that a personal key needs: those of a token, but for webhooks. */
export function listKeyScopes(entry: Pick<Entry, 'operation'>): string[] {
  if (listSchemes(entry).includes('webhooksKey')) return ['webhooks:manage']
  return [...listScopes(entry, 'oauth2'), ...listScopes(entry, 'application')]
}
