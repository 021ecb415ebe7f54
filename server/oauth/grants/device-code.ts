// RFC 8628 3.4, 3.5: the device polls until its user has decided, and gets its tokens once.
import type { ApiError } from '#server/platform/errors.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { accessDenied, authorizationPending, expiredToken, invalidGrant, slowDown } from '../errors.ts'
import { requireNarrowerResources, requireParameter } from '../parameters.ts'
import { keepAllowed } from '../scopes.ts'
import type { Client } from '../stores/applications.ts'
import { lockConsent } from '../stores/consents.ts'
import { type DeviceCode, findDeviceCode, notePoll, redeemDeviceCode } from '../stores/device-codes.ts'
import { createChainId, issueTokenPair, startChain } from '../tokens.ts'
import { type Grant, isRefused, type Issued, type Refusal, refuse } from './grant.ts'

export const deviceCodeGrant: Grant = async (services, { application, isAuthenticated, parameters }) => {
  const hash = hashSecret(requireParameter(parameters, 'device_code'))
  const code = await findDeviceCode(services.db.sql, hash)
  const outcome = await exchange(services, application, code, parameters.get('resource'))
  if (isRefused(outcome)) throw invalidGrant('device code', outcome.refused, isAuthenticated)
  return outcome
}

async function exchange(
  services: Services,
  application: Client,
  code: DeviceCode | undefined,
  resource: string | undefined,
): Promise<Issued | Refusal> {
  if (!code) return refuse('unknown')
  if (code.applicationId !== application.id) return refuse('other_application')
  if (code.state === 'redeemed') return refuse('used')
  if (code.state === 'denied') throw accessDenied()
  if (code.expiresAt <= services.now()) throw expiredToken()
  // Only a pending code is slowed down: an approved one is exchanged, however fast the device polls.
  if (code.state === 'pending') throw await refusePoll(services, code.hash)
  const resources = requireNarrowerResources(services.config.baseUrl, code.resources, resource)
  return redeem(services, application, code, resources)
}

async function refusePoll(services: Services, hash: string): Promise<ApiError> {
  const poll = await notePoll(services.db.sql, services.now(), hash)
  return poll === 'early' ? slowDown() : authorizationPending()
}

async function redeem(
  services: Services,
  application: Client,
  code: DeviceCode,
  resources: DeviceCode['resources'],
): Promise<Issued | Refusal> {
  const chainId = createChainId(services)
  return services.db.transaction(async (sql) => {
    const { userId, applicationId, authenticatedAt } = code
    if (userId === undefined) return refuse('no_consent')
    const now = services.now()
    const party = { userId, applicationId }
    const allowed = await lockConsent(sql, party)
    if (!allowed) return refuse('no_consent')
    const scopes = keepAllowed(code.scopes, allowed, application.scopes)
    if (scopes.length === 0) return refuse('no_scope')
    const proved = await redeemDeviceCode(sql, now, code.hash)
    if (!proved) return refuse('used')
    const started = { id: chainId, scopes, resources: code.resources, authenticatedAt }
    const chain = await startChain(services, sql, party, started, proved)
    const given = { grant: 'device_code', scopes, resources, proved } as const
    return issueTokenPair(services, sql, application, chain, given)
  })
}
