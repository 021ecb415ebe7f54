// Every error code: with which status, when, and what to do. docs/guide/errors.md is compared with it.
import type { ErrorCode } from '#contract/errors.ts'
import type { AuthorizationErrorCode, oauthErrorCodes } from '#contract/oauth.ts'

interface Explained {
  when: string
  /** The caller's remedy. */
  remedy: string
}

export interface AnsweredError extends Explained {
  statuses: readonly number[]
}

/** Under /api/v1. */
export const apiErrors: Record<ErrorCode, AnsweredError> = {
  invalid_request: {
    statuses: [400],
    when: 'A parameter or the body is wrong.',
    remedy: 'Change what the sentence names.',
  },
  forbidden: {
    statuses: [403],
    when: 'A form or request from a page of another site.',
    remedy: 'Send it from a program, or from our own page.',
  },
  method_not_allowed: {
    statuses: [405],
    when: 'The path has no such method; `Allow` lists those it has.',
    remedy: 'Use one of these.',
  },
  request_timeout: {
    statuses: [408],
    when: 'The headers or the body came too slowly.',
    remedy: 'Send it again as it is.',
  },
  conflict: {
    statuses: [409],
    when: 'It cannot be done in its present state: a disabled webhook, a glider with flights, an `Idempotency-Key` of another request.',
    remedy: 'Do what the sentence says first.',
  },
  range_not_satisfiable: {
    statuses: [416],
    when: 'The file ends before the range; `Content-Range` has its length.',
    remedy: 'Ask for a part that there is.',
  },
  expectation_failed: {
    statuses: [417],
    when: '`Expect` asks for something other than 100-continue.',
    remedy: 'Leave it out.',
  },
  headers_too_large: {
    statuses: [431],
    when: 'The headers are larger than this service reads.',
    remedy: 'Send fewer or shorter ones.',
  },
  invalid_token: {
    statuses: [401],
    when: 'The credential is missing, unknown, expired or revoked, or its user or application is disabled.',
    remedy: 'Refresh the access token; if that is refused too, ask the pilot to sign in again.',
  },
  insufficient_scope: {
    statuses: [403],
    when: 'The credential is valid, but does not have the scope. `WWW-Authenticate` names the scope, `X-OAuth-Scopes` what it has.',
    remedy: 'Ask for a consent with that scope, or make a key that has it.',
  },
  insufficient_role: {
    statuses: [403],
    when: 'The pilot is a member of the club, but not in a role that may do this. The sentence names the role.',
    remedy: 'Ask an owner or admin of the club.',
  },
  insufficient_user_authentication: {
    statuses: [401],
    when: 'The user has signed in for this token too long ago to add a device: `max_age` in `WWW-Authenticate` says how many seconds are allowed (RFC 9470).',
    remedy: 'Let the user sign in again; a refresh is not enough.',
  },
  not_found: {
    statuses: [404],
    when: 'There is nothing at the path, or nothing that belongs to this pilot. What is another pilot’s is not told from what does not exist.',
    remedy: 'Do not try again. Of a flight: it was deleted.',
  },
  cursor_expired: {
    statuses: [410],
    when: 'Changes or events after this cursor are no longer complete: it is too old, or the service was restored from a backup.',
    remedy: 'Read everything once more, and go on from the cursor that comes with it.',
  },
  precondition_failed: {
    statuses: [412],
    when: '`If-Match` names another version than the current one: somebody has changed it meanwhile. Nothing was done.',
    remedy: 'Read it again, decide again, and send the new `ETag`.',
  },
  invalid_igc: {
    statuses: [400],
    when: 'The file is not a flight that can be scored. The sentence names the line.',
    remedy: 'Show the sentence to the pilot. The same file is refused again.',
  },
  payload_too_large: {
    statuses: [413],
    when: 'The body, or the number of files in it, is above the limit of this endpoint.',
    remedy: 'Send less at once. `GET /api/v1` has the limits.',
  },
  storage_full: {
    statuses: [413],
    when: 'The pilot’s files take all the room that the operator gives each pilot.',
    remedy: 'Tell the pilot. `GET /api/v1/flights/storage` says how much is used.',
  },
  rate_limit_exceeded: {
    statuses: [429],
    when: 'A budget is used up. The request was not counted.',
    remedy: 'Wait for `Retry-After` seconds, then send it again.',
  },
  file_corrupt: {
    statuses: [500],
    when: 'The stored file is damaged, which its hash shows. Nothing of it is sent.',
    remedy: 'Do not try again. Uploading the same file restores it.',
  },
  file_lost: {
    statuses: [500],
    when: 'The stored file is missing.',
    remedy: 'Do not try again. Uploading the same file restores it.',
  },
  server_error: {
    statuses: [500],
    when: 'A fault of the service.',
    remedy:
      'Try again later, with the same `Idempotency-Key` if you sent one. Tell the operator the `X-Request-Id`.',
  },
  temporarily_unavailable: {
    statuses: [503],
    when: 'The service is busy, starting, stopping, or cannot reach its database.',
    remedy: 'Wait for `Retry-After` seconds, then send it again.',
  },
}

/** Under /api/oauth, from the token and device endpoints. */
export const oauthErrors: Record<(typeof oauthErrorCodes)[number], AnsweredError> = {
  invalid_request: {
    statuses: [400],
    when: 'A parameter is missing, repeated, or in the address instead of the body, or the body is not a form.',
    remedy: 'Change what the sentence names.',
  },
  invalid_client: {
    statuses: [401],
    when: 'The application is unknown or disabled, its secret is wrong, or a confidential one came without its secret.',
    remedy: 'Check id and secret. A secret that was rotated works for one more day.',
  },
  invalid_grant: {
    statuses: [400],
    when: 'The code, refresh token or device code is unknown, used, expired, revoked or another application’s, or the verifier or redirect URI does not match.',
    remedy: 'Start again: the pilot has to sign in. Never repeat a refresh with the same token.',
  },
  unauthorized_client: {
    statuses: [400],
    when: 'The application is not registered for this grant.',
    remedy: 'Add the grant to the application in the dashboard.',
  },
  unsupported_grant_type: {
    statuses: [400],
    when: 'There is no such grant.',
    remedy: 'Use one that the metadata lists under `grant_types_supported`.',
  },
  invalid_scope: {
    statuses: [400],
    when: 'A scope is unknown, not registered for the application, or wider than what was granted.',
    remedy: 'Ask for less, or register the scope.',
  },
  invalid_target: {
    statuses: [400],
    when: '`resource` names nothing here, or something that was not granted.',
    remedy: 'Use the address of the API or of `/mcp`, as the metadata of each has it.',
  },
  access_denied: {
    statuses: [400],
    when: 'The pilot has refused the device.',
    remedy: 'Stop polling.',
  },
  authorization_pending: {
    statuses: [400],
    when: 'The pilot has not decided about the device yet.',
    remedy: 'Poll again after `interval` seconds.',
  },
  slow_down: {
    statuses: [400],
    when: 'The device polls too fast.',
    remedy: 'Wait 5 seconds longer between polls from now on.',
  },
  expired_token: {
    statuses: [400],
    when: 'The device code has expired.',
    remedy: 'Start the device flow again.',
  },
}

/** In the address that the browser comes back to. */
export const authorizationErrors: Record<AuthorizationErrorCode, Explained> = {
  invalid_request: {
    when: 'A parameter is missing, repeated or malformed; PKCE is missing where it is needed.',
    remedy: 'Fix the address that you open.',
  },
  unauthorized_client: {
    when: 'The application is not registered for `authorization_code`.',
    remedy: 'Add the grant to the application in the dashboard.',
  },
  access_denied: { when: 'The pilot has said no.', remedy: 'Go on without, and do not ask again at once.' },
  unsupported_response_type: { when: '`response_type` is not `code`.', remedy: 'Use `code`.' },
  invalid_scope: {
    when: 'A scope is unknown or not registered for the application.',
    remedy: 'Ask for less, or register the scope.',
  },
  invalid_target: {
    when: '`resource` names nothing here.',
    remedy: 'Use the address of the API or of `/mcp`, as the metadata of each has it.',
  },
  consent_required: {
    when: 'With `prompt=none`: the pilot would have to be asked.',
    remedy: 'Open it again without `prompt=none`, where the pilot can see it.',
  },
  login_required: {
    when: 'With `prompt=none`: the pilot would have to sign in.',
    remedy: 'Open it again without `prompt=none`, where the pilot can see it.',
  },
  interaction_required: {
    when: 'With `prompt=none`: the pilot would have to decide something on a page.',
    remedy: 'Open it again without `prompt=none`, where the pilot can see it.',
  },
  request_not_supported: {
    when: 'The parameter `request` of OpenID Connect is not supported.',
    remedy: 'Send the parameters by themselves.',
  },
  request_uri_not_supported: {
    when: 'The parameter `request_uri` of OpenID Connect is not supported.',
    remedy: 'Send the parameters by themselves.',
  },
}
