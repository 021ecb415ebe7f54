// Authorization code with PKCE (RFC 6749 4.1, RFC 7636).
import { ReauthorizationRequiredError } from '../errors.ts'
import { encode, fromBase64, makeId, toBase64 } from '../bytes.ts'
import { toUrl } from '../client.ts'
import { type OauthClient, postToken, store, toStored } from './oauth.ts'
import type { StoredTokens, TokenStore } from './store.ts'

/** Needed by the page that the pilot comes back to: keep it meanwhile, in `sessionStorage` or in a session. */
export interface PendingAuthorization {
  state: string
  codeVerifier: string
  redirectUri: string
}

export interface AuthorizationRequest {
  /** As it is registered, to the letter. */
  redirectUri: string
  /** Separated by spaces; without it all that the application is registered for, less `flights:delete`. */
  scope?: string
  prompt?: 'none' | 'login' | 'consent' | 'select_account'
}

/**
 * Begins a sign-in: open `url` in the pilot's browser.
 *
 * @example
 * const { url, pending } = await startAuthorization(application, { redirectUri, scope: 'flights:read' })
 * sessionStorage.setItem('pending', JSON.stringify(pending))
 * location.assign(url)
 */
export async function startAuthorization(
  client: OauthClient,
  { redirectUri, scope, prompt }: AuthorizationRequest,
): Promise<{ url: string; pending: PendingAuthorization }> {
  // RFC 7636 4.1: 43 characters at least; two of these are 244 bits.
  const codeVerifier = makeId() + makeId()
  const state = makeId()
  const digest = await crypto.subtle.digest('SHA-256', encode(codeVerifier))
  const { href: url } = toUrl(client, '/oauth/authorize', {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: toBase64(new Uint8Array(digest)).replace(/[+/=]/g, toUrlSign),
    code_challenge_method: 'S256',
    scope,
    prompt,
  })
  return { url, pending: { state, codeVerifier, redirectUri } }
}

/** The pilot who has signed in, and what was granted. */
export interface Authorization {
  tokens: StoredTokens
  /** Separated by spaces; may be less than was asked for. */
  scope: string
  /** With the scope `openid`: a JWT that the service has signed. */
  idToken: string | undefined
  /** With the scope `openid`: the pilot's id, by which a server that serves many finds its store. */
  pilotId: string | undefined
}

/**
 * Ends a sign-in on the page that the pilot came back to, and stores the tokens, where the application has a store. A
 * server for many pilots learns from the result whose store to save them in.
 *
 * @example
 * await finishAuthorization(application, location.href, JSON.parse(sessionStorage.getItem('pending')))
 * const client = createClient({ baseUrl, credential: storedTokens(application) })
 * @example
 * const { pilotId, tokens } = await finishAuthorization(application, request.url, session.pending)
 * await storeOf(pilotId).save(tokens)
 * @throws ReauthorizationRequiredError when the pilot said no, or when the answer is not to this request.
 */
export async function finishAuthorization(
  application: OauthClient & { store?: TokenStore },
  callbackUrl: string,
  pending: PendingAuthorization,
): Promise<Authorization> {
  const answer = new URL(callbackUrl).searchParams
  const refuse = (sentence: string) => new ReauthorizationRequiredError('refused', sentence)
  if (answer.get('state') !== pending.state) {
    throw refuse('The answer is of another sign-in.')
  }
  // RFC 9207: another server's answer would have its code sent to us.
  const issuer = answer.get('iss')
  if (issuer && new URL(issuer).origin !== new URL(application.baseUrl).origin) {
    throw refuse(`The answer is from ${issuer}, not from ${application.baseUrl}.`)
  }
  const code = answer.get('code')
  if (!code) throw refuse(`The sign-in was refused: ${answer.get('error')}.`)
  const response = await postToken(application, 'authorization_code', {
    code,
    redirect_uri: pending.redirectUri,
    code_verifier: pending.codeVerifier,
  })
  const { scope, id_token: idToken } = response
  const tokens = toStored(response)
  if (application.store) await store(application.store, tokens)
  return { tokens, scope, idToken, pilotId: idToken && readSubject(idToken) }
}

/** It comes from the service itself, by the connection that the code was sent on: no one else could have signed it. */
function readSubject(idToken: string): string | undefined {
  const [, payload = ''] = idToken.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/')).split('.')
  const bytes = fromBase64(payload)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as { sub?: string }).sub
}

/** RFC 4648 5, without padding. */
function toUrlSign(sign: string): string {
  return { '+': '-', '/': '_' }[sign] ?? ''
}
