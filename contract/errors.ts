// How errors are answered.
import { type Static, Type } from 'typebox'

/** The codes of /api/v1; those of /api/oauth are in oauth.ts. */
export const errorCodes = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'insufficient_role',
  'insufficient_user_authentication',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'cursor_expired',
  'precondition_failed',
  'invalid_igc',
  'payload_too_large',
  'range_not_satisfiable',
  'expectation_failed',
  'headers_too_large',
  'storage_full',
  'rate_limit_exceeded',
  'file_corrupt',
  'file_lost',
  'server_error',
  'temporarily_unavailable',
] as const
export type ErrorCode = (typeof errorCodes)[number]

const errorDescription = Type.String({
  description: 'A sentence for people: what is wrong, and where.',
  examples: ['pageSize must be a whole number from 1 to 100.'],
})

/** A body with one of these codes. A text, not an enumeration: a later release may add a code. */
export function makeErrorBody(title: string, codes: readonly string[]) {
  const error = Type.String({
    description: `A fixed code for programs: ${codes.join(', ')}.`,
    examples: [...codes],
  })
  return Type.Object({ error, error_description: errorDescription }, { title })
}

export const ErrorBody = makeErrorBody('ErrorBody', errorCodes)
export type ErrorBody = Static<typeof ErrorBody>

/** These statuses, each with that body. */
export function errors<Status extends number>(...statuses: Status[]): Record<Status, typeof ErrorBody> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Status, typeof ErrorBody>
}

/** For an upload: also about the file. */
export const UploadErrorBody = makeErrorBody('UploadErrorBody', ['invalid_igc', 'invalid_request'])

export const RateLimitedBody = Type.Object(
  {
    success: Type.Boolean({ description: 'Always false.', examples: [false] }),
    error: Type.String({ description: 'Always rate_limit_exceeded.', examples: ['rate_limit_exceeded'] }),
    retryAfter: Type.Integer({ description: 'Seconds until requests are accepted again.', examples: [17] }),
    error_description: Type.String({
      description: 'A sentence for people, as every refusal has it.',
      examples: ['Too many requests; try again in 17 seconds.'],
    }),
  },
  {
    title: 'RateLimitedBody',
    description:
      'Too many requests. The headers Retry-After and X-RateLimit-Reset say when to try again. The refused request was not counted.',
  },
)
export type RateLimitedBody = Static<typeof RateLimitedBody>
