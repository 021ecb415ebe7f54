// prompt=login and max_age (OpenID Connect Core 3.1.2.1): whether the user has to sign in again for this request.
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'

export interface Freshness {
  /** prompt=login: whatever session there is does not count. */
  readonly isSignInAsked: boolean
  readonly maxAgeSeconds: number | undefined
}

/**
 * Our own parameter, added on the way to the sign-in page: since when a sign-in counts as one for this request. It is not
 * signed: who could write it could leave prompt and max_age out just as well, and the id_token tells the true time.
 */
const MARK = 'signed_in_since'
const MAX_MARK_AGE_MS = 15 * MINUTE_MS

export function mustSignInAgain(
  { isSignInAsked, maxAgeSeconds }: Freshness,
  query: URLSearchParams,
  provedAt: number,
  nowMs: number,
): boolean {
  if (!isSignInAsked && maxAgeSeconds === undefined) return false
  const since = Number(query.get(MARK) ?? 0)
  if (since > nowMs - MAX_MARK_AGE_MS && since <= nowMs && provedAt >= since) return false
  return isSignInAsked || provedAt < nowMs - (maxAgeSeconds ?? 0) * SECOND_MS
}

/** The sign-in page for somebody who is signed in already. */
export function toSignInAgain(query: URLSearchParams, nowMs: number): string {
  const marked = new URLSearchParams(query)
  marked.set(MARK, String(nowMs))
  const returnTo = `/oauth/authorize?${marked.toString()}`
  return `/sign-in?again=true&return_to=${encodeURIComponent(returnTo)}`
}
