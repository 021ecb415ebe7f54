// RFC 6749 6, rotated (RFC 9700 4.14.2): each refresh token works once. A second use means that someone else has it, and
// revokes every chain of that user and application.
import type { TokenResponse } from '#contract/oauth.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret, isWellFormedSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { invalidGrant } from '../errors.ts'
import { countReplay } from '../metrics.ts'
import { requireParameter } from '../parameters.ts'
import { requireNarrowerScopes } from '../scopes.ts'
import { findRefreshToken, spendRefreshToken } from '../stores/chains.ts'
import { lockConsent } from '../stores/consents.ts'
import { issueTokenPair, revokeAllChains } from '../tokens.ts'
import { type Grant, isRefused, type Refusal, refuse, type TokenRequest } from './grant.ts'
import { reportReplay } from './replay.ts'

const REFUSED =
  'The refresh token is unknown, used, revoked or expired, or was issued to another application.'

export const refreshTokenGrant: Grant = async (services, request) => {
  const secret = requireParameter(request.parameters, 'refresh_token')
  const outcome = isWellFormedSecret(secret)
    ? await services.db.transaction((sql) => rotate(services, sql, request, hashSecret(secret)))
    : refuse('malformed')
  if (!isRefused(outcome)) return outcome
  if (outcome.refused === 'replayed') countReplay(services, 'refresh_token')
  throw invalidGrant(REFUSED, outcome.refused)
}

/** A refusal is returned, not thrown: what a replay revokes must be committed. */
async function rotate(
  services: Services,
  sql: Sql,
  { application, parameters, address }: TokenRequest,
  hash: string,
): Promise<TokenResponse | Refusal> {
  const now = services.now()
  const found = await findRefreshToken(sql, hash)
  if (!found) return refuse('unknown')
  if (found.chain.applicationId !== application.id) return refuse('other_application')
  const allowed = await lockConsent(sql, found.chain)
  // Read again under the lock: another request may have spent it meanwhile.
  const token = await findRefreshToken(sql, hash)
  if (!token) return refuse('unknown')
  const { chain } = token
  // A replay after the end of its chain revokes nothing more: else a stolen token could shut its user out for ever.
  if (!allowed) return refuse('no_consent')
  if (token.isChainRevoked) return refuse('revoked')
  if (chain.expiresAt <= now) return refuse('expired')
  if (token.isUsed) {
    await revokeAllChains(sql, now, chain)
    const { userId, applicationId } = chain
    await reportReplay(sql, {
      kind: 'refresh_token_replayed',
      userId,
      applicationId,
      occurredAt: now,
      address,
    })
    return refuse('replayed')
  }
  const given = chain.scopes.filter((scope) => allowed.includes(scope) && application.scopes.includes(scope))
  if (given.length === 0) return refuse('no_scope')
  const scopes = requireNarrowerScopes(given, parameters.get('scope'))
  if (!(await spendRefreshToken(sql, now, hash))) return refuse('expired')
  return issueTokenPair(services, sql, application, chain, { grant: 'refresh_token', scopes })
}
