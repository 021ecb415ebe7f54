// The error responses of RFC 6749 5.2 and RFC 8628 3.5, except invalid_request.
import { ApiError } from '#server/platform/errors.ts'

/** Unknown client, wrong secret, disabled client: one response (RFC 6749 5.2), so that none can be told from another. */
export function invalidClient(): ApiError {
  return new ApiError(401, 'invalid_client', 'The application is unknown or its credentials are wrong.', {
    headers: { 'www-authenticate': 'Basic realm="cloudstreet", charset="UTF-8"' },
  })
}

/** One description for every reason, so that nobody who tries stolen codes learns about them; the log has the reason. */
export const invalidGrant = (description: string, reason: RefusalReason) =>
  new ApiError(400, 'invalid_grant', description, { cause: reason })

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
  /** The user has withdrawn the consent or is disabled. */
  | 'no_consent'
  /** None of its scopes is allowed any more. */
  | 'no_scope'

export const invalidScope = (description: string) => new ApiError(400, 'invalid_scope', description)
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
