// The form in which a user allows or denies what an application or a device asks for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { requireFormToken, type Session, type SessionServices } from './session.ts'

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

export function decisionButtons() {
  return html`<div class="actions">
    <button name="decision" value="allow">Allow</button>
    <button name="decision" value="deny" class="secondary">Deny</button>
  </div>`
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
        <p>Go back to the application or device and start again.</p>
        <p><a href="/">Go to the start page</a></p>
      </div>
    `,
  })
}
