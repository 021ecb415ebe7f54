// RFC 7662: what a token is, told to those whose business it is.
import type { FastifyRequest } from 'fastify'
import type { IntrospectionResponse } from '#contract/oauth.ts'
import { readBearer } from '#server/access/bearer.ts'
import { type Credential, findCredential } from '#server/access/credentials.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { hashSecret, isWellFormedSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateConfidentialClient, findClaim } from './client-auth.ts'
import { invalidClient } from './errors.ts'
import { type Parameters, requireParameter } from './parameters.ts'
import { findRefreshToken } from './stores/chains.ts'

/** Who asks: an application about what was issued to it, or a Bearer about its own user and application. */
interface Asker {
  readonly applicationId: string | undefined
  /** Undefined: any user. */
  readonly userId: string | undefined
}

export async function introspectToken(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<IntrospectionResponse> {
  const asker = await requireAsker(services, request, parameters)
  const token = requireParameter(parameters, 'token')
  if (!isWellFormedSecret(token)) return { active: false }
  if (token.startsWith(secretPrefixes.refreshToken)) {
    return describeRefreshToken(services, asker, hashSecret(token))
  }
  const credential = await findCredential(services.db, services.now(), token)
  if (!credential || !mayKnow(asker, credential)) return { active: false }
  return describeCredential(credential)
}

async function requireAsker(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Asker> {
  const bearer = readBearer(request)
  if (bearer !== undefined) {
    if (parameters.has('client_secret')) {
      throw invalidRequest('The caller authenticates in two ways at once: use the header or the form.')
    }
    const credential = await findCredential(services.db, services.now(), bearer)
    if (!credential) throw invalidClient()
    return { applicationId: credential.applicationId, userId: credential.userId }
  }
  const claim = findClaim(request, parameters)
  if (!claim) throw invalidClient()
  const application = await authenticateConfidentialClient(services, claim)
  return { applicationId: application.id, userId: undefined }
}

function mayKnow(asker: Asker, token: { applicationId: string | undefined; userId: string }): boolean {
  if (asker.applicationId !== token.applicationId) return false
  return asker.userId === undefined || asker.userId === token.userId
}

function describeCredential(credential: Credential): IntrospectionResponse {
  const { applicationId, expiresAt } = credential
  return {
    active: true,
    scope: credential.scopes.join(' '),
    ...(applicationId === undefined ? {} : { client_id: applicationId }),
    token_type: 'Bearer',
    sub: credential.userId,
    ...(expiresAt === undefined ? {} : { exp: toSeconds(expiresAt) }),
    iat: toSeconds(credential.createdAt),
  }
}

async function describeRefreshToken(
  services: Services,
  asker: Asker,
  hash: string,
): Promise<IntrospectionResponse> {
  const token = await findRefreshToken(services.db.sql, hash)
  if (!token || !mayKnow(asker, token.chain)) return { active: false }
  const isLive = !token.isUsed && !token.isChainRevoked && token.expiresAt > services.now()
  if (!isLive) return { active: false }
  return {
    active: true,
    scope: token.chain.scopes.join(' '),
    client_id: token.chain.applicationId,
    token_type: 'refresh_token',
    sub: token.chain.userId,
    exp: toSeconds(token.expiresAt),
    iat: toSeconds(token.createdAt),
  }
}

function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
