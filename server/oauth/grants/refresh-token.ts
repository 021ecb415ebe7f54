// RFC 6749 6, rotated (RFC 9700 4.14.2): each refresh token works once. A second use, by whomever, means that someone
// else has it, and revokes every chain of that user and application. With REFRESH_REUSE_SECONDS a client whose answer was
// lost on the way may ask once more: the first successor ends unused, and another is issued.
import type { Proved } from '#server/access/proof.ts'
import { revokeToken } from '#server/access/revocation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret, isWellFormedSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { invalidGrant } from '../errors.ts'
import { countReplay } from '../metrics.ts'
import { type Parameters, requireNarrowerResources, requireParameter } from '../parameters.ts'
import { keepAllowed, requireNarrowerScopes } from '../scopes.ts'
import {
  findRefreshToken,
  findUnusedSuccessor,
  type RefreshToken,
  spendRefreshToken,
  type Successor,
} from '../stores/chains.ts'
import { lockConsent } from '../stores/consents.ts'
import { issueTokenPair, revokeAllChains } from '../tokens.ts'
import { type Grant, isRefused, type Issued, type Refusal, refuse, type TokenRequest } from './grant.ts'
import { reportReplay } from './replay.ts'

export const refreshTokenGrant: Grant = async (services, request) => {
  const secret = requireParameter(request.parameters, 'refresh_token')
  const outcome = isWellFormedSecret(secret)
    ? await services.db.transaction((sql) => rotate(services, sql, request, hashSecret(secret)))
    : refuse('malformed')
  if (!isRefused(outcome)) return outcome
  if (outcome.refused === 'replayed' || outcome.refused === 'stolen') countReplay(services, 'refresh_token')
  throw invalidGrant('refresh token', outcome.refused, request.isAuthenticated)
}

/** A refusal is returned, not thrown: what a replay revokes must be committed. */
async function rotate(
  services: Services,
  sql: Sql,
  { application, isAuthenticated, parameters, address }: TokenRequest,
  hash: string,
): Promise<Issued | Refusal> {
  const now = services.now()
  const found = await findRefreshToken(sql, hash)
  if (!found) return refuse('unknown')
  const belongsToOtherClient = found.chain.applicationId !== application.id
  if (belongsToOtherClient && found.usedAt === undefined) return refuse('other_application')
  const allowed = await lockConsent(sql, found.chain)
  // Read again under the lock: another request may have spent it meanwhile.
  const token = await findRefreshToken(sql, hash)
  if (!token) return refuse('unknown')
  const { chain } = token
  const lost = belongsToOtherClient ? undefined : await findLostAnswer(services, sql, now, token)
  if (!lost && (await endReplayed(sql, now, token, address)))
    return refuse(belongsToOtherClient ? 'stolen' : 'replayed')
  if (belongsToOtherClient) return refuse('other_application')
  if (!allowed) return refuse('no_consent')
  if (token.isChainRevoked) return refuse('revoked')
  if (token.isSuspended) return refuse('suspended')
  if (chain.expiresAt <= now) return refuse('expired')
  const given = keepAllowed(chain.scopes, allowed, application.scopes)
  if (given.length === 0) return refuse('no_scope')
  const scopes = requireNarrowerScopes(given, parameters.get('scope'), isAuthenticated)
  const resources = requireNarrowerResources(
    services.config.baseUrl,
    chain.resources,
    parameters.get('resource'),
  )
  const proved = await (lost ? withdrawAnswer(sql, now, lost) : spendRefreshToken(sql, now, hash))
  if (!proved) return refuse('expired')
  const next = { grant: 'refresh_token', scopes, resources, replaces: hash, proved } as const
  return issueTokenPair(services, sql, application, chain, next)
}

/** Under the consent's lock: the answer to the token's first use, when it may have been lost on the way. */
async function findLostAnswer(
  { config }: Services,
  sql: Sql,
  nowMs: number,
  token: RefreshToken,
): Promise<Successor | undefined> {
  const reuseMs = config.lifetimes.refreshReuseSeconds * 1000
  if (token.usedAt === undefined || token.usedAt + reuseMs <= nowMs) return undefined
  return findUnusedSuccessor(sql, token)
}

/** Anyone who uses the lost answer after all is not the client that repeated its request: that is a replay. */
async function withdrawAnswer(sql: Sql, nowMs: number, lost: Successor): Promise<Proved | undefined> {
  if (lost.accessTokenId !== null) await revokeToken(sql, nowMs, lost.accessTokenId)
  return spendRefreshToken(sql, nowMs, lost.hash)
}

/**
 * For a request that is refused before the grant is run, since the client failed to authenticate or may not refresh: a
 * consumed token in it is a replay all the same. Whether the client is known makes no difference to the steps taken.
 */
export async function endIfReplayed(
  services: Services,
  parameters: Parameters,
  address: string,
): Promise<void> {
  const secret = parameters.get('refresh_token')
  if (secret === undefined || !isWellFormedSecret(secret)) return
  const hash = hashSecret(secret)
  const found = await findRefreshToken(services.db.sql, hash)
  if (found?.usedAt === undefined || found.isChainRevoked) return
  const isReplay = await services.db.transaction(async (sql) => {
    await lockConsent(sql, found.chain)
    const token = await findRefreshToken(sql, hash)
    return token !== undefined && endReplayed(sql, services.now(), token, address)
  })
  if (isReplay) countReplay(services, 'refresh_token')
}

/**
 * Under the consent's lock. A replay after the end of its chain revokes nothing more: else a stolen token could shut its
 * user out for ever.
 */
async function endReplayed(sql: Sql, nowMs: number, token: RefreshToken, address: string): Promise<boolean> {
  const { chain } = token
  if (token.usedAt === undefined || token.isChainRevoked || chain.expiresAt <= nowMs) return false
  await revokeAllChains(sql, nowMs, chain)
  const { userId, applicationId } = chain
  await reportReplay(sql, {
    kind: 'refresh_token_replayed',
    userId,
    applicationId,
    occurredAt: nowMs,
    address,
  })
  return true
}
