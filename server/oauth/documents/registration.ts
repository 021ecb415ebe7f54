// POST /api/oauth/register (RFC 7591): a program that no document describes registers itself, where the operator
// allows that. It gets a public client that has to use PKCE, nothing else.
import type { RegistrationErrorCode } from '#contract/oauth.ts'
import { toNetwork } from '#server/access/address.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_SECONDS, SECOND_MS } from '#server/platform/time.ts'
import { findRedirectUriFault, isLoopback } from '../redirect-uri.ts'
import { type ApplicationFields, saveUnowned } from '../stores/applications.ts'
import { DocumentFault, MAX_REDIRECT_URIS, readClaims, readTexts } from './document.ts'

const PER_NETWORK = 20
/** Of all networks together: who has many addresses cannot fill the table. */
const IN_ALL = 500

export type Register = (metadata: unknown, address: string) => Promise<object>

export function createRegistration(services: Services): Register {
  const limits = {
    network: createLimiter(services, 'client-registrations', PER_NETWORK, HOUR_SECONDS),
    all: createLimiter(services, 'client-registrations-all', IN_ALL, HOUR_SECONDS),
  }
  return async (metadata, address) => {
    const fields = readRegistration(metadata)
    await limits.network.require(toNetwork(address))
    await limits.all.require('all')
    const now = services.now()
    const id = await saveUnowned(services.db.sql, now, fields)
    return describeClient(id, now, fields)
  }
}

/** RFC 7591 3.2.1: as it was registered, which may be less than was asked for. */
function describeClient(id: string, nowMs: number, fields: ApplicationFields): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(nowMs / SECOND_MS),
    ...(fields.description !== undefined && { client_name: fields.description }),
    redirect_uris: fields.redirectUris,
    grant_types: fields.grants,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: fields.scopes.join(' '),
  }
}

function readRegistration(metadata: unknown): ApplicationFields {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw refuse('invalid_client_metadata', 'The body must be a JSON object.')
  const sent = metadata as Record<string, unknown>
  const redirectUris = readRedirectUris(sent.redirect_uris)
  try {
    return { name: new URL(redirectUris[0]!).hostname, ...readClaims(sent), redirectUris }
  } catch (error) {
    if (error instanceof DocumentFault) throw refuse('invalid_client_metadata', error.message)
    throw error
  }
}

/** An app's own scheme can be claimed by any other: https and loopback alone. */
function readRedirectUris(value: unknown): string[] {
  const uris = tryReadTexts(value)
  if (!uris || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    throw refuse(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses.`,
    )
  for (const uri of uris) {
    const fault = findRedirectUriFault(uri)
    if (fault !== undefined) throw refuse('invalid_redirect_uri', `A redirect URI ${fault}.`)
    if (!uri.startsWith('https:') && !isLoopback(uri))
      throw refuse('invalid_redirect_uri', 'A redirect URI must use https, or http on a loopback address.')
  }
  return [...new Set(uris)]
}

function tryReadTexts(value: unknown): string[] | undefined {
  try {
    return readTexts(value)
  } catch {
    return undefined
  }
}

function refuse(code: RegistrationErrorCode, sentence: string): ApiError {
  return new ApiError(400, code, sentence)
}
