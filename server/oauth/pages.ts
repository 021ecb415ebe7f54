// The pages on which a user allows or denies: consent and device. They need no JavaScript.
import { NO_PROOF } from '#server/access/proof.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { replyWithPage, requireDecision } from '#server/access/decision-form.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { createFormToken, reviewFirst, type Session, type SessionServices } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import {
  accessDeniedByUser,
  type AuthorizationRequest,
  consentRequired,
  findEarlierConsent,
  issueCode,
  loginRequired,
  readAuthorizationRequest,
  readReturnAddress,
  type ReturnAddress,
  toErrorResponse,
  UnsafeRequest,
} from './consent/authorize.ts'
import { describeAccount, readTicked } from './consent/decision-form.ts'
import { mustSignInAgain, toSignInAgain } from './consent/sign-in-again.ts'
import { consentPage, unsafeRequestPage } from './consent/views.ts'
import { addDevicePages } from './device/pages.ts'

export function addOauthPages(app: App, services: SessionServices): void {
  const options = { schema: { hide: true }, onRequest: reviewFirst(services) }
  // No HEAD route: a request only for the headers must not issue a code.
  app.get('/oauth/authorize', { ...options, exposeHeadRoute: false }, (request, reply) =>
    withReturnAddress(services, request, reply, (query, address) =>
      answerRequest(services, request, reply, query, address),
    ),
  )
  // A visitor is sent to sign in with the request in the address.
  app.post(
    '/oauth/authorize',
    { ...options, config: NO_PROOF, errorHandler: replyWithPage },
    (request, reply) =>
      withReturnAddress(services, request, reply, (query, address) =>
        answerDecision(services, request, reply, query, address),
      ),
  )
  addDevicePages(app, services)
}

/** RFC 6749 4.1.2.1: a wrong client_id or redirect_uri is shown to the user, and never redirected. */
async function withReturnAddress(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (query: URLSearchParams, address: ReturnAddress) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const query = new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1] ?? '')
  try {
    return await answer(query, await readReturnAddress(services, query))
  } catch (error) {
    if (!(error instanceof UnsafeRequest)) throw error
    return sendPage(reply, unsafeRequestPage(error.message))
  }
}

async function answerRequest(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  query: URLSearchParams,
  address: ReturnAddress,
): Promise<FastifyReply> {
  const session = await services.findSession(request.headers)
  // RFC 9700 4.11.2: nobody is redirected to an application before signing in, not even with an error. That goes before
  // `login_required`, which OpenID Connect (3.1.2.6) has for prompt=none: anyone may register an application.
  if (!session) return sendToSignIn(reply, query)
  const asked = tryRead(address, query)
  if (asked instanceof ApiError) return redirectTo(reply, toErrorResponse(services, address, asked))
  if (mustSignInAgain(asked, query, session.provedAt, services.now())) {
    return asked.isSilent
      ? redirectTo(reply, toErrorResponse(services, address, loginRequired()))
      : redirectTo(reply, toSignInAgain(query, services.now()))
  }
  const earlier = await findEarlierConsent(services, session.userId, address, asked.scopes)
  if (earlier.isEnough && !asked.isConsentAsked) {
    const decision = { ...describeDecider(request, session), granted: asked.scopes, isNew: false }
    const target = await issueCode(services, address, asked, decision)
    if (target !== undefined) return redirectTo(reply, target)
  }
  if (asked.isSilent) return redirectTo(reply, toErrorResponse(services, address, consentRequired()))
  return sendConsentPage(services, reply, { session, query, address, scopes: asked.scopes })
}

async function answerDecision(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  query: URLSearchParams,
  address: ReturnAddress,
): Promise<FastifyReply> {
  const session = await services.findSession(request.headers)
  if (!session) return sendToSignIn(reply, query)
  const asked = tryRead(address, query)
  if (asked instanceof ApiError) return redirectTo(reply, toErrorResponse(services, address, asked))
  const form = requireDecision(services, request, session, toPurpose(query))
  if (mustSignInAgain(asked, query, session.provedAt, services.now()))
    return redirectTo(reply, toSignInAgain(query, services.now()))
  if (form.get('decision') !== 'allow') {
    return redirectTo(reply, toErrorResponse(services, address, accessDeniedByUser()))
  }
  const granted = readTicked(asked.scopes, form)
  if (granted.length === 0) {
    return sendConsentPage(services, reply, { session, query, address, scopes: asked.scopes, isEmpty: true })
  }
  const decision = { ...describeDecider(request, session), granted, isNew: true }
  const target = await issueCode(services, address, asked, decision)
  if (target === undefined)
    return sendConsentPage(services, reply, { session, query, address, scopes: asked.scopes })
  return redirectTo(reply, target)
}

function describeDecider(request: FastifyRequest, { userId, email, provedAt }: Session) {
  return { userId, email, authenticatedAt: provedAt, by: byUser(request) }
}

function tryRead(address: ReturnAddress, query: URLSearchParams): AuthorizationRequest | ApiError {
  try {
    return readAuthorizationRequest(address, query)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

async function sendConsentPage(
  services: SessionServices,
  reply: FastifyReply,
  view: {
    session: Session
    query: URLSearchParams
    address: ReturnAddress
    scopes: readonly Scope[]
    isEmpty?: boolean
  },
): Promise<FastifyReply> {
  const { session, query, address, scopes, isEmpty = false } = view
  const { otherOrigins } = await findEarlierConsent(services, session.userId, address, scopes)
  const formToken = createFormToken(services, session, toPurpose(query))
  const action = `/oauth/authorize?${query.toString()}`
  const account = describeAccount(services, session, action)
  return sendPage(reply, consentPage({ address, scopes, account, action, formToken, otherOrigins, isEmpty }))
}

/** The form token is valid for this very request alone, in the session that saw the page. */
function toPurpose(query: URLSearchParams): string {
  return `consent ${query.toString()}`
}

function sendToSignIn(reply: FastifyReply, query: URLSearchParams): FastifyReply {
  const returnTo = `/oauth/authorize?${query.toString()}`
  return reply.redirect(`/sign-in?return_to=${encodeURIComponent(returnTo)}`, 303)
}

function redirectTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 303)
}
