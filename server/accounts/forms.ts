// The building blocks of the account pages.
import type { FastifyReply } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts'
import { MAX_EMAIL_LENGTH } from '#server/platform/mail/address.ts'

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
  /** The note next to the label of an optional field. */
  optional?: string
  /** Further attributes of the input. */
  attributes?: Record<string, unknown>
}

export function field({ name, label, type = 'text', hint, optional, ...rest }: Field): unknown {
  const id = `field-${name}`
  return html`<div class="field">
    <label for=${id}>${label}${optional && html` <span class="optional">${optional}</span>`}</label>
    <input
      id=${id}
      name=${name}
      type=${type}
      value=${rest.value}
      autocomplete=${rest.autocomplete}
      required=${optional === undefined}
      aria-describedby=${hint && `${id}-hint`}
      ...${rest.attributes}
    />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`
}

export function emailField({ fields }: ServerTexts, value = ''): unknown {
  const attributes = {
    maxlength: MAX_EMAIL_LENGTH,
    inputmode: 'email',
    autocapitalize: 'none',
    spellcheck: false,
  }
  return field({
    name: 'email',
    label: fields.email,
    value,
    type: 'email',
    autocomplete: 'username',
    attributes,
  })
}

type PasswordLabel = 'password' | 'newPassword' | 'currentPassword' | 'yourPassword'

export function passwordField(
  { fields }: ServerTexts,
  label: PasswordLabel,
  autocomplete: 'current-password' | 'new-password',
): unknown {
  const isNew = autocomplete === 'new-password'
  const attributes = { maxlength: MAX_PASSWORD_LENGTH, ...(isNew && { minlength: MIN_PASSWORD_LENGTH }) }
  const hint = isNew && { hint: fields.passwordHint(MIN_PASSWORD_LENGTH) }
  return field({
    name: 'password',
    label: fields[label],
    type: 'password',
    autocomplete,
    attributes,
    ...hint,
  })
}

export function hiddenField(name: string, value: string): unknown {
  return html`<input type="hidden" name=${name} value=${value} />`
}

/** Hidden until the page's script finds that the browser can do it. */
export function passkeyButton({ passkey, failures }: ServerTexts, path: string, returnTo: string): unknown {
  const { button, noneUsed, cannotBeUsed, tooMany, expired, notAccepted } = passkey
  const problems = JSON.stringify({
    noneUsed,
    cannotBeUsed,
    tooMany,
    expired,
    notAccepted,
    failed: failures.failed,
  })
  return html`<div
    class="passkey"
    data-passkey=${path}
    data-return-to=${returnTo}
    data-problems=${problems}
    hidden
  >
    <p class="notice error" role="alert" hidden></p>
    <button type="button" class="secondary">${button}</button>
  </div>`
}

/** Makes those buttons work. */
export const PASSKEY_SCRIPT = 'passkey.js'
