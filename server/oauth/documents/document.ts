// A client's description of itself, in the document at its client_id or in the request with which it registers itself: read
// strictly, and trusted with little.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import type { GrantName } from '#contract/oauth.ts'
import { applicationScopes, destructiveScopes, isScope, type Scope, splitScopes } from '#contract/scopes.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { findRedirectUriFault, isLoopback } from '../redirect-uri.ts'
import type { ApplicationFields } from '../stores/applications.ts'
import { toHost } from './address.ts'

export const MAX_REDIRECT_URIS = 20
/** For a client that does not say what it needs. */
const READING: readonly Scope[] = ['flights:read', 'profile:read']

/** The fault of a document, as a sentence. */
export class DocumentFault extends Error {}

/** Its name here is its host: whatever it calls itself is only its description. */
export function readDocument(address: string, text: string): ApplicationFields {
  const document = parse(text)
  if (document.client_id !== address) throw new DocumentFault('Its client_id is not its own address.')
  if ('client_secret' in document || 'client_secret_expires_at' in document)
    throw new DocumentFault('It contains a secret, which is none in a public document.')
  const method = document.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') throw new DocumentFault('Its token_endpoint_auth_method must be none.')
  return {
    name: toHost(address),
    ...readClaims(document),
    redirectUris: readRedirectUris(address, document.redirect_uris),
  }
}

/** Members of RFC 7591 2 that a client may choose for itself. It is public: it can keep no secret. */
export function readClaims(document: Record<string, unknown>) {
  return {
    description: readName(document.client_name),
    website: undefined,
    type: 'public' as const,
    grants: readGrants(document),
    scopes: readWantedScopes(document.scope),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Not JSON: the same sentence.
  }
  throw new DocumentFault('It is not a JSON object.')
}

/** A name that cannot be shown, or passes for ours, is left out. */
function readName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  const isFit = trimmed.length <= MAX_NAME_LENGTH && findNameFault(trimmed) === undefined
  return isFit && trimmed !== '' ? trimmed : undefined
}

/** RFC 7591 2: without grant_types it is authorization_code alone. */
function readGrants(document: Record<string, unknown>): GrantName[] {
  const asked = readTexts(document.grant_types) ?? ['authorization_code']
  if (!asked.includes('authorization_code'))
    throw new DocumentFault('Its grant_types lack authorization_code.')
  if (!(readTexts(document.response_types) ?? ['code']).includes('code'))
    throw new DocumentFault('Its response_types lack code.')
  return ['authorization_code', ...(asked.includes('refresh_token') ? (['refresh_token'] as const) : [])]
}

/** Undeclared scopes cannot be asked for, and irreversible ones never. */
function readWantedScopes(scope: unknown): readonly Scope[] {
  const named = typeof scope === 'string' ? splitScopes(scope).filter(isScope) : []
  const wanted = named.filter((name) => applicationScopes.includes(name) && !destructiveScopes.includes(name))
  return wanted.length > 0 ? [...new Set(wanted)] : READING
}

/** Codes go to its own origin or to this computer. Others are left out: the document is for other services, too. */
function readRedirectUris(address: string, value: unknown): string[] {
  const uris = readTexts(value)
  if (!uris || uris.length > MAX_REDIRECT_URIS)
    throw new DocumentFault(`Its redirect_uris must be a list of at most ${MAX_REDIRECT_URIS} addresses.`)
  const { origin } = new URL(address)
  const allowed = uris.filter(
    (uri) =>
      findRedirectUriFault(uri) === undefined && (isLoopback(uri) || URL.parse(uri)?.origin === origin),
  )
  if (allowed.length === 0)
    throw new DocumentFault('None of its redirect_uris is at its own origin or on loopback.')
  return allowed
}

export function readTexts(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new DocumentFault('Its lists must be lists of texts.')
  return value
}
