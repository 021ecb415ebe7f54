// The pages at /oauth/end-session.
import { html, type Page } from '#server/platform/http/html.ts'
import { toPlace, toShown } from '../consent/views.ts'
import { toFormAction } from '../redirect-uri.ts'
import type { EndSessionRequest } from './request.ts'

interface ConfirmView {
  asked: EndSessionRequest
  email: string
  action: string
  formToken: string
}

export function confirmPage({ asked, email, action, formToken }: ConfirmView): Page {
  const { target, fault } = asked
  return {
    title: 'Sign out?',
    styles: ['oauth.css'],
    isPrivate: true,
    status: fault === undefined ? 200 : 400,
    ...(target !== undefined && { formAction: toFormAction(target) }),
    body: html`
      <h1>Sign out?</h1>
      <form method="post" action=${action} class="card">
        <input type="hidden" name="form_token" value=${formToken} />
        <p>
          ${nameAsker(asked)} asks to sign you out of Cloudstreet. You are signed in as
          <span class="address"> ${email}</span>.
        </p>
        ${fault !== undefined && html`<p class="error" role="alert">${fault} You would stay here.</p>`}
        ${target !== undefined && html`<p>Then you go to <span class="address">${toPlace(target)}</span>.</p>`}
        <div class="actions">
          <button>Sign out</button>
          <a class="button secondary" href="/app/logbook">Stay signed in</a>
        </div>
      </form>
    `,
  }
}

function nameAsker({ application, target }: EndSessionRequest): unknown {
  if (!application) return 'A link'
  const place = target === undefined ? `application ${application.id}` : toPlace(target)
  return html`<strong>${toShown(application, place).name}</strong>`
}

/** Nobody is sent on without a click: who has made the link is not known. */
export function signedOutPage({ target, fault }: EndSessionRequest): Page {
  return {
    title: 'Signed out',
    styles: ['oauth.css'],
    isPrivate: true,
    body: html`
      <h1>You are signed out</h1>
      <div class="card">
        ${fault !== undefined && html`<p class="error" role="alert">${fault}</p>`}
        ${
          target === undefined
            ? html`<p><a class="button" href="/sign-in">Sign in again</a></p>`
            : html`<p><a class="button" href=${target}>Continue to ${toPlace(target)}</a></p>`
        }
      </div>
    `,
  }
}
