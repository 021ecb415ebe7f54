// The endpoints under /api/oauth, as a client asks them.
import { ApiError, ConnectionError } from '../errors.ts'
import { exchange, type Fetch, readJson, withTimeout } from '../client.ts'
import type { TokenResponse } from '../types/oauth.ts'
import type { StoredTokens, TokenStore } from './store.ts'

/** Your application, as it is registered. */
export interface OauthClient {
  /** Where the service is, such as `https://cloudstreet.example`. */
  baseUrl: string
  clientId: string
  /** Of a confidential application; never in an app or a page. */
  clientSecret?: string
  /** Instead of the global `fetch`. */
  fetch?: Fetch
  /** How long one request may take; 30 s by default. */
  timeoutMs?: number
}

/** Your application, and where it keeps the tokens of one pilot. */
export interface Application extends OauthClient {
  store: TokenStore
}

export interface FormOptions {
  /** Authenticates the caller instead of the client's id and secret. */
  bearer?: string
  signal?: AbortSignal | undefined
}

/** Sent once: whether to send it again is for the caller to know. */
export function postForm<Body>(
  client: OauthClient,
  path: string,
  form: Record<string, string | undefined>,
  { bearer, signal }: FormOptions = {},
): Promise<Body> {
  const own = { client_id: client.clientId, client_secret: client.clientSecret }
  const fields = Object.entries({ ...(bearer === undefined ? own : {}), ...form })
  const body = new URLSearchParams(
    fields.filter((field): field is [string, string] => field[1] !== undefined),
  )
  const send = client.fetch ?? fetch
  const init: RequestInit = {
    method: 'POST',
    body,
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    redirect: 'error',
    signal: withTimeout(client.timeoutMs ?? 30_000, signal),
  }
  return exchange(() => send(new URL(path, client.baseUrl), init), readJson<Body>)
}

export function postToken(
  client: OauthClient,
  form: Record<string, string | undefined>,
  options?: FormOptions,
): Promise<TokenResponse> {
  return postForm<TokenResponse>(client, '/api/oauth/token', form, options)
}

export function toStored(response: TokenResponse): StoredTokens {
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken, scope } = response
  const expiresAt = Date.now() + seconds * 1000
  return { accessToken, expiresAt, scope, ...(refreshToken === undefined ? {} : { refreshToken }) }
}

/** Refused before anything was done: the same request may be sent again. */
export function isTurnedAway(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}

const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

/** Whether no connection was made at all, so that the service has not seen the request. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const { code, errors } = cause as Error & { code?: string; errors?: { code?: string }[] }
    if (code !== undefined && unsentCodes.has(code)) return true
    // One error for each address that was tried.
    if (errors?.length && errors.every((one) => unsentCodes.has(one.code ?? ''))) return true
  }
  return false
}
