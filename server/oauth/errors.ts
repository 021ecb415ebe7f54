// The error responses of RFC 6749 5.2 and RFC 8628 3.5, except invalid_request.
import { ApiError } from '#server/platform/errors.ts'

/** Unknown client, wrong secret, disabled client: one response (RFC 6749 5.2), so none can be told from another. */
export function invalidClient(
  description = 'The application is unknown or its credentials are wrong.',
): ApiError {
  return new ApiError(401, 'invalid_client', description, {
    headers: { 'www-authenticate': 'Basic realm="cloudstreet", charset="UTF-8"' },
  })
}

/** Often an unset variable of a script. */
export function missingClient(): ApiError {
  return invalidClient('The request names no application: client_id is missing or empty.')
}

const refusals = {
  code: 'The code is unknown, used or expired, or was issued for another request.',
  'refresh token':
    'The refresh token is unknown, used, revoked or expired, or was issued to another application.',
  'device code': 'The device code is unknown, used, or was issued to another application.',
}
export type Exchanged = keyof typeof refusals

/** For reasons that are missing here the answer says no more than that it is none of theirs. */
const causes: Partial<Record<RefusalReason, (what: Exchanged) => string>> = {
  redirect_uri: () => 'redirect_uri differs from that of the authorization request.',
  verifier: () =>
    'code_verifier is missing or does not match the code_challenge of the authorization request.',
  expired: (what) => `The ${what} has expired.`,
  replayed: (what) =>
    what === 'code'
      ? 'The code was used before. The tokens that it gave are revoked.'
      : `The ${what} was used before. Every token of this user and application is revoked.`,
  used: (what) => `The ${what} was used before.`,
  revoked: (what) => `The ${what} was revoked.`,
  suspended: () => 'The user has recovered the account and has not finished the review; ask again later.',
  no_consent: () => 'The user has withdrawn the consent or is disabled.',
  no_scope: () => 'The user or the registration of the application no longer allows any of its scopes.',
}

/**
 * An authenticated client is told the reason; anybody else hears one sentence for every reason, so no one who tries
 * stolen codes learns about them. The log has the reason.
 */
export function invalidGrant(what: Exchanged, reason: RefusalReason, isAuthenticated: boolean): ApiError {
  const told = isAuthenticated ? causes[reason]?.(what) : undefined
  return new ApiError(400, 'invalid_grant', told ?? refusals[what], { cause: reason })
}

/** Why a code or token was not exchanged. */
export type RefusalReason =
  | 'malformed'
  | 'unknown'
  | 'other_application'
  | 'redirect_uri'
  | 'verifier'
  | 'expired'
  /** Exchanged before: the tokens that it led to are revoked. */
  | 'replayed'
  /** The same, by another application. */
  | 'stolen'
  /** Exchanged before, and its tokens have ended already. */
  | 'used'
  /** Its chain was revoked. */
  | 'revoked'
  /** By a recovery of the account, until its user has reviewed what can act for it. */
  | 'suspended'
  /** The user has withdrawn the consent or is disabled. */
  | 'no_consent'
  /** None of its scopes is allowed any more. */
  | 'no_scope'

export const invalidScope = (description: string) => new ApiError(400, 'invalid_scope', description)
export const invalidTarget = (description: string) => new ApiError(400, 'invalid_target', description)
export const unauthorizedClient = (description: string) =>
  new ApiError(400, 'unauthorized_client', description)
export const unsupportedGrantType = () =>
  new ApiError(400, 'unsupported_grant_type', 'This grant type is not supported.')

export const authorizationPending = () =>
  new ApiError(400, 'authorization_pending', 'The user has not decided yet; poll again after the interval.')
export const slowDown = () =>
  new ApiError(400, 'slow_down', 'Polling too fast: wait 5 seconds longer between polls from now on.')
export const accessDenied = () => new ApiError(400, 'access_denied', 'The user denied the request.')
export const expiredToken = () =>
  new ApiError(400, 'expired_token', 'The device code has expired; start again with a new one.')
