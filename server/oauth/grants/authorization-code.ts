// RFC 6749 4.1.3 with PKCE (RFC 7636 4.5): a code is exchanged once; a second use revokes the tokens of the first
// (4.1.2).
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { invalidGrant } from '../errors.ts'
import { countReplay } from '../metrics.ts'
import { type Parameters, requireNarrowerResources, requireParameter } from '../parameters.ts'
import { provesPossession } from '../pkce.ts'
import { keepAllowed } from '../scopes.ts'
import { type Code, findCode, spendCode } from '../stores/codes.ts'
import { lockConsent } from '../stores/consents.ts'
import { createChainId, issueTokenPair, revokeChain, startChain } from '../tokens.ts'
import { type Grant, isRefused, type Issued, type Refusal, refuse, type TokenRequest } from './grant.ts'
import { reportReplay } from './replay.ts'

export const authorizationCodeGrant: Grant = async (services, request) => {
  const hash = hashSecret(requireParameter(request.parameters, 'code'))
  const chainId = createChainId(services)
  const outcome = await services.db.transaction((sql) => exchange(services, sql, request, hash, chainId))
  if (!isRefused(outcome)) return outcome
  if (outcome.refused === 'replayed') countReplay(services, 'code')
  throw invalidGrant('code', outcome.refused, request.isAuthenticated)
}

/** A refusal is returned, not thrown: what a replay revokes must be committed. */
async function exchange(
  services: Services,
  sql: Sql,
  { application, parameters, address }: TokenRequest,
  hash: string,
  chainId: string,
): Promise<Issued | Refusal> {
  const now = services.now()
  const found = await findCode(sql, hash)
  if (!found) return refuse('unknown')
  if (found.applicationId !== application.id) return refuse('other_application')
  const allowed = await lockConsent(sql, found)
  // Read again under the lock: another request may have spent or deleted it meanwhile.
  const code = await findCode(sql, hash)
  if (!code) return refuse('unknown')
  if (code.usedAt !== undefined) {
    const wasLive = code.chainId !== undefined && (await revokeChain(sql, now, code.chainId))
    if (!wasLive) return refuse('used')
    await reportReplay(sql, { ...code, kind: 'code_replayed', occurredAt: now, address })
    return refuse('replayed')
  }
  if (!matchesRequest(code, parameters)) return refuse('redirect_uri')
  if (!provesPossession(code.challenge, parameters.get('code_verifier'))) return refuse('verifier')
  if (!allowed) return refuse('no_consent')
  const scopes = keepAllowed(code.scopes, allowed, application.scopes)
  if (scopes.length === 0) return refuse('no_scope')
  const resources = requireNarrowerResources(
    services.config.baseUrl,
    code.resources,
    parameters.get('resource'),
  )
  const proved = await spendCode(sql, now, hash, chainId)
  if (!proved) return refuse('expired')
  const { authenticatedAt, nonce } = code
  const started = { id: chainId, scopes, resources: code.resources, authenticatedAt }
  const chain = await startChain(services, sql, code, started, proved)
  const given = { grant: 'authorization_code', scopes, resources, nonce, proved } as const
  return issueTokenPair(services, sql, application, chain, given)
}

/** RFC 6749 4.1.3: the redirect URI is the one of the authorization request, or left out as it was there. */
function matchesRequest(code: Code, parameters: Parameters): boolean {
  const redirectUri = parameters.get('redirect_uri')
  return redirectUri === undefined ? !code.isRedirectUriSent : redirectUri === code.redirectUri
}
