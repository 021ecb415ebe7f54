// The endpoints under /api/oauth, as a client asks them.
import { exchange, type Fetch, readJson, toParameters, toUrl } from '../client.ts'
import type { IntrospectionResponse, TokenResponse } from '../types.ts'
import type { StoredTokens, TokenStore } from './store.ts'

/** Your application, as it is registered. */
export interface OauthClient {
  /** Where the service is, such as `https://cloudstreet.example`. */
  baseUrl: string
  clientId: string
  /** For a confidential application; never in an app or a page. */
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

export interface OauthCallOptions {
  /** An access token of a public application: proves who asks instead of the client's secret. */
  bearer?: string
  signal?: AbortSignal | undefined
}

/** Sent once: whether to send it again is for the caller to know. */
export function postForm<Body>(
  client: OauthClient,
  path: string,
  form: Record<string, string | undefined>,
  { bearer, signal }: OauthCallOptions = {},
): Promise<Body> {
  const [own, headers] =
    bearer === undefined
      ? [{ client_id: client.clientId, client_secret: client.clientSecret }, {}]
      : [{}, { authorization: `Bearer ${bearer}` }]
  const init: RequestInit = {
    method: 'POST',
    body: toParameters({ ...own, ...form }),
    headers,
  }
  return exchange({ ...client, signal }, toUrl(client, `/api/oauth/${path}`), init, readJson<Body>)
}

export function postToken(
  client: OauthClient,
  grant: string,
  form: Record<string, string | undefined>,
  options?: OauthCallOptions,
): Promise<TokenResponse> {
  return postForm(client, 'token', { grant_type: grant, ...form }, options)
}

/**
 * Says whether a token of the application is good, whose it is, and what it allows.
 *
 * @example
 * const { active, scope, sub } = await introspectToken({ baseUrl, clientId, clientSecret }, token)
 */
export function introspectToken(
  client: OauthClient,
  token: string,
  options?: OauthCallOptions,
): Promise<IntrospectionResponse> {
  return postForm(client, 'introspect', { token }, options)
}

/**
 * Ends a token of the application, with a refresh token all that came from the same sign-in. One that has ended already
 * is no error. {@link signOut} ends what a store holds.
 *
 * @example
 * await revokeToken({ baseUrl, clientId, clientSecret }, token)
 */
export async function revokeToken(
  client: OauthClient,
  token: string,
  options?: OauthCallOptions,
): Promise<void> {
  await postForm(client, 'revoke', { token }, options)
}

/** The refresh token of before stays where the answer has none. */
export function toStored(response: TokenResponse, refreshToken?: string): StoredTokens {
  const {
    access_token: accessToken,
    expires_in: seconds,
    refresh_token: next = refreshToken,
    scope,
  } = response
  return { accessToken, expiresAt: Date.now() + seconds * 1000, scope, refreshToken: next }
}

/** The pilot has signed in. */
export function store(tokenStore: TokenStore, tokens: StoredTokens): Promise<void> {
  return tokenStore.lock(() => tokenStore.save(tokens))
}

/** As Node and Bun say it, and Deno, which has no codes. */
const unsent = /\bE(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)\b|error \(Connect\)/

/** Whether no connection was made at all: the service has not seen the request. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // One error for each address that was tried.
  const { code, errors = [], cause } = error as Error & { code?: string; errors?: unknown[] }
  return (
    unsent.test(`${code} ${error.message}`) || (errors.length > 0 ? errors.every(isUnsent) : isUnsent(cause))
  )
}
