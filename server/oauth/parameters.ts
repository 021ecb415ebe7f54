// The parameters of an OAuth request: each once (but for `resource`, RFC 8707 2), and in the body.
import type { FastifyRequest } from 'fastify'
import { type Resource, resourceNames, toResourceAddress } from '#contract/oauth.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { invalidTarget } from './errors.ts'

export type Parameters = ReadonlyMap<string, string>

// In a URL these would end up in the logs of every proxy on the way (RFC 6749 2.3.1, 3.2).
const NOT_IN_QUERY = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'refresh_token',
  'device_code',
  'token',
  'access_token',
]

export function readForm(request: FastifyRequest): Parameters {
  const query = request.query as Record<string, unknown>
  const misplaced = request.url.includes('?') && NOT_IN_QUERY.find((name) => Object.hasOwn(query, name))
  if (misplaced) throw invalidRequest(`${misplaced} must be in the request body, not in the URL.`)
  return readParameters(request.body, ['resource'])
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`${name} is missing.`)
  return value
}

/** RFC 8707 2: the resources whose addresses are named, separated by spaces; undefined, which is all, when none is. */
export function requireResources(
  baseUrl: string,
  named: string | undefined,
): readonly Resource[] | undefined {
  const addresses = (named ?? '').split(' ').filter(Boolean)
  if (addresses.length === 0) return undefined
  const isNamed = (resource: Resource, address: string) =>
    // A base address ends with a slash once a URL parser has read it.
    address.replace(/\/$/, '') === toResourceAddress(baseUrl, resource)
  const found = addresses.map((address) => resourceNames.find((resource) => isNamed(resource, address)))
  if (found.includes(undefined)) {
    const known = resourceNames.map((resource) => toResourceAddress(baseUrl, resource))
    throw invalidTarget(`resource must be ${known.join(' or ')}.`)
  }
  return resourceNames.filter((resource) => found.includes(resource))
}

/** RFC 8707 2.2: a token request may ask for some of what was authorized, for nothing else. */
export function requireNarrowerResources(
  baseUrl: string,
  given: readonly Resource[] | undefined,
  named: string | undefined,
): readonly Resource[] | undefined {
  const asked = requireResources(baseUrl, named)
  if (!asked || !given) return asked ?? given
  if (asked.some((resource) => !given.includes(resource)))
    throw invalidTarget('The resource is none of those that were authorized.')
  return asked
}
