// The consent page: which application asks, for what, and where the browser returns to.
import { destructiveScopes, type Scope, scopes as scopeWords, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import { isLoopback, toFormAction } from '../redirect-uri.ts'
import type { LiveApplication } from '../stores/applications.ts'
import { isBuiltIn } from '../stores/built-in.ts'
import type { ReturnAddress } from './authorize.ts'

export interface ConsentView {
  address: ReturnAddress
  scopes: readonly Scope[]
  account: AccountView
  action: string
  formToken: string
  /** Where the user returned to until now, when it is another place this time. */
  otherOrigins: readonly string[]
  /** The form was sent with nothing ticked. */
  isEmpty: boolean
}

export function consentPage(view: ConsentView): Page {
  const { address, scopes, account, action, formToken, otherOrigins, isEmpty } = view
  const { redirectUri } = address
  const application = toShown(address.application, toPlace(redirectUri))
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
        ${otherOrigins.length > 0 && movedNotice(application.name, redirectUri, otherOrigins)}
        ${scopeChoices(application.name, scopes)}
        ${isEmpty && html`<p class="error" role="alert">Tick at least one, or choose Deny.</p>`}
        ${application.isUnregistered && isLoopback(redirectUri) && programNotice(application.name)}
        <p class="return">Either way you return to ${describeReturn(redirectUri)}.</p>
        ${decisionButtons()}
        <p class="hint">
          You can disconnect it at any time under${' '}
          <a href="/app/account/connections">Connected apps</a>.
        </p>
      </form>
      ${accountLine(account)}
    `,
  }
}

/** An application that was taken over would send the code elsewhere: the user decides again, and knows why. */
function movedNotice(name: string, redirectUri: string, otherOrigins: readonly string[]) {
  const before = otherOrigins.map((origin) => toPlace(origin)).join(', ')
  return html`<p class="warn" role="note">
    You have allowed ${name} before, but it returned you to <span class="address">${before}</span>. Now it
    wants to return you to <span class="address">${toPlace(redirectUri)}</span>. Allow this only if you trust
    that address.
  </p>`
}

/** RFC 8252 8.6: any program can use the client_id of another. */
function programNotice(host: string) {
  return html`<p class="warn" role="note">
    A program on this computer says that it is from <span class="address">${host}</span>, which cannot be
    checked. Allow it only if you have just started it yourself.
  </p>`
}

/** The account that decides, and the form that signs out of it and comes back to the same page. */
export interface AccountView {
  email: string
  signOutToken: string
  returnTo: string
}

export function accountLine({ email, signOutToken, returnTo }: AccountView) {
  return html`<form method="post" action="/sign-out" class="hint footnote account">
    <input type="hidden" name="form_token" value=${signOutToken} />
    <input type="hidden" name="return_to" value=${returnTo} />
    <p>Signed in as <span class="address">${email}</span>. <button class="link">Not you?</button></p>
  </form>`
}

export type ShownApplication = Pick<LiveApplication, 'name' | 'ownerName' | 'website' | 'description'> & {
  /** Its names were chosen before names were checked, and are not shown. */
  isNameless: boolean
  /** It comes with the service, and may bear its name. */
  isBuiltIn: boolean
  /** Nobody has registered it: its name is the host of the address at which it describes itself. */
  isUnregistered: boolean
}

export function toShown(application: LiveApplication, place: string): ShownApplication {
  const { id, name, ownerName, website, description } = application
  const isUnregistered = application.documentUrl !== undefined
  const names = isBuiltIn(id) || isUnregistered ? [] : [name, ownerName ?? '']
  const isNameless = names.some((text) => findNameFault(text) !== undefined)
  const shown = { name: isNameless ? place : name, ownerName, website, description }
  return { ...shown, isNameless, isBuiltIn: isBuiltIn(id), isUnregistered }
}

export function applicationLine(application: ShownApplication) {
  const { ownerName, website, description, isNameless } = application
  if (isNameless) return null
  if (application.isUnregistered) return unregisteredNotice(application)
  if (application.isBuiltIn) return html`<p class="soft">It comes with this service. ${description}</p>`
  const by = ownerName ?? 'an unnamed user of this service'
  return html`
    <p class="soft">
      An application by ${by}${website && html` · <span class="address">${new URL(website).host}</span>`}
    </p>
    ${description && html`<p class="about">${description}</p>`}
  `
}

/** Whatever it calls itself, a user can only know it by its host; one of another alphabet is shown in punycode. */
function unregisteredNotice({ name, description }: ShownApplication) {
  return html`<p class="warn" role="note">
    <strong>Not registered here.</strong> Nobody has checked this application: all that is known of it is its
    address,${' '}<span class="address">${name}</span>.
    ${description && html`${' '}It calls itself “${description}”.`} Allow it only if you know that address,
    and came from there.
  </p>`
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
    ${scopes.map((scope) =>
      scope === SIGN_IN_SCOPE
        ? html`<div class="choice"><span class="dot" aria-hidden="true"></span>${scopeText(scope)}</div>`
        : html`<label class="choice">
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

/** The redirect's host, or the scheme of an app. */
export function toPlace(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return isWeb(redirectUri) ? host : protocol.slice(0, -1)
}

function isWeb(redirectUri: string): boolean {
  return /^https?:/.test(redirectUri)
}

function describeReturn(redirectUri: string) {
  const place = html`<span class="address">${toPlace(redirectUri)}</span>`
  if (!isWeb(redirectUri)) return html`an app on this device, ${place}`
  return redirectUri.startsWith('http:') ? html`a program on this computer, ${place}` : place
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
