// GET /api/v1/profile.
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import { requireScope } from '#contract/openapi/security.ts'
import { ProfileResponse } from '#contract/profile.ts'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { requireUser, toProfile } from './profile/profile.ts'

export function addProfileRoutes(app: App, services: Services): void {
  const schema = {
    operationId: 'getProfile',
    tags: ['Profile'],
    summary: 'Get the profile of the user for whom the credential acts',
    description:
      'Requires the scope profile:read. email is null unless the credential also has the scope profile:email.',
    security: requireScope('profile:read'),
    response: { 200: ProfileResponse, 401: ErrorBody, 403: ErrorBody, 429: RateLimitedBody },
  }
  app.get(
    '/api/v1/profile',
    { schema, onRequest: requireBearer(services, 'profile:read') },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      const caller = requireCaller(request)
      const user = await requireUser(services.db.sql, caller.userId)
      const profile = toProfile(services.config, user)
      const mayReadEmail = caller.scopes.includes('profile:email')
      return { data: { ...profile, email: mayReadEmail ? profile.email : null } }
    },
  )
}
