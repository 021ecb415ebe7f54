// The one error that carries an answer. Its description is public and fixed; its cause goes to the log only.
import type { ErrorCode } from '#contract/errors.ts'
import type { OauthErrorCode } from '#contract/oauth.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | OauthErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** The answer's body where the contract has another shape than {error, error_description}. */
  readonly body: object | undefined

  constructor(
    status: number,
    code: ErrorCode | OauthErrorCode,
    description: string,
    options: { cause?: unknown; headers?: Record<string, string>; body?: object } = {},
  ) {
    super(description, { cause: options.cause })
    this.status = status
    this.code = code
    this.headers = options.headers ?? {}
    this.body = options.body
  }
}

export const invalidRequest = (description: string) => new ApiError(400, 'invalid_request', description)
export const conflict = (description: string) => new ApiError(409, 'conflict', description)
/** `who` is the subject of a sentence: an owner of the club. */
export const insufficientRole = (who: string) =>
  new ApiError(403, 'insufficient_role', `Only ${who} may do this.`)
export const notFound = (description: string) => new ApiError(404, 'not_found', description)
export const payloadTooLarge = (description: string) => new ApiError(413, 'payload_too_large', description)
export const temporarilyUnavailable = (description: string, retryAfterSeconds: number, cause?: unknown) =>
  new ApiError(503, 'temporarily_unavailable', description, {
    cause,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
