// RFC 7009: who holds a token may end it. Wrong client credentials end nothing.
import type { FastifyRequest } from 'fastify'
import { revokeSecret } from '#server/access/revocation.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret, isWellFormedSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateClient, findClaim } from './client-auth.ts'
import { invalidClient } from './errors.ts'
import type { Parameters } from './parameters.ts'
import { findRefreshToken } from './stores/chains.ts'
import { lockConsent } from './stores/consents.ts'
import { revokeChain } from './tokens.ts'

export async function revokeToken(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<void> {
  const token = parameters.get('token')
  if (token === undefined || !isWellFormedSecret(token)) return
  const applicationId = await findCallingApplication(services, request, parameters)
  if (token.startsWith(secretPrefixes.refreshToken)) {
    await revokeRefreshToken(services, hashSecret(token), applicationId)
  } else {
    await revokeSecret(services.db.sql, services.now(), token, applicationId)
  }
}

/**
 * The application that the request claims to come from, if it claims any: then only its own tokens end
 * (RFC 7009 2.1). A client_id alone claims no more than holding the token proves.
 */
async function findCallingApplication(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<string | undefined> {
  // A Bearer token in the header is no client authentication; the token in the form is right enough.
  if (/^Bearer /i.test(request.headers.authorization ?? '')) return undefined
  const claim = findClaim(request, parameters)
  if (!claim) return undefined
  if (claim.secret === undefined) {
    if (!ID_PATTERN.test(claim.clientId)) throw invalidClient()
    return claim.clientId
  }
  return (await authenticateClient(services, claim)).id
}

async function revokeRefreshToken(
  services: Services,
  hash: string,
  applicationId: string | undefined,
): Promise<void> {
  await services.db.transaction(async (sql) => {
    const token = await findRefreshToken(sql, hash)
    if (!token) return
    if (applicationId !== undefined && token.chain.applicationId !== applicationId) return
    await lockConsent(sql, token.chain)
    await revokeChain(sql, services.now(), token.chain.id)
  })
}
