// The building blocks of the account pages.
import type { FastifyReply } from 'fastify'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts'
import { MAX_EMAIL_LENGTH } from './validation.ts'

export function sendAccountPage(reply: FastifyReply, page: Page): FastifyReply {
  return sendPage(reply, { styles: ['account.css'], ...page })
}

export interface Notice {
  kind: 'error' | 'good'
  text: string
}

export function showNotice(notice: Notice | undefined): unknown {
  if (!notice) return null
  const role = notice.kind === 'error' ? 'alert' : 'status'
  return html`<p class=${`notice ${notice.kind}`} role=${role}>${notice.text}</p>`
}

interface Field {
  name: string
  label: string
  value?: string
  type?: string
  autocomplete?: string
  hint?: string
  isRequired?: boolean
  /** Further attributes of the input. */
  attributes?: Record<string, unknown>
}

export function field({ name, label, type = 'text', hint, isRequired = true, ...rest }: Field): unknown {
  const id = `field-${name}`
  return html`<div class="field">
    <label for=${id}>${label}${isRequired ? '' : html` <span class="optional">optional</span>`}</label>
    <input
      id=${id}
      name=${name}
      type=${type}
      value=${rest.value}
      autocomplete=${rest.autocomplete}
      required=${isRequired}
      aria-describedby=${hint && `${id}-hint`}
      ...${rest.attributes}
    />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`
}

export function emailField(value = ''): unknown {
  const attributes = {
    maxlength: MAX_EMAIL_LENGTH,
    inputmode: 'email',
    autocapitalize: 'none',
    spellcheck: false,
  }
  return field({ name: 'email', label: 'Email', value, type: 'email', autocomplete: 'username', attributes })
}

export function passwordField(label: string, autocomplete: 'current-password' | 'new-password'): unknown {
  const isNew = autocomplete === 'new-password'
  const attributes = { maxlength: MAX_PASSWORD_LENGTH, ...(isNew && { minlength: MIN_PASSWORD_LENGTH }) }
  const hint = isNew
    ? `At least ${MIN_PASSWORD_LENGTH} characters. A few words together are easy to remember.`
    : undefined
  return field({ name: 'password', label, type: 'password', autocomplete, attributes, ...(hint && { hint }) })
}

export function hiddenField(name: string, value: string): unknown {
  return html`<input type="hidden" name=${name} value=${value} />`
}

/** Hidden until the page's script finds that the browser can do it. */
export function passkeyButton(path: string, returnTo: string): unknown {
  return html`<div class="passkey" data-passkey=${path} data-return-to=${returnTo} hidden>
    <p class="notice error" role="alert" hidden></p>
    <button type="button" class="secondary">Sign in with a passkey</button>
  </div>`
}

/** Makes those buttons work. */
export const PASSKEY_SCRIPT = 'passkey.js'
