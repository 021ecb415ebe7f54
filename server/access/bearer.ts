// Authenticates a request to /api/v1 by its Bearer token, or refuses it with 401 or 403 (RFC 6750).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Credential, findCredential } from './credentials.ts'

/** The credential under which a request was let in. */
export type Caller = Credential

declare module 'fastify' {
  interface FastifyRequest {
    /** The live credential of the Bearer token; null when there is none, undefined until it is looked up. */
    credential: Credential | null | undefined
    /** The scope under which the request passed `requireBearer`. */
    usedScope: Scope | undefined
  }
}

/** How every challenge begins: where the metadata of this API is tells a client where to get a token (RFC 9728 5.1). */
export function toChallenge({ baseUrl }: Services['config']): string {
  return `Bearer realm="cloudstreet", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`
}

/**
 * The hook of a protected route. The rate limit has looked the credential up already, so that nothing is awaited here:
 * a promise for every request would cost more than the check.
 */
export function requireBearer(services: Services, scope: Scope) {
  return requireRule(services, { scope, admitsDevices: false })
}

/** The hook of a route that uploads: what a device may do, too. */
export function requireUploader(services: Services) {
  return requireRule(services, { scope: 'flights:write', admitsDevices: true })
}

/** Whatever its scopes. The route reads `request.credential`: what it does is no use of a scope. */
export function requireAnyBearer(services: Services) {
  return requireRule(services, { scope: undefined, admitsDevices: false })
}

function requireRule(services: Services, asked: Omit<Rule, 'challenge'>) {
  const rule = { ...asked, challenge: toChallenge(services.config) }
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.credential === undefined) {
      return findRequestCredential(services, request).then((credential) => admit(request, credential, rule))
    }
    try {
      admit(request, request.credential, rule)
      done()
    } catch (error) {
      done(error as ApiError)
    }
    return undefined
  }
}

/** What a route asks for, and how a refusal begins. */
interface Rule {
  readonly scope: Scope | undefined
  /** Whether a credential that may do nothing but upload is enough. */
  readonly admitsDevices: boolean
  readonly challenge: string
}

function admit(request: FastifyRequest, credential: Credential | null, rule: Rule): void {
  if (!credential) throw hasBearer(request) ? invalidToken(rule) : noCredential(rule)
  if (rule.scope !== undefined && !credential.scopes.includes(rule.scope)) throw insufficientScope(rule)
  if (credential.kind === 'device' && !rule.admitsDevices) throw uploadsOnly(rule)
  request.usedScope = rule.scope
}

/** Who calls a route behind `requireBearer`. Without that hook it throws: a live token alone is no permission. */
export function requireCaller({ credential, usedScope }: FastifyRequest): Caller {
  if (!credential || usedScope === undefined) throw new Error('the route has no requireBearer')
  return credential
}

/** Looks the credential up once per request, for the rate limit and the route. Nothing is kept between requests. */
export async function findRequestCredential(
  services: Services,
  request: FastifyRequest,
): Promise<Credential | null> {
  if (request.credential !== undefined) return request.credential
  const secret = readBearer(request)
  const credential =
    secret === undefined ? undefined : await findCredential(services.db, services.now(), secret)
  request.credential = credential ?? null
  return request.credential
}

/** From the header alone: a token in a query or a form would be logged and shared (RFC 6750 5.3). */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([^ ,]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

function hasBearer(request: FastifyRequest): boolean {
  return /^Bearer( |$)/i.test(request.headers.authorization ?? '')
}

function nameScope(scope: Scope | undefined): string {
  return scope === undefined ? '' : `, scope="${scope}"`
}

// RFC 6750 3.1: a request without a credential is told no error code, only what it would take.
function noCredential({ scope, challenge }: Rule): ApiError {
  return new ApiError(401, 'invalid_token', 'This needs a Bearer token in the Authorization header.', {
    headers: { 'www-authenticate': `${challenge}${nameScope(scope)}` },
  })
}

function invalidToken({ scope, challenge }: Rule): ApiError {
  const description = 'The token is unknown, revoked or expired.'
  return new ApiError(401, 'invalid_token', description, {
    headers: {
      'www-authenticate': `${challenge}, error="invalid_token", error_description="${description}"${nameScope(scope)}`,
    },
  })
}

function uploadsOnly(rule: Rule): ApiError {
  return insufficientScope(rule, 'A device may upload flights and do nothing else.')
}

function insufficientScope(
  { scope, challenge }: Rule,
  description = `This needs the scope ${scope}.`,
): ApiError {
  return new ApiError(403, 'insufficient_scope', description, {
    headers: {
      'www-authenticate': `${challenge}, error="insufficient_scope", error_description="${description}"${nameScope(scope)}`,
    },
  })
}
