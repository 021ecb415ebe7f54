// GET and POST /api/oauth/userinfo, and the keys that verify an id_token.
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import { requireScope } from '#contract/openapi/security.ts'
import { KeySet, UserInfo } from '#contract/openid.ts'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { type OpenidServices, toClaims } from './claims.ts'
import { listPublishedKeys, PUBLISHED_MAX_AGE_SECONDS } from './keys.ts'

export function addOpenidRoutes(app: App, services: OpenidServices): void {
  const onRequest = requireBearer(services, 'openid')
  for (const method of ['GET', 'POST'] as const) {
    const schema = {
      operationId: method === 'GET' ? 'getUserInfo' : 'postUserInfo',
      tags: ['OAuth'],
      summary: `Who has signed in${method === 'POST' ? ', asked for by POST' : ''}`,
      description:
        'OpenID Connect Core 5.3. Requires the scope openid; name, picture, club and civl_id come with profile:read, ' +
        'email and email_verified with profile:email. What has no value is left out.',
      security: requireScope('openid'),
      response: { 200: UserInfo, 401: ErrorBody, 403: ErrorBody, 429: RateLimitedBody },
    }
    app.route({
      method,
      url: '/api/oauth/userinfo',
      schema,
      onRequest,
      handler: async (request, reply) => {
        reply.header('cache-control', 'private, no-store')
        const { userId, scopes } = requireCaller(request)
        const profile = await services.findProfile(userId)
        if (!profile) throw notFound('This account no longer exists.')
        return toClaims(profile, scopes)
      },
    })
  }

  const schema = {
    operationId: 'getKeySet',
    tags: ['Discovery'],
    summary: 'The keys that verify an id_token (RFC 7517)',
    description:
      'A key is published before it signs, and stays until everything that it has signed has expired.',
    response: { 200: KeySet, 429: RateLimitedBody },
  }
  app.get('/api/oauth/jwks', { schema }, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${PUBLISHED_MAX_AGE_SECONDS}`)
    return listPublishedKeys(services)
  })
}
