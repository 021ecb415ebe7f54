// The form in which a user allows or denies what an application or a device asks for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { sayRefusal } from '#server/platform/requests/refusals.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { ServerTexts } from '#language/server.ts'
import { refuseOtherSites, requireFormToken, type Session, type SessionServices } from './session.ts'

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

export function readDecision({ body }: FastifyRequest): Form {
  return body instanceof Form ? body : new Form()
}

export function decisionButtons({ decision }: ServerTexts) {
  return html`<div class="actions">
    <button name="decision" value="allow">${decision.allow}</button>
    <button name="decision" value="deny" class="secondary">${decision.deny}</button>
  </div>`
}

/** Errors become a page: a person reads them. */
export function replyWithPage(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const texts = textsOf(request)
  const { decision, failures } = texts
  void sendPage(reply, {
    title: decision.nothingAllowed,
    isPrivate: true,
    status: error.status,
    body: html`
      <h1>${decision.nothingAllowed}</h1>
      <div class="card">
        <p class="error" role="alert">${sayRefusal(texts, error)}</p>
        <p>${decision.startAgain}</p>
        <p><a href="/">${failures.toStart}</a></p>
      </div>
    `,
  })
}
