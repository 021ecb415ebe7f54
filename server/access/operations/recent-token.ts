// Step-up for Bearer tokens (RFC 9470): the user of a token must have proved who they are within 15 minutes.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { toChallenge } from '../bearer.ts'
import { findTokenProof } from '../proof.ts'
import { MAX_PROOF_AGE_MS } from '../session.ts'
import { findAuthenticatedAt } from '../store.ts'

const DESCRIPTION = 'The sign-in for this token is too long ago: sign in again.'

/** After the credential was let in; the proof is that of the sign-in, which a refresh does not renew. */
export function requireRecentToken({ config, db, now }: Pick<Services, 'config' | 'db' | 'now'>) {
  return async (request: FastifyRequest): Promise<void> => {
    const { chainId } = request.credential ?? {}
    const authenticatedAt = chainId === undefined ? undefined : await findAuthenticatedAt(db.sql, chainId)
    request.proved = findTokenProof(authenticatedAt, now())
    if (request.proved) return
    const parts = [
      toChallenge(config),
      'error="insufficient_user_authentication"',
      `error_description="${DESCRIPTION}"`,
      `max_age="${MAX_PROOF_AGE_MS / SECOND_MS}"`,
    ]
    const headers = { 'www-authenticate': parts.join(', ') }
    throw new ApiError(401, 'insufficient_user_authentication', DESCRIPTION, { headers })
  }
}
