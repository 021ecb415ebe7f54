// The session of a browser that is signed in. The accounts feature reads the cookie; everyone else asks here.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Choices } from '#language/preferences.ts'
import type { DashboardErrorCode } from '#dashboard/errors.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isSigned, signText } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { refusals } from '#server/platform/requests/refusals.ts'

export interface Session {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly name: string | undefined
  /** When they last proved who they are: by signing in, or by confirming it since. Milliseconds since 1970. */
  readonly provedAt: number
  /** With what, such as "password and passkey"; undefined for sessions of earlier releases. */
  readonly provedBy: string | undefined
  /** After a recovery, until the user has decided about what else can act for the account. */
  readonly isReviewDue: boolean
  /** How they read the pages. */
  readonly choices: Choices
}

/** Reads the session cookie; made by the accounts feature and handed to the others by app.ts. */
export type FindSession = (headers: IncomingHttpHeaders) => Promise<Session | undefined>

export interface SessionServices extends Services {
  readonly findSession: FindSession
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller; set at the doors of the dashboard and of pages. */
    session: Session
  }
}

/** The account of an answer, for the service worker: it keeps answers of one account, and none when signed out. */
const ACCOUNT_HEADER = 'cloudstreet-account'

/** For the dashboard's own endpoints: 401 as JSON, and no changes from a page of another site. */
export function requireSession(services: SessionServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireSameSite(services, request)
    // Found already where the request was counted.
    const session = request.session ?? (await services.findSession(request.headers))
    if (!session) throw notSignedIn()
    if (session.isReviewDue) throw refuseInDashboard('review_required', 'Review first what can act for you.')
    request.session = session
    request.choices = session.choices
    reply.header(ACCOUNT_HEADER, session.userId)
  }
}

export const MAX_PROOF_AGE_MS = 15 * MINUTE_MS

export function isProofRecent({ provedAt }: Pick<Session, 'provedAt'>, nowMs: number): boolean {
  return provedAt > nowMs - MAX_PROOF_AGE_MS
}

/** The password itself, and recently: another factor may be older than a recovery. */
export function isPasswordRecent(session: Pick<Session, 'provedAt' | 'provedBy'>, nowMs: number): boolean {
  return isProofRecent(session, nowMs) && session.provedBy?.startsWith('password') === true
}

/** 403 with a code of the dashboard's own. */
export function refuseInDashboard(error: DashboardErrorCode, description: string): ApiError {
  const body = { error, error_description: description }
  return new ApiError(403, 'forbidden', description, { body })
}

export const notSignedIn = (): ApiError => new ApiError(401, 'invalid_token', 'Sign in first.')

/** For pages: a visitor who is not signed in is sent to sign in and then back. */
export function requireSignIn(services: SessionServices, isForReview = false) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const session = await services.findSession(request.headers)
    if (!session) return reply.redirect(`/sign-in?return_to=${encodeURIComponent(request.url)}`, 303)
    request.choices = session.choices
    if (session.isReviewDue && !isForReview) return redirectToReview(request, reply)
    request.session = session
  }
}

/** For forms of pages that send no referrer, where old browsers send `Origin: null`; their token is what protects. */
export function refuseOtherSites({ config }: Services, { headers }: FastifyRequest): void {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers
  if (site === 'same-origin' && ['null', new URL(config.baseUrl).origin].includes(origin)) return
  throw new ApiError(403, 'forbidden', refusals.formOfOtherSite)
}

/** For pages that anybody may open: anyone who is signed in and has a review to do does that first. */
export function reviewFirst(services: SessionServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const session = await services.findSession(request.headers)
    if (!session) return undefined
    request.choices = session.choices
    if (session.isReviewDue) return redirectToReview(request, reply)
    reply.header(ACCOUNT_HEADER, session.userId)
  }
}

/** On a page that anybody may open, after `reviewFirst`. */
export const findSignedIn = (reply: FastifyReply) => reply.getHeader(ACCOUNT_HEADER) as string | undefined

function redirectToReview(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/review-access?return_to=${encodeURIComponent(request.url)}`, 303)
}

/** Browsers say which site sent a request; a program that does not say it has no session cookie to misuse. */
export function requireSameSite(services: Services, request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  const origin = request.headers.origin
  if (site === undefined && origin === new URL(services.config.baseUrl).origin) return
  throw new ApiError(403, 'forbidden', refusals.otherSite)
}

/** The purpose of a form that signs out, on whatever page it stands. */
export const SIGN_OUT = 'sign-out'

/** A hidden field of every form, bound to the session (or visitor) that saw the page and to the form's purpose. */
export function createFormToken(services: Services, session: Pick<Session, 'id'>, purpose: string): string {
  return signText(services.secret, 'form', `${session.id}:${purpose}`)
}

export function requireFormToken(
  services: Services,
  session: Pick<Session, 'id'>,
  purpose: string,
  token: string,
): void {
  if (isSigned(services.secrets, 'form', `${session.id}:${purpose}`, token)) return
  throw new ApiError(403, 'forbidden', refusals.formExpired)
}
