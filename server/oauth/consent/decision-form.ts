// The form in which a user allows or denies, on the consent page and on the device page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Scope, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import {
  createFormToken,
  requireFormToken,
  type Session,
  type SessionServices,
  SIGN_OUT,
} from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import { html, sendPage } from '#server/platform/http/html.ts'

/** Takes the form only from our own page, shown in this session and for this purpose. */
export function requireDecision(
  services: SessionServices,
  request: FastifyRequest,
  session: Session,
  purpose: string,
): Form {
  refuseOtherSites(services, request)
  const form = readDecision(request)
  requireFormToken(services, session, purpose, form.get('form_token') ?? '')
  return form
}

/** The page sends no referrer, so that old browsers send `Origin: null`; the form token is what protects. */
function refuseOtherSites({ config }: SessionServices, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  const { origin = 'null' } = headers
  if (site === 'same-origin' && ['null', new URL(config.baseUrl).origin].includes(origin)) return
  throw new ApiError(403, 'invalid_request', 'This form was sent from another site.')
}

export function readDecision({ body }: FastifyRequest): Form {
  return body instanceof Form ? body : new Form()
}

/** What the line under the form needs: who decides, and how to sign out and come back. */
export function describeAccount(services: SessionServices, session: Session, returnTo: string) {
  return { email: session.email, signOutToken: createFormToken(services, session, SIGN_OUT), returnTo }
}

/** Signing in is what was asked for: it goes with whatever is allowed, and cannot be unticked. */
export function readTicked(asked: readonly Scope[], form: Form): Scope[] {
  const ticked = form.getAll('scope')
  return asked.filter((scope) => scope === SIGN_IN_SCOPE || ticked.includes(scope))
}

/** Errors become a page: a person reads them. */
export function replyWithPage(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  void sendPage(reply, {
    title: 'Nothing was allowed',
    isPrivate: true,
    status: error.status,
    body: html`
      <h1>Nothing was allowed</h1>
      <div class="card">
        <p class="error" role="alert">${error.message}</p>
        <p>Go back to the application and start again.</p>
        <p><a href="/">Go to the start page</a></p>
      </div>
    `,
  })
}
