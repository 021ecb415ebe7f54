// RFC 8628 3.4, 3.5: the device asks until its user has decided, and gets its tokens once.
import type { TokenResponse } from '#contract/oauth.ts'
import type { ApiError } from '#server/platform/errors.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { accessDenied, authorizationPending, expiredToken, invalidGrant, slowDown } from '../errors.ts'
import { requireParameter } from '../parameters.ts'
import type { Client } from '../stores/applications.ts'
import { lockConsent } from '../stores/consents.ts'
import { type DeviceCode, findDeviceCode, notePoll, redeemDeviceCode } from '../stores/device-codes.ts'
import { createChainId, issueTokenPair, startChain } from '../tokens.ts'
import type { Grant } from './grant.ts'

const refused = () => invalidGrant('The device code is unknown, used, or was given to another application.')

export const deviceCodeGrant: Grant = async (services, { application, parameters }) => {
  const hash = hashSecret(requireParameter(parameters, 'device_code'))
  const code = await findDeviceCode(services.db.sql, hash)
  if (!code || code.applicationId !== application.id) throw refused()
  if (code.state === 'redeemed') throw refused()
  if (code.state === 'denied') throw accessDenied()
  if (code.expiresAt <= services.now()) throw expiredToken()
  // Only a code that still waits is slowed down: an approved one is given out, however fast the device asks.
  if (code.state === 'pending') throw await refusePoll(services, hash)
  const response = await redeem(services, application, code)
  if (!response) throw refused()
  return response
}

async function refusePoll(services: Services, hash: string): Promise<ApiError> {
  const poll = await notePoll(services.db.sql, services.now(), hash)
  return poll === 'early' ? slowDown() : authorizationPending()
}

async function redeem(
  services: Services,
  application: Client,
  code: DeviceCode,
): Promise<TokenResponse | undefined> {
  const chainId = createChainId(services)
  return services.db.transaction(async (sql) => {
    if (code.userId === undefined) return undefined
    const now = services.now()
    const party = { userId: code.userId, applicationId: code.applicationId }
    const allowed = await lockConsent(sql, party)
    const scopes = code.scopes.filter((scope) => allowed?.includes(scope))
    if (scopes.length === 0 || !(await redeemDeviceCode(sql, now, code.hash))) return undefined
    const chain = await startChain(services, sql, party, { id: chainId, scopes })
    return issueTokenPair(services, sql, application, chain, { grant: 'device_code', scopes })
  })
}
