// The door of /api/v1: header -> credential -> request.caller, or 401 and 403 as RFC 6750 has them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Credential, findCredential } from './credentials.ts'

export type Caller = Credential

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; there after `requireBearer`. */
    caller: Caller
    /** The scope under which the caller passed `requireBearer`. */
    usedScope: Scope | undefined
  }
}

const REALM = 'Bearer realm="cloudstreet"'

/** The hook of a protected route. Where requests are counted the caller is known already, and nothing is waited for. */
export function requireBearer(services: Services, scope: Scope) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.caller === undefined) return findCaller(services, request).then(() => admit(request, scope))
    try {
      admit(request, scope)
      done()
    } catch (error) {
      done(error as ApiError)
    }
    return undefined
  }
}

function admit(request: FastifyRequest, scope: Scope): void {
  const caller = request.caller as Caller | null
  if (!caller) throw hasBearer(request) ? invalidToken(scope) : noCredential(scope)
  if (!caller.scopes.includes(scope)) throw insufficientScope(scope)
  request.usedScope = scope
}

/** Looked up once a request: the rate limit asks first, the route after it. Between requests nothing is kept. */
export async function findCaller(services: Services, request: FastifyRequest): Promise<Caller | undefined> {
  const known = request.caller as Caller | null | undefined
  if (known !== undefined && known !== null) return known
  if (known === null) return undefined
  const secret = readBearer(request)
  const credential = secret && (await findCredential(services.db, services.now(), secret))
  // null: looked for and not there.
  request.caller = (credential || null) as Caller
  return credential || undefined
}

/** From the header alone: a token in a query or a form would be logged and shared (RFC 6750 5.3). */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([^ ,]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

function hasBearer(request: FastifyRequest): boolean {
  return /^Bearer( |$)/i.test(request.headers.authorization ?? '')
}

// RFC 6750 3.1: a request without a credential is told no error code, only what it would take.
function noCredential(scope: Scope): ApiError {
  return new ApiError(401, 'invalid_token', 'This needs a Bearer token in the Authorization header.', {
    headers: { 'www-authenticate': `${REALM}, scope="${scope}"` },
  })
}

function invalidToken(scope: Scope): ApiError {
  const description = 'The token is unknown, revoked or expired.'
  return new ApiError(401, 'invalid_token', description, {
    headers: {
      'www-authenticate': `${REALM}, error="invalid_token", error_description="${description}", scope="${scope}"`,
    },
  })
}

function insufficientScope(scope: Scope): ApiError {
  const description = `This needs the scope ${scope}.`
  return new ApiError(403, 'insufficient_scope', description, {
    headers: {
      'www-authenticate': `${REALM}, error="insufficient_scope", error_description="${description}", scope="${scope}"`,
    },
  })
}
