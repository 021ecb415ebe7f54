// The consent page: which application asks, for what, and where the browser returns to.
import { destructiveScopes, type Scope, scopes as scopeWords } from '#contract/scopes.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import { toFormAction } from '../redirect-uri.ts'
import type { LiveApplication } from '../stores/applications.ts'
import type { ReturnAddress } from './authorize.ts'

export interface ConsentView {
  address: ReturnAddress
  scopes: readonly Scope[]
  /** Of the user who is signed in. */
  email: string
  action: string
  formToken: string
  /** The form was sent with nothing ticked. */
  isEmpty: boolean
}

export function consentPage({ address, scopes, email, action, formToken, isEmpty }: ConsentView): Page {
  const { application, redirectUri } = address
  return {
    title: `Allow ${application.name}?`,
    isPrivate: true,
    styles: ['oauth.css'],
    formAction: toFormAction(redirectUri),
    status: isEmpty ? 400 : 200,
    body: html`
      <h1>Allow ${application.name}?</h1>
      ${applicationLine(application)}
      <form method="post" action=${action} class="card">
        <input type="hidden" name="form_token" value=${formToken} />
        ${scopeChoices(application.name, scopes)}
        ${isEmpty && html`<p class="error" role="alert">Tick at least one, or choose Deny.</p>`}
        ${decisionButtons()}
        <p class="hint">
          You can disconnect it at any time under${' '}
          <a href="/app/account/connections">Connected apps</a>.
        </p>
      </form>
      <p class="hint footnote">
        Signed in as <span class="address">${email}</span>.
        <br />
        Either way you return to ${describeReturn(redirectUri)}.
      </p>
    `,
  }
}

export function applicationLine({ ownerName, website, description }: LiveApplication) {
  const by = ownerName ?? 'an unnamed user of this service'
  return html`
    <p class="soft">
      An application by ${by}${website && html` · <span class="address">${new URL(website).host}</span>`}
    </p>
    ${description && html`<p class="about">${description}</p>`}
  `
}

/** A single scope is allowed or denied with the button; of several, each can be unticked. */
export function scopeChoices(name: string, scopes: readonly Scope[]) {
  const [only] = scopes
  if (only !== undefined && scopes.length === 1) {
    return html`<div class="choices">
      <strong>${name} asks to</strong>
      <input type="hidden" name="scope" value=${only} />
      <div class="choice"><span class="dot" aria-hidden="true"></span>${scopeText(only)}</div>
    </div>`
  }
  return html`<fieldset class="choices">
    <legend>${name} asks to</legend>
    ${scopes.map(
      (scope) =>
        html`<label class="choice">
          <input type="checkbox" name="scope" value=${scope} checked />${scopeText(scope)}
        </label>`,
    )}
    <p class="hint">Untick what it should not do.</p>
  </fieldset>`
}

function scopeText(scope: Scope) {
  const warning =
    destructiveScopes.includes(scope) && html`<strong class="warn">This cannot be undone.</strong>`
  return html`<span>${scopeWords[scope]}${warning}</span>`
}

export function decisionButtons() {
  return html`<div class="actions">
    <button name="decision" value="allow">Allow</button>
    <button name="decision" value="deny" class="secondary">Deny</button>
  </div>`
}

function describeReturn(redirectUri: string) {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return 'a program on this computer'
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return html`<span class="address">${isWeb ? host : protocol.slice(0, -1)}</span>`
}

export function unsafeRequestPage(sentence: string): Page {
  return {
    title: 'This link does not work',
    isPrivate: true,
    status: 400,
    body: html`
      <h1>This link does not work</h1>
      <div class="card">
        <p class="error" role="alert">${sentence}</p>
        <p>Nothing was allowed, and you were not redirected. Please tell the developer of the application.</p>
        <p><a href="/">Go to the start page</a></p>
      </div>
    `,
  }
}
