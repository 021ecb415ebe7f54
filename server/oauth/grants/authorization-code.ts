// RFC 6749 4.1.3 with PKCE (RFC 7636 4.5): a code is exchanged once; used again, what it had given ends (4.1.2).
import type { TokenResponse } from '#contract/oauth.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { invalidGrant } from '../errors.ts'
import { countReplay } from '../metrics.ts'
import { requireParameter } from '../parameters.ts'
import { provesPossession } from '../pkce.ts'
import { type Code, findCode, spendCode } from '../stores/codes.ts'
import { lockConsent } from '../stores/consents.ts'
import { insertIncident } from '../stores/incidents.ts'
import { createChainId, issueTokenPair, revokeChain, startChain } from '../tokens.ts'
import type { Grant, TokenRequest } from './grant.ts'

const REFUSED = 'The code is unknown, used, expired, or was given for another request.'

export const authorizationCodeGrant: Grant = async (services, request) => {
  const hash = hashSecret(requireParameter(request.parameters, 'code'))
  const chainId = createChainId(services)
  const outcome = await services.db.transaction((sql) => exchange(services, sql, request, hash, chainId))
  if (outcome === 'refused') throw invalidGrant(REFUSED)
  if (outcome === 'replayed') {
    countReplay(services, 'code')
    throw invalidGrant(REFUSED)
  }
  return outcome
}

/** What must be committed although the request fails is returned, not thrown. */
async function exchange(
  services: Services,
  sql: Sql,
  { application, parameters, address }: TokenRequest,
  hash: string,
  chainId: string,
): Promise<TokenResponse | 'refused' | 'replayed'> {
  const now = services.now()
  const found = await findCode(sql, hash)
  if (!found || found.applicationId !== application.id) return 'refused'
  const allowed = await lockConsent(sql, found)
  // Read again under the lock: another request may have spent it meanwhile.
  const code = await findCode(sql, hash)
  if (!code) return 'refused'
  if (code.isUsed) {
    const wasLive = code.chainId !== undefined && (await revokeChain(sql, now, code.chainId))
    if (!wasLive) return 'refused'
    await insertIncident(sql, { ...code, kind: 'code_replayed', occurredAt: now, address })
    return 'replayed'
  }
  if (!isMeant(code, parameters.get('redirect_uri'), parameters.get('code_verifier'))) return 'refused'
  const scopes = code.scopes.filter((scope) => allowed?.includes(scope))
  if (scopes.length === 0 || !(await spendCode(sql, now, hash, chainId))) return 'refused'
  const chain = await startChain(services, sql, code, { id: chainId, scopes })
  return issueTokenPair(services, sql, application, chain, { grant: 'authorization_code', scopes })
}

function isMeant(code: Code, redirectUri: string | undefined, verifier: string | undefined): boolean {
  // Left out, it must have been left out before (RFC 6749 4.1.3).
  const isSameUri = redirectUri === undefined ? !code.isRedirectUriSent : redirectUri === code.redirectUri
  return isSameUri && provesPossession(code.challenge, verifier)
}
