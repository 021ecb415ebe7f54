// RFC 6749 4.4: the application acts for itself, on its owner's account. No refresh token (4.4.3).
import { followProof } from '#server/access/proof.ts'
import { unauthorizedClient } from '../errors.ts'
import { requireResources } from '../parameters.ts'
import { requireScopes } from '../scopes.ts'
import { issueAccessToken } from '../tokens.ts'
import type { Grant } from './grant.ts'

export const clientCredentialsGrant: Grant = async (services, { application, parameters }) => {
  const { type, ownerId } = application
  if (type === 'public' || ownerId === undefined) {
    throw unauthorizedClient('A public application cannot use client_credentials: it has no secret.')
  }
  const scopes = requireScopes(application.scopes, parameters.get('scope'), true)
  const token = {
    grant: 'client_credentials',
    userId: ownerId,
    scopes,
    resources: requireResources(services.config.baseUrl, parameters.get('resource')),
  } as const
  const proved = followProof('client')
  const response = await issueAccessToken(services, services.db.sql, application, token, proved)
  return { response }
}
