// The door of /api/v1: header -> credential -> request.caller, or 401 and 403 as RFC 6750 has them.
import type { FastifyRequest } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Credential, findCredential } from './credentials.ts'

export type Caller = Credential

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; there after `requireBearer`. */
    caller: Caller
  }
}

const REALM = 'Bearer realm="cloudstreet"'

/** The hook of a protected route. */
export function requireBearer(services: Services, scope: Scope) {
  return async (request: FastifyRequest): Promise<void> => {
    request.caller = await requireCaller(services, request, scope)
  }
}

async function requireCaller(services: Services, request: FastifyRequest, scope: Scope): Promise<Caller> {
  const secret = readBearer(request)
  if (secret === undefined) throw noCredential(scope)
  const credential = await findCredential(services.db, services.now(), secret)
  if (!credential) throw invalidToken()
  if (!credential.scopes.includes(scope)) throw insufficientScope(scope)
  return credential
}

/** From the header alone: a token in a query would be logged and shared (RFC 6750 5.3). */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

// RFC 6750 3.1: a request without a credential is told no error code, only what it would take.
function noCredential(scope: Scope): ApiError {
  return new ApiError(401, 'invalid_token', 'This needs a Bearer token in the Authorization header.', {
    headers: { 'www-authenticate': `${REALM}, scope="${scope}"` },
  })
}

function invalidToken(): ApiError {
  const description = 'The token is unknown, revoked or expired.'
  return new ApiError(401, 'invalid_token', description, {
    headers: { 'www-authenticate': `${REALM}, error="invalid_token", error_description="${description}"` },
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
