// The id_token of a token response: OpenID Connect Core 2, 3.1.3.3, 12.2.
import { createHash } from 'node:crypto'
import type { Scope } from '#contract/scopes.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { type OpenidServices, toClaims } from './claims.ts'
import { createKeyRing, ID_TOKEN_SECONDS, SIGNING_ALGORITHM } from './keys.ts'

/** That a user has signed in, when, and for which request of the application. */
export interface SignIn {
  readonly userId: string
  readonly scopes: readonly Scope[]
  /** Unknown of authorizations that are older than this claim. */
  readonly authenticatedAt: number | undefined
  /** The nonce of the authorization request; a refreshed id_token has none (12.2). */
  readonly nonce: string | undefined
}

export type IssueIdToken = (clientId: string, accessToken: string, signIn: SignIn) => Promise<string>

export function createIdTokens(services: OpenidServices): IssueIdToken {
  const findSigner = createKeyRing(services)
  return async (clientId, accessToken, { userId, scopes, authenticatedAt, nonce }) => {
    const [{ SignJWT }, profile, signer] = await Promise.all([
      import('jose'),
      services.findProfile(userId),
      findSigner(),
    ])
    if (!profile) throw new Error('the user who signs in is gone')
    const issuedAt = Math.floor(services.now() / SECOND_MS)
    return new SignJWT({
      ...toClaims(profile, scopes),
      ...(authenticatedAt !== undefined && { auth_time: Math.floor(authenticatedAt / SECOND_MS) }),
      ...(nonce !== undefined && { nonce }),
      at_hash: hashAccessToken(accessToken),
    })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: signer.id, typ: 'JWT' })
      .setIssuer(services.config.baseUrl)
      .setAudience(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
      .sign(signer.key)
  }
}

/** 3.1.3.6: the left half of the hash, by which the access token is bound to the id_token. */
function hashAccessToken(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
