// Everything this library throws. `instanceof` tells the cases apart; the message is a sentence for people.

/** The base of all errors of this library. */
export class CloudstreetError extends Error {
  // Written out: a bundler may shorten the names of classes.
  override readonly name: string = 'CloudstreetError'
}

/** The body of an error answer. */
export interface Refusal {
  /** The name of the class. */
  name?: string
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
  declare readonly status: number
  declare readonly code: string
  declare readonly requestId: string | undefined
  declare readonly retryAfterMs: number | undefined

  constructor({ message, ...rest }: Refusal) {
    super(message)
    Object.assign(this, rest)
  }
}

/** 400: the request does not fit. */
export class InvalidRequestError extends ApiError {}
/** 400 `invalid_igc`: the file is refused; the message names the line and the reason. */
export class InvalidFlightError extends InvalidRequestError {}
/** 401: the credential is unknown, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** 403: the credential lacks a scope. */
export class InsufficientScopeError extends ApiError {}
/** 404: there is no such thing, or it belongs to somebody else. */
export class NotFoundError extends ApiError {}
/** 410 `cursor_expired`: read the changes again from the start. */
export class CursorExpiredError extends ApiError {}
/** 412: it was changed since you read it. */
export class ChangedMeanwhileError extends ApiError {}
/** 413: the file is larger than the service takes. */
export class TooLargeError extends ApiError {}
/** 429, after the retries: `retryAfterMs` says how long to wait. */
export class RateLimitedError extends ApiError {}
/** 5xx, after the retries. */
export class ServerError extends ApiError {}

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

/** By code, or else by status. The names are written out: a bundler may shorten those of classes. */
const kinds: Record<string, [Class: typeof ApiError, answer: string | number]> = {
  InvalidFlightError: [InvalidFlightError, 'invalid_igc'],
  CursorExpiredError: [CursorExpiredError, 'cursor_expired'],
  InvalidRequestError: [InvalidRequestError, 400],
  AuthenticationError: [AuthenticationError, 401],
  InsufficientScopeError: [InsufficientScopeError, 403],
  NotFoundError: [NotFoundError, 404],
  ChangedMeanwhileError: [ChangedMeanwhileError, 412],
  TooLargeError: [TooLargeError, 413],
  RateLimitedError: [RateLimitedError, 429],
  ServerError: [ServerError, 500],
}

/** Reads the body of an answer that is not 2xx. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const { error, error_description: description, retryAfter } = parseBody(await response.text())
  const code = typeof error === 'string' ? error : 'unknown_error'
  const isKind = ([, [, answer]]: (typeof entries)[number]) =>
    answer === code || answer === Math.min(status, 500)
  const entries = Object.entries(kinds)
  const [name, [Class]] = entries.find(isKind) ?? ['ApiError', [ApiError]]
  return new Class({
    name,
    status,
    code,
    message: typeof description === 'string' ? description : `The service answered ${status} ${code}.`,
    requestId: findRequestId(headers),
    retryAfterMs: readRetryAfter(headers.get('retry-after') ?? retryAfter, headers.get('date')),
  })
}

export const findRequestId = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? undefined

function parseBody(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    // An answer of a proxy, say.
    return {}
  }
}

/** Seconds, or a date (RFC 9110 10.2.3): counted from the answer's own Date, since one of the two clocks may be off. */
function readRetryAfter(value: unknown, date: string | null): number | undefined {
  const seconds = Number(value ?? NaN)
  const nowMs = Date.parse(date ?? '') || Date.now()
  const waitMs = Number.isNaN(seconds) ? Date.parse(value as string) - nowMs : seconds * 1000
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
