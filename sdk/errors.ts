// Everything this library throws. `instanceof` tells the cases apart; the message is a sentence for people.

/** The base of all errors of this library. */
export class CloudstreetError extends Error {
  // Written out: a bundler may shorten the names of classes.
  override readonly name: string = 'CloudstreetError'
}

/** What an answer with an error said. */
export interface Refusal {
  status: number
  /** The fixed code for programs, such as `invalid_igc`. */
  code: string
  message: string
  /** Names the request in the log of the service: quote it when you ask for help. */
  requestId: string | undefined
  /** How long to wait before the next attempt, when the service has said so. */
  retryAfterMs: number | undefined
}

/**
 * The service answered with an error.
 *
 * @example
 * try {
 *   await getFlight(client, id)
 * } catch (error) {
 *   if (error instanceof ApiError) console.error(error.status, error.code, error.message, error.requestId)
 * }
 */
export class ApiError extends CloudstreetError {
  override readonly name: string = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.requestId = refusal.requestId
    this.retryAfterMs = refusal.retryAfterMs
  }
}

/** 400: the request does not fit. */
export class InvalidRequestError extends ApiError {
  override readonly name: string = 'InvalidRequestError'
}
/** 400 `invalid_igc`: the file is refused; the message names the line and the reason. */
export class InvalidFlightError extends InvalidRequestError {
  override readonly name: string = 'InvalidFlightError'
}
/** 401: the credential is unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name: string = 'AuthenticationError'
}
/** 403: the credential lacks a scope. */
export class InsufficientScopeError extends ApiError {
  override readonly name: string = 'InsufficientScopeError'
}
/** 404: there is no such thing, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError'
}
/** 410 `cursor_expired`: read the changes again from the start. */
export class CursorExpiredError extends ApiError {
  override readonly name: string = 'CursorExpiredError'
}
/** 412: it was changed since you read it. */
export class ChangedMeanwhileError extends ApiError {
  override readonly name: string = 'ChangedMeanwhileError'
}
/** 413: the file is larger than the service takes. */
export class TooLargeError extends ApiError {
  override readonly name: string = 'TooLargeError'
}
/** 429, after the retries: `retryAfterMs` says how long to wait. */
export class RateLimitedError extends ApiError {
  override readonly name: string = 'RateLimitedError'
}
/** 5xx, after the retries. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError'
}

/** No answer came, after the retries: the service cannot be reached, or the line broke. `cause` has the reason. */
export class ConnectionError extends CloudstreetError {
  override readonly name: string = 'ConnectionError'
}

/** Why the pilot has to be asked again. */
export type ReauthorizationReason =
  /** There is no credential in the store. */
  | 'signed-out'
  /** The service does not take the refresh token any more: it is expired, revoked or was used elsewhere. */
  | 'refused'
  /** The answer to a refresh was lost, and the refresh token in the store may be spent. It was not sent again. */
  | 'answer-lost'

/**
 * The stored credential cannot be renewed: let the pilot sign in again.
 *
 * @example
 * if (error instanceof ReauthorizationRequiredError) await startDeviceLogin(application)
 */
export class ReauthorizationRequiredError extends CloudstreetError {
  override readonly name: string = 'ReauthorizationRequiredError'
  readonly reason: ReauthorizationReason

  constructor(reason: ReauthorizationReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A request that claims to be a webhook is not, or is too old. Answer it 400. */
export class WebhookVerificationError extends CloudstreetError {
  override readonly name: string = 'WebhookVerificationError'
}

const classByStatus: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: InsufficientScopeError,
  404: NotFoundError,
  412: ChangedMeanwhileError,
  413: TooLargeError,
  429: RateLimitedError,
}
const classByCode: Record<string, typeof ApiError> = {
  invalid_igc: InvalidFlightError,
  cursor_expired: CursorExpiredError,
}

/** Reads the body of an answer that is not 2xx. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const { error, error_description: description, retryAfter } = parseBody(text)
  const { status } = response
  const code = typeof error === 'string' ? error : 'unknown_error'
  const Class = classByCode[code] ?? classByStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Class({
    status,
    code,
    message: typeof description === 'string' ? description : `The service answered ${status} ${code}.`,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after') ?? retryAfter),
  })
}

function parseBody(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    // An answer of a proxy, say.
    return {}
  }
}

/** Seconds, or a date (RFC 9110 10.2.3). */
function readRetryAfter(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(String(value))
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
