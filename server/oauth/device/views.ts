// The pages at /oauth/device.
import { codePage, type CodeWords, type FailedCode, requestFacts } from '#server/access/devices/code-page.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import type { ServerTexts } from '#language/server.ts'
import {
  accountLine,
  type AccountView,
  applicationLine,
  scopeChoices,
  type ShownApplication,
} from '../consent/views.ts'
import type { DeviceCode } from '../stores/device-codes.ts'

export const toCodeWords = ({ device: { title, hint, unknown } }: ServerTexts): CodeWords => ({
  title,
  hint,
  unknown,
  path: '/oauth/device',
  field: 'user_code',
  placeholder: 'XXXX-XXXX',
})

export function deviceCodePage(texts: ServerTexts, failed?: FailedCode): Page {
  return codePage(texts, toCodeWords(texts), failed)
}

export interface ConfirmView {
  userCode: string
  code: DeviceCode
  application: ShownApplication
  account: AccountView
  formToken: string
  now: number
  /** The form was sent with nothing ticked. */
  isEmpty: boolean
}

export function confirmPage(texts: ServerTexts, view: ConfirmView): Page {
  const { userCode, code, application, account, formToken, now, isEmpty } = view
  const { device, decision } = texts
  const title = device.connect(application.name)
  return {
    title,
    isPrivate: true,
    styles: ['oauth.css'],
    status: isEmpty ? 400 : 200,
    body: html`
      <h1>${title}</h1>
      ${applicationLine(texts, application)}
      <form method="post" action="/oauth/device" class="card">
        <p>${device.showsCode}</p>
        <p class="user-code shown">${userCode}</p>
        <dl class="facts">${requestFacts(texts, code, now)}</dl>
        <p class="care">${device.care}</p>
        <input type="hidden" name="form_token" value=${formToken} />
        <input type="hidden" name="user_code" value=${userCode} />
        ${scopeChoices(texts, application.name, code.scopes)}
        ${isEmpty && html`<p class="error" role="alert">${decision.tickOne}</p>`} ${decisionButtons(texts)}
      </form>
      ${accountLine(texts, account)}
    `,
  }
}

export function decidedPage({ device, decision }: ServerTexts, name: string, isAllowed: boolean): Page {
  const connectedApps = html`<a href="/app/settings/security#apps">${decision.connectedApps}</a>`
  return {
    title: isAllowed ? device.connected : device.denied,
    isPrivate: true,
    body: html`
      <h1>${isAllowed ? device.isConnected(name) : device.isNotConnected(name)}</h1>
      <div class="card">
        <p class=${isAllowed ? 'good' : 'soft'}>${device.goBack}</p>
        <p>${isAllowed ? decision.disconnect(connectedApps) : device.nothingAllowed}</p>
      </div>
    `,
  }
}
