// The answers that refuse a request, each by its name, which operations refer to.
import type { Example } from './document.ts'

export interface Problem {
  name: string
  meaning: string
  /** Code of the error -> its sentence; empty where the schema has the example. */
  examples: Record<string, string>
}

/** By the title of the body and the status. */
const problems: Record<string, Problem> = {
  'ErrorBody 400': {
    name: 'InvalidRequest',
    meaning: 'The request does not fit.',
    examples: { invalid_request: 'pageSize must be a whole number from 1 to 100.' },
  },
  'ErrorBody 401': {
    name: 'Unauthorized',
    meaning: 'The credential is missing, unknown, expired or revoked.',
    examples: { invalid_token: 'The access token is unknown, expired or revoked.' },
  },
  'ErrorBody 403': {
    name: 'Forbidden',
    meaning: 'The credential does not have the scope, or the pilot is not in a role that may do this.',
    examples: { insufficient_scope: 'This request needs the scope flights:read.' },
  },
  'ErrorBody 404': {
    name: 'NotFound',
    meaning: 'There is no such thing, or it belongs to somebody else.',
    examples: { not_found: 'There is no such flight.' },
  },
  'ErrorBody 408': {
    name: 'RequestTimeout',
    meaning: 'The body came too slowly.',
    examples: { request_timeout: 'The body did not arrive in time.' },
  },
  'ErrorBody 409': {
    name: 'Conflict',
    meaning: 'It cannot be done in its present state.',
    examples: { conflict: 'The webhook is disabled; enable it first.' },
  },
  'ErrorBody 410': {
    name: 'CursorExpired',
    meaning: 'The cursor is too old: start over without it.',
    examples: { cursor_expired: 'The cursor is older than 90 days; start over without after.' },
  },
  'EventsGoneBody 410': {
    name: 'EventsGone',
    meaning: 'The service was restored from a backup: read again from `lastSequence`.',
    examples: {},
  },
  'ErrorBody 412': {
    name: 'PreconditionFailed',
    meaning: 'It was changed in the meantime.',
    examples: { precondition_failed: 'The flight has changed since it was read.' },
  },
  'ErrorBody 413': {
    name: 'PayloadTooLarge',
    meaning: 'The body is too large, or there is no room left for the file.',
    examples: {
      payload_too_large: 'The body is larger than this endpoint accepts.',
      storage_full:
        'This file has 48211 bytes, and of the 500000000 bytes for this account’s files 1024 are left. Deleting flights makes room.',
    },
  },
  'ErrorBody 416': {
    name: 'RangeNotSatisfiable',
    meaning: 'The file does not have the requested range.',
    examples: { range_not_satisfiable: 'The range is outside the file, which has 48211 bytes.' },
  },
  'ErrorBody 431': {
    name: 'HeadersTooLarge',
    meaning: 'The headers are too large.',
    examples: { headers_too_large: 'The headers are larger than this service reads.' },
  },
  'ErrorBody 500': {
    name: 'ServerError',
    meaning: 'A fault of the service.',
    examples: {
      server_error: 'Something went wrong on our side; the request id helps us to find it.',
      file_corrupt: 'The stored file of this flight is damaged and is not sent.',
      file_lost: 'The stored file of this flight is lost.',
    },
  },
  'ErrorBody 503': {
    name: 'TemporarilyUnavailable',
    meaning: 'Too busy at the moment.',
    examples: { temporarily_unavailable: 'Too many files are being scored; try again shortly.' },
  },
  'UploadErrorBody 400': {
    name: 'UploadRefused',
    meaning: 'The file is not a flight, or the request does not fit.',
    examples: {
      invalid_igc: 'Line 14: the time 25:61:00 does not exist.',
      invalid_request: 'is_tandem must be true or false.',
    },
  },
  'OauthErrorBody 400': {
    name: 'OauthRefused',
    meaning: 'The request does not fit, or the grant is not given.',
    examples: {
      invalid_grant: 'The code is unknown, expired or used.',
      authorization_pending: 'The user has not decided yet.',
      invalid_scope: 'The application is not registered for the scope flights:delete.',
    },
  },
  'OauthErrorBody 401': {
    name: 'InvalidClient',
    meaning: 'The client is unknown, or its secret is wrong.',
    examples: { invalid_client: 'The client could not be authenticated.' },
  },
  'RateLimitedBody 429': {
    name: 'RateLimited',
    meaning: 'Too many requests; Retry-After says when to try again.',
    examples: {},
  },
}

/** None for the answers of other services' dialects. */
export function findProblem(title: string | undefined, status: string): Problem | undefined {
  return problems[`${title} ${status}`]
}

export function listProblemExamples({ examples }: Problem): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(examples).map(([error, sentence]) => [
      error,
      { value: { error, error_description: sentence } },
    ]),
  )
}
