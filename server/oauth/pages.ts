// The pages on which a user allows, denies or signs out: consent, device, end of the session. They need no JavaScript.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { findProof } from '#server/access/proof.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { replyWithPage, requireDecision } from '#server/access/decision-form.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { createFormToken, reviewFirst, type Session, type SessionServices } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import { sayRefusal } from '#server/platform/requests/refusals.ts'
import {
  accessDeniedByUser,
  asksSilently,
  type AuthorizationRequest,
  consentRequired,
  findEarlierConsent,
  interactionRequired,
  isDocumentRequest,
  isTrusted,
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
import { createDocumentFinder, type FindByDocument } from './documents/find.ts'
import { declareDevicePages } from './device/pages.ts'
import { declareEndSessionPages, type EndSessionServices } from './end-session/pages.ts'
import { readHint } from './openid/hint.ts'
import { toClientId } from './stores/applications.ts'

export function declareOauthPages(services: EndSessionServices): Operation[] {
  const findByDocument = createDocumentFinder(services)
  return [
    // No HEAD route: a request only for the headers must not issue a code.
    operation({
      route: 'GET /oauth/authorize',
      doors: { public: 'none' },
      before: [reviewUnlessSilent(services)],
      options: { exposeHeadRoute: false },
      respond: (request, reply) =>
        withReturnAddress({ ...services, findByDocument }, request, reply, (query, address) =>
          answerRequest(services, request, reply, query, address),
        ),
    }),
    // A visitor is sent to sign in with the request in the address.
    operation({
      route: 'POST /oauth/authorize',
      doors: { public: 'none' },
      before: [reviewFirst(services)],
      options: { errorHandler: replyWithPage },
      respond: (request, reply) =>
        withReturnAddress({ ...services, findByDocument }, request, reply, (query, address) =>
          answerDecision(services, request, reply, query, address),
        ),
    }),
    ...declareDevicePages(services),
    ...declareEndSessionPages(services),
  ]
}

/** The application of a silent request is told that there is something to decide, instead of the user. */
function reviewUnlessSilent(services: SessionServices) {
  const review = reviewFirst(services)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> =>
    asksSilently(readQuery(request)) ? undefined : review(request, reply)
}

function readQuery({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')
}

interface ConsentServices extends SessionServices {
  readonly findByDocument: FindByDocument
}

/** RFC 6749 4.1.2.1: a wrong client_id or redirect_uri is shown to the user, and never redirected. */
async function withReturnAddress(
  services: ConsentServices,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (query: URLSearchParams, address: ReturnAddress) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const query = readQuery(request)
  // We ask a server that a link names only for somebody who is signed in.
  const asker = isDocumentRequest(services, query) ? await services.findSession(request.headers) : undefined
  if (!asker && isDocumentRequest(services, query)) return sendToSignIn(reply, query)
  const findByDocument = async (documentUrl: string) =>
    asker && services.findByDocument(documentUrl, { userId: asker.userId, address: request.ip })
  try {
    return await answer(query, await readReturnAddress(services, query, findByDocument))
  } catch (error) {
    if (!(error instanceof UnsafeRequest)) throw error
    return sendUnsafe(reply, error.message)
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
  if (!session && !mayLearnOfNobody(address, query)) return sendToSignIn(reply, query)
  const isTrustedHere = await isTrusted(services, session?.userId, address)
  const refuse = (error: ApiError) => sendRefusal(services, reply, address, error, isTrustedHere)
  const asked = tryRead(services, address, query)
  if (asked instanceof ApiError) return refuse(asked)
  if (!session) return refuse(loginRequired())
  if (session.isReviewDue) return refuse(interactionRequired())
  const isSilent = asked.isSilent && isTrustedHere
  if (mustSignInAgain(asked, query, session.provedAt, services.now()))
    return isSilent ? refuse(loginRequired()) : redirectTo(reply, toSignInAgain(query, services.now()))
  if (!(await isMeant(services, session, address, query))) return refuse(loginRequired())
  const earlier = await findEarlierConsent(services, session.userId, address, asked.scopes)
  if (earlier.isEnough && !asked.isConsentAsked) {
    const decision = { ...describeDecider(request, session), granted: asked.scopes }
    const target = await issueCode(services, address, asked, decision)
    if (target !== undefined) return redirectTo(reply, target)
  }
  if (isSilent) return refuse(consentRequired())
  // Before the page with the form, which asks for it too.
  if (!findProof(session, services.now())) return redirectTo(reply, toSignInAgain(query, services.now()))
  return sendConsentPage(services, reply, { session, query, address, scopes: asked.scopes })
}

/** A failure goes to the application, or to the user where the application's address is not trusted yet. */
function sendRefusal(
  services: SessionServices,
  reply: FastifyReply,
  address: ReturnAddress,
  error: ApiError,
  isTrustedHere: boolean,
): FastifyReply {
  if (isTrustedHere) return redirectTo(reply, toErrorResponse(services, address, error))
  return sendUnsafe(reply, error.message)
}

function sendUnsafe(reply: FastifyReply, sentence: string): FastifyReply {
  const texts = textsOf(reply.request)
  const said = sayRefusal(texts, { status: 400, message: sentence, headers: {} })
  return sendPage(reply, unsafeRequestPage(texts, said))
}

/**
 * RFC 9700 4.11.2: there is no redirect to an application before the sign-in, not even with an error, since anyone may
 * register one; but for prompt=none, whose answer is `login_required` (OpenID Connect Core 3.1.2.6). Then only to a website:
 * a link must not start a program on the visitor's device.
 */
function mayLearnOfNobody({ redirectUri }: ReturnAddress, query: URLSearchParams): boolean {
  return asksSilently(query) && redirectUri.startsWith('https:')
}

/**
 * OpenID Connect Core 3.1.2.1: with an id_token_hint the answer is about that user or an error. A hint that is too old to be
 * verified says nothing: only a silent request, which shows no page, is refused for it.
 */
async function isMeant(
  services: SessionServices,
  { userId }: Session,
  { application }: ReturnAddress,
  query: URLSearchParams,
): Promise<boolean> {
  const idToken = query.get('id_token_hint') || undefined
  if (idToken === undefined) return true
  const hint = await readHint(services, idToken)
  if (hint?.clientId !== toClientId(application)) return !asksSilently(query)
  return hint.userId === userId
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
  const asked = tryRead(services, address, query)
  if (asked instanceof ApiError) {
    const isTrustedHere = await isTrusted(services, session.userId, address)
    return sendRefusal(services, reply, address, asked, isTrustedHere)
  }
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
  const proved = findProof(session, services.now())
  if (!proved) return redirectTo(reply, toSignInAgain(query, services.now()))
  const decision = { ...describeDecider(request, session), granted, proved }
  const target = await issueCode(services, address, asked, decision)
  if (target === undefined)
    return sendConsentPage(services, reply, { session, query, address, scopes: asked.scopes })
  return redirectTo(reply, target)
}

function describeDecider(request: FastifyRequest, { userId, email, choices, provedAt }: Session) {
  const reader = { email, language: choices.language ?? null }
  return { userId, reader, authenticatedAt: provedAt, by: byUser(request) }
}

function tryRead(
  services: SessionServices,
  address: ReturnAddress,
  query: URLSearchParams,
): AuthorizationRequest | ApiError {
  try {
    return readAuthorizationRequest(services, address, query)
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
  const shown = { address, scopes, account, action, formToken, otherOrigins, isEmpty }
  return sendPage(reply, consentPage(textsOf(reply.request), shown))
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
