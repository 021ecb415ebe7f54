// The parts that the account pages are made of.
import type { FastifyReply } from 'fastify'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from './passwords.ts'

/** A page in the look of the account pages. */
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
  /** More attributes of the input. */
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
  const attributes = { maxlength: 254, inputmode: 'email', autocapitalize: 'none', spellcheck: false }
  return field({ name: 'email', label: 'Email', value, type: 'email', autocomplete: 'username', attributes })
}

export function passwordField(label: string, autocomplete: 'current-password' | 'new-password'): unknown {
  const isNew = autocomplete === 'new-password'
  const attributes = { maxlength: PASSWORD_MAXIMUM, ...(isNew && { minlength: PASSWORD_MINIMUM }) }
  const hint = isNew
    ? `At least ${PASSWORD_MINIMUM} characters. Several words are easy to remember.`
    : undefined
  return field({ name: 'password', label, type: 'password', autocomplete, attributes, ...(hint && { hint }) })
}

export function hidden(name: string, value: string): unknown {
  return html`<input type="hidden" name=${name} value=${value} />`
}
