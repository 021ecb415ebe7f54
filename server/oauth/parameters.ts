// The parameters of an OAuth request: each once, and in the body.
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'

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
  return readParameters(request.body)
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`${name} is missing.`)
  return value
}
