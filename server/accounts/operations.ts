// GET /api/v1/profile.
import { ProfileResponse } from '#contract/profile.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Services } from '#server/platform/services.ts'
import { requireUser, toProfile } from './profile/profile.ts'

export function declareProfile(services: Services): Operation[] {
  return [
    operation({
      route: 'GET /profile',
      doors: { api: 'profile:read' },
      schema: {
        operationId: 'getProfile',
        tags: ['Profile'],
        summary: 'Get the profile of the authenticated user',
        description:
          'Requires the scope profile:read. email is null unless the credential also has the scope profile:email.',
        response: { 200: ProfileResponse },
      },
      handle: async ({ userId, credential }, _input, reply) => {
        reply.header('cache-control', 'private, no-store')
        const profile = toProfile(services.config, await requireUser(services.db.sql, userId))
        const mayReadEmail = credential?.scopes.includes('profile:email')
        return { data: { ...profile, email: mayReadEmail ? profile.email : null } }
      },
    }),
  ]
}
