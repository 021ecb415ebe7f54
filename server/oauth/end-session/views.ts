// The pages at /oauth/end-session.
import { html, type Page } from '#server/platform/http/html.ts'
import type { ServerTexts } from '#language/server.ts'
import { toPlace, toShown } from '../consent/views.ts'
import { toFormAction } from '../redirect-uri.ts'
import type { EndSessionRequest } from './request.ts'

interface ConfirmView {
  asked: EndSessionRequest
  email: string
  action: string
  formToken: string
}

export function confirmPage(texts: ServerTexts, { asked, email, action, formToken }: ConfirmView): Page {
  const { signOut } = texts
  const { target, fault } = asked
  const account = html`<span class="address">${email}</span>`
  return {
    title: signOut.title,
    styles: ['oauth.css'],
    isPrivate: true,
    status: fault === undefined ? 200 : 400,
    ...(target !== undefined && { formAction: toFormAction(target) }),
    body: html`
      <h1>${signOut.title}</h1>
      <form method="post" action=${action} class="card">
        <input type="hidden" name="form_token" value=${formToken} />
        <p>${signOut.asks(nameAsker(texts, asked), account)}</p>
        ${fault !== undefined && html`<p class="error" role="alert">${texts.refusals[fault]} ${signOut.wouldStay}</p>`}
        ${target !== undefined && html`<p>${signOut.thenTo(html`<span class="address">${toPlace(target)}</span>`)}</p>`}
        <div class="actions">
          <button>${signOut.button}</button>
          <a class="button secondary" href="/app/logbook">${signOut.stay}</a>
        </div>
      </form>
    `,
  }
}

function nameAsker({ consent, signOut }: ServerTexts, { application, target }: EndSessionRequest): unknown {
  if (!application) return signOut.aLink
  const place = target === undefined ? consent.application(application.id) : toPlace(target)
  return html`<strong>${toShown(application, place).name}</strong>`
}

/** Users are sent on only by a click: the link may be anybody's. */
export function signedOutPage(
  { refusals, signOut }: ServerTexts,
  { target, fault }: EndSessionRequest,
): Page {
  return {
    title: signOut.signedOut,
    styles: ['oauth.css'],
    isPrivate: true,
    body: html`
      <h1>${signOut.youAreSignedOut}</h1>
      <div class="card">
        ${fault !== undefined && html`<p class="error" role="alert">${refusals[fault]}</p>`}
        ${
          target === undefined
            ? html`<p><a class="button" href="/sign-in">${signOut.again}</a></p>`
            : html`<p><a class="button" href=${target}>${signOut.continueTo(toPlace(target))}</a></p>`
        }
      </div>
    `,
  }
}
