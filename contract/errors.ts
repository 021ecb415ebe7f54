import { type Static, Type } from 'typebox'

export const errorCodes = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'not_found',
  'invalid_igc',
  'payload_too_large',
  'rate_limit_exceeded',
  'server_error',
  'temporarily_unavailable',
] as const

export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'A fixed code for programs.', examples: ['invalid_request'] }),
    error_description: Type.String({
      description: 'A sentence for people: what is wrong and where.',
      examples: ['pageSize must be a whole number from 1 to 100.'],
    }),
  },
  { title: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBody>

export const RateLimitedBody = Type.Object(
  {
    success: Type.Boolean({ description: 'Always false.', examples: [false] }),
    error: Type.String({ examples: ['rate_limit_exceeded'] }),
    retryAfter: Type.Integer({ description: 'Seconds until requests are accepted again.', examples: [17] }),
  },
  {
    title: 'RateLimitedBody',
    description:
      'Too many requests. The headers Retry-After and X-RateLimit-Reset say until when; the refused request was not counted.',
  },
)
export type RateLimitedBody = Static<typeof RateLimitedBody>
