// The consent page: which application asks, for what, and where the browser returns to.
import { destructiveScopes, type Scope, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import type { ServerTexts } from '#language/server.ts'
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

export function consentPage(texts: ServerTexts, view: ConsentView): Page {
  const { scopes, account, action, formToken, otherOrigins, isEmpty } = view
  const { redirectUri } = view.address
  const application = toShown(view.address.application, toPlace(redirectUri))
  const { consent, decision } = texts
  const title = consent.title(application.name)
  const connectedApps = html`<a href="/app/settings/security#apps">${decision.connectedApps}</a>`
  return {
    title,
    isPrivate: true,
    styles: ['oauth.css'],
    formAction: toFormAction(redirectUri),
    status: isEmpty ? 400 : 200,
    body: html`
      <h1>${title}</h1>
      ${applicationLine(texts, application, isLoopback(redirectUri))}
      <form method="post" action=${action} class="card">
        <input type="hidden" name="form_token" value=${formToken} />
        ${otherOrigins.length > 0 && movedNotice(texts, application.name, redirectUri, otherOrigins)}
        ${scopeChoices(texts, application.name, scopes)}
        ${isEmpty && html`<p class="error" role="alert">${decision.tickOne}</p>`}
        ${isForeignProgram(application, redirectUri) && programNotice(texts, application.name)}
        <p class="return">${consent.either(describeReturn(texts, redirectUri))}</p>
        ${decisionButtons(texts)}
        <p class="hint">${decision.disconnect(connectedApps)}</p>
      </form>
      ${accountLine(texts, account)}
    `,
  }
}

/** An application that was taken over would send the code elsewhere: the user decides again, and knows why. */
function movedNotice(
  { consent }: ServerTexts,
  name: string,
  redirectUri: string,
  otherOrigins: readonly string[],
) {
  const before = otherOrigins.map((origin) => toPlace(origin)).join(', ')
  const now = toPlace(redirectUri)
  return html`<p class="warn" role="note">${consent.moved(name, address(before), address(now))}</p>`
}

/** One that has registered itself says nothing of where it is from. */
function isForeignProgram({ isUnregistered, isSelfRegistered }: ShownApplication, redirectUri: string) {
  return isUnregistered && !isSelfRegistered && isLoopback(redirectUri)
}

/** RFC 8252 8.6: any program can use the client_id of another. */
function programNotice({ consent }: ServerTexts, host: string) {
  return html`<p class="warn" role="note">${consent.program(address(host))} ${consent.onlyIfStarted}</p>`
}

const address = (text: string) => html`<span class="address">${text}</span>`

/** The account that decides, and the form that signs out of it and comes back to the same page. */
export interface AccountView {
  email: string
  signOutToken: string
  returnTo: string
}

export function accountLine({ decision }: ServerTexts, { email, signOutToken, returnTo }: AccountView) {
  return html`<form method="post" action="/sign-out" class="hint footnote account">
    <input type="hidden" name="form_token" value=${signOutToken} />
    <input type="hidden" name="return_to" value=${returnTo} />
    <p>${decision.signedInAs(address(email))} <button class="link">${decision.notYou}</button></p>
  </form>`
}

export type ShownApplication = Pick<LiveApplication, 'name' | 'ownerName' | 'website' | 'description'> & {
  /** Its names were chosen before names were checked, and are not shown. */
  isNameless: boolean
  /** It comes with the service, and may bear its name. */
  isBuiltIn: boolean
  /** Unregistered, or registered by itself: its name is the host at which it describes itself, or to which it sends users back. */
  isUnregistered: boolean
  isSelfRegistered: boolean
}

export function toShown(application: LiveApplication, place: string): ShownApplication {
  const { id, name, ownerName, website, description } = application
  const { isSelfRegistered } = application
  const isUnregistered = isSelfRegistered || application.documentUrl !== undefined
  const names = isBuiltIn(id) || isUnregistered ? [] : [name, ownerName ?? '']
  const isNameless = names.some((text) => findNameFault(text) !== undefined)
  const shown = { name: isNameless || isSelfRegistered ? place : name, ownerName, website, description }
  return { ...shown, isNameless, isBuiltIn: isBuiltIn(id), isUnregistered, isSelfRegistered }
}

export function applicationLine(texts: ServerTexts, application: ShownApplication, isProgram = false) {
  const { consent } = texts
  const { ownerName, website, description, isNameless } = application
  if (isNameless) return null
  if (application.isUnregistered) return unregisteredNotice(texts, application, isProgram)
  if (application.isBuiltIn) return html`<p class="soft">${consent.builtIn}</p>`
  const by = consent.by(ownerName ?? consent.unnamedUser)
  return html`
    <p class="soft">${by}${website && html` · ${address(new URL(website).host)}`}</p>
    ${description && html`<p class="about">${description}</p>`}
  `
}

/** Whichever name it gives, a user can only know it by its host; one of another alphabet is shown in punycode. */
function unregisteredNotice({ consent }: ServerTexts, application: ShownApplication, isProgram: boolean) {
  const { name, description, isSelfRegistered } = application
  const [head, what] = isSelfRegistered
    ? [consent.selfRegistered, consent.onlyReturn(address(name))]
    : [consent.notRegistered, consent.onlyAddress(address(name))]
  return html`<p class="warn" role="note">
    <strong>${head}</strong> ${what}
    ${description && html`${' '}${consent.callsItself(description)}`}${' '}${isSelfRegistered && isProgram ? consent.onlyIfStarted : consent.onlyIfKnown}
  </p>`
}

/** A single scope is allowed or denied with the button; of several, each can be unticked. */
export function scopeChoices(texts: ServerTexts, name: string, scopes: readonly Scope[]) {
  const { consent } = texts
  const [only] = scopes
  if (only !== undefined && scopes.length === 1) {
    return html`<div class="choices">
      <strong>${consent.asksTo(name)}</strong>
      <input type="hidden" name="scope" value=${only} />
      <div class="choice"><span class="dot" aria-hidden="true"></span>${scopeText(texts, only)}</div>
    </div>`
  }
  return html`<fieldset class="choices">
    <legend>${consent.asksTo(name)}</legend>
    ${scopes.map((scope) =>
      scope === SIGN_IN_SCOPE
        ? html`<div class="choice">
            <span class="dot" aria-hidden="true"></span>${scopeText(texts, scope)}
          </div>`
        : html`<label class="choice">
            <input type="checkbox" name="scope" value=${scope} checked />${scopeText(texts, scope)}
          </label>`,
    )}
    <p class="hint">${consent.untick}</p>
  </fieldset>`
}

function scopeText({ consent, scopes }: ServerTexts, scope: Scope) {
  const warning =
    destructiveScopes.includes(scope) && html`<strong class="warn">${consent.cannotBeUndone}</strong>`
  return html`<span>${scopes[scope]}${warning}</span>`
}

/** The redirect's host, or the scheme of an app. */
export function toPlace(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return isWeb(redirectUri) ? host : protocol.slice(0, -1)
}

function isWeb(redirectUri: string): boolean {
  return /^https?:/.test(redirectUri)
}

function describeReturn({ consent }: ServerTexts, redirectUri: string): unknown {
  const place = address(toPlace(redirectUri))
  if (!isWeb(redirectUri)) return consent.appHere(place)
  return redirectUri.startsWith('http:') ? consent.programHere(place) : place
}

export function unsafeRequestPage({ consent, failures }: ServerTexts, sentence: string): Page {
  return {
    title: consent.unsafe,
    isPrivate: true,
    status: 400,
    body: html`
      <h1>${consent.unsafe}</h1>
      <div class="card">
        <p class="error" role="alert">${sentence}</p>
        <p>${consent.tellDeveloper}</p>
        <p><a href="/">${failures.toStart}</a></p>
      </div>
    `,
  }
}
