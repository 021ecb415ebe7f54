// RFC 7009: anyone who holds a token may revoke it. With wrong client credentials nothing is revoked.
import type { FastifyRequest } from 'fastify'
import { revokeSecret } from '#server/access/revocation.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret, isWellFormedSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateClient, findClientCredentials } from './client-auth.ts'
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
 * The application that the request claims to come from, if any: then only tokens of that one are revoked (RFC 7009 2.1).
 * A client_id without a secret will do: it only narrows what holding the token allows.
 */
async function findCallingApplication(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<string | undefined> {
  // A Bearer token in the header is not client authentication; holding the token in the form is permission enough.
  if (/^Bearer /i.test(request.headers.authorization ?? '')) return undefined
  const credentials = findClientCredentials(request, parameters)
  if (!credentials) return undefined
  if (credentials.secret === undefined) {
    if (!ID_PATTERN.test(credentials.clientId)) throw invalidClient()
    return credentials.clientId
  }
  return (await authenticateClient(services, credentials)).id
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
