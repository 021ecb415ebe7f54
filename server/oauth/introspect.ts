// RFC 7662: describes a token to callers that may know about it.
import type { FastifyRequest } from 'fastify'
import { type IntrospectionResponse, type Resource, toResourceAddress } from '#contract/oauth.ts'
import { readBearer } from '#server/access/bearer.ts'
import { type Credential, findCredential } from '#server/access/credentials.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { hashSecret, isWellFormedSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateConfidentialClient, findClientCredentials } from './client-auth.ts'
import { invalidClient } from './errors.ts'
import { type Parameters, requireParameter } from './parameters.ts'
import { findUsableRefreshToken } from './stores/chains.ts'
import { findDocumentUrl } from './stores/documents.ts'

/** An application may know about tokens issued to it, a Bearer credential about those of its user and application. */
interface Requester {
  readonly applicationId: string | undefined
  /** The application's id as it knows it: that, or the address of the document in which it describes itself. */
  readonly clientId: string | undefined
  /** Undefined: any user. */
  readonly userId: string | undefined
}

export async function introspectToken(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<IntrospectionResponse> {
  const requester = await authenticateRequester(services, request, parameters)
  const token = requireParameter(parameters, 'token')
  if (!isWellFormedSecret(token)) return { active: false }
  if (token.startsWith(secretPrefixes.refreshToken)) {
    return describeRefreshToken(services, requester, hashSecret(token))
  }
  const credential = await findCredential(services.db, services.now(), token)
  if (!credential || !mayKnow(requester, credential)) return { active: false }
  return describeCredential(services, requester, credential)
}

async function authenticateRequester(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Requester> {
  const bearer = readBearer(request)
  if (bearer !== undefined) {
    if (parameters.has('client_secret')) {
      throw invalidRequest(
        'The caller authenticates in two ways at once; use either the Authorization header or the form.',
      )
    }
    const credential = await findCredential(services.db, services.now(), bearer)
    if (!credential) throw invalidClient()
    const { applicationId, userId } = credential
    const documentUrl = applicationId && (await findDocumentUrl(services.db.sql, applicationId))
    return { applicationId, clientId: documentUrl ?? applicationId, userId }
  }
  const credentials = findClientCredentials(request, parameters)
  if (!credentials) throw invalidClient()
  const { id, documentUrl = id } = await authenticateConfidentialClient(services, credentials)
  return { applicationId: id, clientId: documentUrl, userId: undefined }
}

function mayKnow(
  requester: Requester,
  token: { applicationId: string | undefined; userId: string },
): boolean {
  if (requester.applicationId !== token.applicationId) return false
  return requester.userId === undefined || requester.userId === token.userId
}

function describeCredential(
  services: Services,
  { clientId }: Requester,
  credential: Credential,
): IntrospectionResponse {
  const { expiresAt } = credential
  return {
    active: true,
    scope: credential.scopes.join(' '),
    ...(clientId === undefined ? {} : { client_id: clientId }),
    token_type: 'Bearer',
    sub: credential.userId,
    ...(expiresAt === undefined ? {} : { exp: toSeconds(expiresAt) }),
    iat: toSeconds(credential.createdAt),
    ...describeAudience(services, credential.resources),
  }
}

async function describeRefreshToken(
  services: Services,
  requester: Requester,
  hash: string,
): Promise<IntrospectionResponse> {
  const token = await findUsableRefreshToken(services.db.sql, services.now(), hash)
  if (!token || !mayKnow(requester, token)) return { active: false }
  return {
    active: true,
    scope: token.scopes.join(' '),
    client_id: requester.clientId ?? token.applicationId,
    token_type: 'refresh_token',
    sub: token.userId,
    exp: toSeconds(token.expiresAt),
    iat: toSeconds(token.createdAt),
    ...describeAudience(services, token.resources),
  }
}

/** Left out of what is good for everything. */
function describeAudience(
  { config }: Services,
  resources: readonly Resource[] | undefined,
): Pick<IntrospectionResponse, 'aud'> {
  return resources ? { aud: resources.map((resource) => toResourceAddress(config.baseUrl, resource)) } : {}
}

function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
