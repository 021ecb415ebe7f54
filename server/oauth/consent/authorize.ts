// RFC 6749 4.1.1, 4.1.2: reads an authorization request and issues its code.
import { randomBytes } from 'node:crypto'
import type { AuthorizationErrorCode, Resource } from '#contract/oauth.ts'
import { destructiveScopes, type Scope, SIGN_IN_SCOPE, splitScopes } from '#contract/scopes.ts'
import { followProof, type Proved } from '#server/access/proof.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Reader } from '#server/platform/mail/write.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import { isDocumentAddress } from '../documents/address.ts'
import { DocumentFault } from '../documents/document.ts'
import { isNamedBy } from '../metadata.ts'
import { requireResources } from '../parameters.ts'
import { isChallenge } from '../pkce.ts'
import {
  addToQuery,
  hasPlainHost,
  matchesDocumentUri,
  matchesRedirectUri,
  toRedirectOrigin,
} from '../redirect-uri.ts'
import { requireConsentScopes } from '../scopes.ts'
import { findLiveApplication, type LiveApplication } from '../stores/applications.ts'
import { insertCode } from '../stores/codes.ts'
import { findRedirectConsents, lockConsent, type Party, saveConsent } from '../stores/consents.ts'
import { newOriginMail } from './mail.ts'
import type { Freshness } from './sign-in-again.ts'

/** The application, and where the browser returns to with the response, be it a code or an error. */
export interface ReturnAddress {
  readonly application: LiveApplication
  readonly redirectUri: string
  readonly isRedirectUriSent: boolean
  readonly state: string | undefined
}

export interface AuthorizationRequest extends Freshness {
  readonly scopes: readonly Scope[]
  /** The resources of its tokens; undefined for all. */
  readonly resources: readonly Resource[] | undefined
  readonly challenge: string | undefined
  readonly isConsentAsked: boolean
  /** prompt=none: the user is shown nothing. */
  readonly isSilent: boolean
  readonly nonce: string | undefined
}

/** A request that must not be redirected, since its redirect URI cannot be trusted (RFC 6749 4.1.2.1). */
export class UnsafeRequest extends Error {}

/** Finds the application and its redirect URI; throws UnsafeRequest when either cannot be trusted. */
export async function readReturnAddress(
  services: Services,
  query: URLSearchParams,
  findByDocument: (documentUrl: string) => Promise<LiveApplication | undefined>,
): Promise<ReturnAddress> {
  if (query.getAll('client_id').length > 1 || query.getAll('redirect_uri').length > 1) {
    throw new UnsafeRequest(refusals.repeatedParameter)
  }
  const clientId = query.get('client_id') ?? ''
  const application = ID_PATTERN.test(clientId)
    ? await findLiveApplication(services.db.sql, clientId)
    : isDocumentRequest(services, query)
      ? await orUnsafe(clientId, () => findByDocument(clientId))
      : undefined
  if (!application) throw new UnsafeRequest(refusals.unknownApplication)
  const sent = query.get('redirect_uri') || undefined
  const redirectUri = findRedirectUri(application, sent)
  // One that was registered before hosts were checked would reach the page's headers.
  if (redirectUri === undefined || !hasPlainHost(redirectUri)) {
    throw new UnsafeRequest(refusals.unregisteredReturn)
  }
  const [state, secondState] = query.getAll('state')
  return {
    application,
    redirectUri,
    isRedirectUriSent: sent !== undefined,
    state: secondState === undefined ? state : undefined,
  }
}

/** Whether the application is unregistered, and describes itself. */
export function isDocumentRequest({ config }: Services, query: URLSearchParams): boolean {
  return config.clientDocuments && isDocumentAddress(query.get('client_id') ?? '')
}

async function orUnsafe<Found>(documentUrl: string, find: () => Promise<Found>): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    throw new UnsafeRequest(
      `The application that sent you here describes itself at ${documentUrl}, which does not work. ${error.message}`,
    )
  }
}

/** It may be left out when exactly one is registered (RFC 6749 3.1.2.3). */
function findRedirectUri(application: LiveApplication, sent: string | undefined): string | undefined {
  const { redirectUris, documentUrl } = application
  if (sent === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined
  const matches = documentUrl === undefined ? matchesRedirectUri : matchesDocumentUri
  return redirectUris.some((registered) => matches(registered, sent)) ? sent : undefined
}

/** Reads what is asked for; throws an ApiError that is sent back to the application. */
export function readAuthorizationRequest(
  { config }: Services,
  { application }: ReturnAddress,
  query: URLSearchParams,
): AuthorizationRequest {
  const repeated = [...query.keys()].find((name) => name !== 'resource' && query.getAll(name).length > 1)
  if (repeated !== undefined) throw refuse('invalid_request', 'A parameter is sent more than once.')
  const responseType = query.get('response_type') || undefined
  if (responseType === undefined) throw refuse('invalid_request', 'response_type is missing.')
  if (responseType !== 'code') throw refuse('unsupported_response_type', 'response_type must be code.')
  if (!application.grants.includes('authorization_code')) {
    throw refuse('unauthorized_client', 'The application is not registered for authorization_code.')
  }
  if ((query.get('response_mode') || 'query') !== 'query') {
    throw refuse('invalid_request', 'response_mode must be query.')
  }
  const resources = requireResources(config.baseUrl, query.getAll('resource').join(' '))
  const scopes = requireConsentScopes(application.scopes, readScope(application, query, resources), false)
  if (scopes.includes(SIGN_IN_SCOPE)) refuseRequestObjects(query)
  return {
    challenge: readChallenge(application, query),
    scopes,
    resources,
    nonce: readNonce(query),
    maxAgeSeconds: readMaxAge(query),
    ...readPrompt(query),
  }
}

/**
 * A client of a resource asks for every scope that its metadata names, registered or not: the others are left out, as RFC
 * 6749 3.3 allows, unless nothing would remain.
 */
function readScope(
  { scopes }: LiveApplication,
  query: URLSearchParams,
  resources: readonly Resource[] | undefined,
): string | undefined {
  const asked = query.get('scope') || undefined
  if (asked === undefined || resources?.join() !== 'mcp') return asked
  const named = splitScopes(asked)
  const kept = named.filter((name) => !isNamedBy('mcp', name) || scopes.some((scope) => scope === name))
  return kept.length > 0 ? kept.join(' ') : asked
}

const MAX_NONCE_LENGTH = 500

function readNonce(query: URLSearchParams): string | undefined {
  const nonce = query.get('nonce') || undefined
  if (nonce !== undefined && nonce.length > MAX_NONCE_LENGTH)
    throw refuse('invalid_request', `nonce must have at most ${MAX_NONCE_LENGTH} characters.`)
  return nonce
}

/** OpenID Connect Core 6.1, 6.2: what is asked for in a signed request must not be overlooked. */
function refuseRequestObjects(query: URLSearchParams): void {
  if (query.has('request')) throw refuse('request_not_supported', 'The parameter request is not supported.')
  if (query.has('request_uri'))
    throw refuse('request_uri_not_supported', 'The parameter request_uri is not supported.')
}

/** A list of words; those that are unknown are ignored. Another account is chosen by signing in again. */
function readPrompt(query: URLSearchParams) {
  const words = listPrompts(query)
  const isSilent = words.includes('none')
  if (isSilent && words.length > 1) throw refuse('invalid_request', 'prompt=none allows no other prompt.')
  return {
    isSilent,
    isConsentAsked: words.includes('consent'),
    isSignInAsked: words.includes('login') || words.includes('select_account'),
  }
}

function listPrompts(query: URLSearchParams): string[] {
  return (query.get('prompt') ?? '').split(' ').filter(Boolean)
}

/** prompt=none: the application wants an answer, and the user is to see nothing. */
export function asksSilently(query: URLSearchParams): boolean {
  return listPrompts(query).includes('none')
}

function readMaxAge(query: URLSearchParams): number | undefined {
  const text = query.get('max_age') || undefined
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) throw refuse('invalid_request', 'max_age must be a whole number of seconds.')
  return Number(text)
}

function readChallenge({ type }: LiveApplication, query: URLSearchParams): string | undefined {
  const challenge = query.get('code_challenge') || undefined
  const method = query.get('code_challenge_method') || undefined
  if (challenge === undefined) {
    if (type === 'public' || method !== undefined)
      throw refuse('invalid_request', 'code_challenge is missing.')
    return undefined
  }
  // RFC 7636 4.3: leaving the method out means plain, which is not supported.
  if (method !== 'S256') throw refuse('invalid_request', 'code_challenge_method must be S256.')
  if (!isChallenge(challenge)) {
    throw refuse('invalid_request', 'code_challenge must be a SHA-256 hash in base64url: 43 characters.')
  }
  return challenge
}

function refuse(code: AuthorizationErrorCode, description: string): ApiError {
  return new ApiError(400, code, description)
}

export interface EarlierConsent {
  /** The user has allowed all of it before, for this origin, and that is enough to redirect at once. */
  readonly isEnough: boolean
  /** Where codes were sent until now, when this request's go elsewhere. */
  readonly otherOrigins: readonly string[]
}

export async function findEarlierConsent(
  services: Services,
  userId: string,
  address: ReturnAddress,
  scopes: readonly Scope[],
): Promise<EarlierConsent> {
  const party = { userId, applicationId: address.application.id }
  const consents = await findRedirectConsents(services.db.sql, party)
  const consented = consents.get(toRedirectOrigin(address.redirectUri))
  const covers = scopes.every((scope) => consented?.includes(scope))
  return {
    isEnough: covers && !mustBeAsked(address, scopes),
    otherOrigins: consented ? [] : [...consents.keys()],
  }
}

/**
 * RFC 9700 4.11.2: whether the browser may be sent there before the user has decided anything. Not to an
 * unregistered application, unless the user has allowed it at that origin before: anyone can publish a document, or
 * register where that is open.
 */
export async function isTrusted(
  { db }: Services,
  userId: string | undefined,
  { application, redirectUri }: ReturnAddress,
): Promise<boolean> {
  if (application.documentUrl === undefined && !application.isSelfRegistered) return true
  if (userId === undefined) return false
  const consents = await findRedirectConsents(db.sql, { userId, applicationId: application.id })
  return consents.has(toRedirectOrigin(redirectUri))
}

/**
 * RFC 8252 8.6: any program on the computer or phone can claim a loopback address or a scheme, and a public client has
 * nothing else to tell who it is. Irreversible scopes are asked for every time, no matter who asks.
 */
function mustBeAsked({ application, redirectUri }: ReturnAddress, scopes: readonly Scope[]): boolean {
  const mayBeAnybody = application.type === 'public' && !redirectUri.startsWith('https:')
  return mayBeAnybody || scopes.some((scope) => destructiveScopes.includes(scope))
}

/** Returns the redirect with the code; undefined when the consent was withdrawn meanwhile. */
export async function issueCode(
  services: Services,
  address: ReturnAddress,
  request: AuthorizationRequest,
  decision: {
    userId: string
    reader: Reader
    authenticatedAt: number
    granted: readonly Scope[]
    by: By
    /** Of the user who has decided now; absent where an earlier decision is enough. */
    proved?: Proved
  },
): Promise<string | undefined> {
  const { application, redirectUri, isRedirectUriSent } = address
  const party = { userId: decision.userId, applicationId: application.id }
  const code = randomBytes(32).toString('base64url')
  const isIssued = await services.db.transaction(async (sql) => {
    const now = services.now()
    const { proved } = decision
    if (proved) {
      const decided = { party, address, asked: request.scopes, ...decision, proved }
      await rememberConsent(services, sql, now, decided)
    }
    if (!(await lockConsent(sql, party))) return false
    const issued = {
      ...party,
      redirectUri,
      isRedirectUriSent,
      challenge: request.challenge,
      scopes: decision.granted,
      resources: request.resources,
      authenticatedAt: decision.authenticatedAt,
      nonce: request.nonce,
      expiresAt: now + services.config.lifetimes.codeSeconds * 1000,
    }
    await insertCode(sql, now, hashSecret(code), issued, proved ?? followProof('consent'))
    return true
  })
  return isIssued ? toResponse(services, address, { code }) : undefined
}

async function rememberConsent(
  services: Services,
  sql: Sql,
  nowMs: number,
  decided: {
    party: Party
    address: ReturnAddress
    asked: readonly Scope[]
    granted: readonly Scope[]
    reader: Reader
    by: By
    proved: Proved
  },
): Promise<void> {
  const { party, address, asked, granted, reader, by, proved } = decided
  const { name } = address.application
  const redirectOrigin = toRedirectOrigin(address.redirectUri)
  const earlier = await findRedirectConsents(sql, party)
  await saveConsent(sql, nowMs, party, { asked, granted, redirectOrigin }, proved)
  const isMoved = earlier.size > 0 && !earlier.has(redirectOrigin)
  const subject = isMoved ? `${name} at ${redirectOrigin}` : name
  await recordSecurityEvent(sql, nowMs, { ...by, userId: party.userId, kind: 'consent_given', subject })
  if (!isMoved) return
  const message = newOriginMail(reader, services.config.baseUrl, {
    name,
    origin: redirectOrigin,
    earlier: [...earlier.keys()],
  })
  await services.mail.send(sql, message)
}

export function toErrorResponse(services: Services, address: ReturnAddress, error: ApiError): string {
  return toResponse(services, address, { error: error.code, error_description: error.message })
}

export const accessDeniedByUser = () => refuse('access_denied', 'The user denied the request.')
export const loginRequired = () => refuse('login_required', 'The user has to sign in.')
export const interactionRequired = () =>
  refuse('interaction_required', 'The user has something else to decide here first.')
export const consentRequired = () => refuse('consent_required', 'The user has to be asked for consent.')

/** RFC 9207: every response names its issuer. */
function toResponse(services: Services, address: ReturnAddress, response: Record<string, string>): string {
  return addToQuery(address.redirectUri, { ...response, state: address.state, iss: services.config.baseUrl })
}
