// GET and POST /api/oauth/userinfo, and the keys that verify an id_token.
import { KeySet, UserInfo } from '#contract/openid.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { notFound } from '#server/platform/errors.ts'
import { type OpenidServices, toClaims } from './claims.ts'
import { listPublishedKeys, PUBLISHED_MAX_AGE_SECONDS } from './keys.ts'

export function declareOpenid(services: OpenidServices): Operation[] {
  return [
    ...(['GET', 'POST'] as const).map((method) =>
      operation({
        route: `${method} /api/oauth/userinfo`,
        doors: { userInfo: 'openid' },
        schema: {
          operationId: method === 'GET' ? 'getUserInfo' : 'postUserInfo',
          tags: ['OAuth'],
          summary: `Who has signed in${method === 'POST' ? ', asked for by POST' : ''}`,
          description:
            'OpenID Connect Core 5.3. Requires the scope openid; name, picture, club and civl_id come with profile:read, ' +
            'email and email_verified with profile:email. What has no value is left out.',
          response: { 200: UserInfo },
        },
        handle: async ({ userId, credential }, _input, reply) => {
          reply.header('cache-control', 'private, no-store')
          const profile = await services.findProfile(userId)
          if (!profile) throw notFound('This account no longer exists.')
          return toClaims(profile, credential!.scopes)
        },
      }),
    ),
    operation({
      route: 'GET /api/oauth/jwks',
      doors: { public: 'client' },
      schema: {
        operationId: 'getKeySet',
        tags: ['Discovery'],
        summary: 'The keys that verify an id_token (RFC 7517)',
        description:
          'A key is published before it signs, and stays until everything that it has signed has expired.',
        response: { 200: KeySet },
      },
      respond: async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${PUBLISHED_MAX_AGE_SECONDS}`)
        return listPublishedKeys(services)
      },
    }),
  ]
}
