// Issues and revokes tokens: an access token and, where the application may refresh, a refresh token.
import type { GrantName, Resource, TokenResponse } from '#contract/oauth.ts'
import { type Scope, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import { issueCredential } from '#server/access/credentials.ts'
import type { Proved } from '#server/access/proof.ts'
import { revokeChainTokens, revokeUserTokens } from '#server/access/revocation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { createSecret, hashSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import type { SignIn } from './openid/id-token.ts'
import type { Client } from './stores/applications.ts'
import { type Chain, endChain, endChains, insertChain, insertRefreshToken } from './stores/chains.ts'
import { deleteUnusedCodes } from './stores/codes.ts'
import { noteConsentUse, type Party, revokeConsent } from './stores/consents.ts'
import { denyApprovedDevices } from './stores/device-codes.ts'

export interface TokenGrant {
  readonly grant: GrantName
  readonly userId: string
  readonly scopes: readonly Scope[]
  readonly resources: readonly Resource[] | undefined
  readonly chainId?: string
}

export async function issueAccessToken(
  services: Services,
  sql: Sql,
  application: Client,
  tokenGrant: TokenGrant,
  proved: Proved,
): Promise<TokenResponse> {
  return (await createAccessToken(services, sql, application, tokenGrant, proved)).response
}

async function createAccessToken(
  services: Services,
  sql: Sql,
  application: Client,
  { grant, userId, scopes, resources, chainId }: TokenGrant,
  proved: Proved,
): Promise<{ id: string; response: TokenResponse }> {
  const now = services.now()
  const { accessTokenSeconds } = services.config.lifetimes
  const token = {
    kind: 'access_token',
    userId,
    applicationId: application.id,
    ...(chainId === undefined ? {} : { chainId }),
    grantType: grant,
    scopes,
    resources,
    expiresAt: now + accessTokenSeconds * 1000,
  } as const
  const { id, secret } = await issueCredential(sql, now, token, proved)
  const response: TokenResponse = {
    access_token: secret,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    scope: scopes.join(' '),
  }
  return { id, response }
}

interface PairGrant {
  readonly grant: GrantName
  readonly scopes: readonly Scope[]
  readonly resources: readonly Resource[] | undefined
  /** The hash of the refresh token that the pair is given for. */
  readonly replaces?: string
  readonly nonce?: string | undefined
  readonly proved: Proved
}

/**
 * The next pair of a chain, and who has signed in where the scopes say so. The access token may have fewer scopes and
 * resources than the chain (RFC 6749 6, RFC 8707 2.2).
 */
export async function issueTokenPair(
  services: Services,
  sql: Sql,
  application: Client,
  chain: Chain,
  { grant, scopes, resources, replaces, nonce, proved }: PairGrant,
): Promise<{ response: TokenResponse; signIn: SignIn | undefined }> {
  const token = { grant, userId: chain.userId, scopes, resources, chainId: chain.id }
  const created = await createAccessToken(services, sql, application, token, proved)
  const { id: accessTokenId, response } = created
  const now = services.now()
  await noteConsentUse(sql, now, chain)
  const { userId, authenticatedAt } = chain
  const signIn = scopes.includes(SIGN_IN_SCOPE) ? { userId, scopes, authenticatedAt, nonce } : undefined
  if (!application.grants.includes('refresh_token')) return { response, signIn }
  const { refreshTokenSeconds, refreshReuseSeconds } = services.config.lifetimes
  const expiresAt = Math.min(now + refreshTokenSeconds * 1000, chain.expiresAt)
  const secret = createSecret(secretPrefixes.refreshToken)
  const origin = refreshReuseSeconds > 0 && replaces !== undefined ? { replaces, accessTokenId } : {}
  const stored = { hash: hashSecret(secret), chainId: chain.id, expiresAt, ...origin }
  await insertRefreshToken(sql, now, stored, proved)
  const refresh = {
    refresh_token: secret,
    refresh_token_expires_in: Math.floor((expiresAt - now) / 1000),
  }
  return { response: { ...response, ...refresh }, signIn }
}

export async function startChain(
  services: Services,
  sql: Sql,
  { userId, applicationId }: Party,
  given: Pick<Chain, 'id' | 'scopes' | 'resources' | 'authenticatedAt'>,
  proved: Proved,
): Promise<Chain> {
  const now = services.now()
  const expiresAt = now + services.config.lifetimes.refreshChainSeconds * 1000
  const chain = { ...given, userId, applicationId, expiresAt }
  await insertChain(sql, now, chain, proved)
  return chain
}

export function createChainId(services: Services): string {
  return createId(services.now())
}

/** Revokes everything that one authorization has led to. Returns whether the chain was live. */
export async function revokeChain(sql: Sql, nowMs: number, chainId: string): Promise<boolean> {
  const wasLive = await endChain(sql, nowMs, chainId)
  await revokeChainTokens(sql, nowMs, chainId)
  return wasLive
}

/** Revokes every chain of the user and the application; the caller holds the consent's lock. */
export async function revokeAllChains(sql: Sql, nowMs: number, party: Party): Promise<void> {
  for (const chainId of await endChains(sql, nowMs, party)) await revokeChainTokens(sql, nowMs, chainId)
}

/** Revokes the consent and everything that the application holds of the user. */
export async function disconnect(sql: Sql, nowMs: number, party: Party): Promise<boolean> {
  const wasConnected = await revokeConsent(sql, nowMs, party)
  if (!wasConnected) return false
  await endChains(sql, nowMs, party)
  await deleteUnusedCodes(sql, party)
  await denyApprovedDevices(sql, party)
  await revokeUserTokens(sql, nowMs, party.userId, party.applicationId)
  return true
}
