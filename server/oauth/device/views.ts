// The pages at /oauth/device.
import { type CodeWords, requestFacts } from '#server/access/devices/code-page.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import {
  accountLine,
  type AccountView,
  applicationLine,
  scopeChoices,
  type ShownApplication,
} from '../consent/views.ts'
import type { DeviceCode } from '../stores/device-codes.ts'

export const codeWords: CodeWords = {
  title: 'Connect a device',
  hint: 'Your device shows a code of eight letters.',
  path: '/oauth/device',
  field: 'user_code',
  placeholder: 'XXXX-XXXX',
  unknown:
    'No device is waiting with this code. Check your device again: a code works for a few minutes only.',
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

export function confirmPage(view: ConfirmView): Page {
  const { userCode, code, application, account, formToken, now, isEmpty } = view
  return {
    title: `Connect ${application.name}?`,
    isPrivate: true,
    styles: ['oauth.css'],
    status: isEmpty ? 400 : 200,
    body: html`
      <h1>Connect ${application.name}?</h1>
      ${applicationLine(application)}
      <form method="post" action="/oauth/device" class="card">
        <p>Does your device show this code?</p>
        <p class="user-code shown">${userCode}</p>
        <dl class="facts">${requestFacts(code, now)}</dl>
        <p class="care">
          Allow this only if you started it yourself, on a device in front of you. Cloudstreet will never send
          you a code.
        </p>
        <input type="hidden" name="form_token" value=${formToken} />
        <input type="hidden" name="user_code" value=${userCode} />
        ${scopeChoices(application.name, code.scopes)}
        ${isEmpty && html`<p class="error" role="alert">Tick at least one, or choose Deny.</p>`}
        ${decisionButtons()}
      </form>
      ${accountLine(account)}
    `,
  }
}

export function decidedPage(name: string, isAllowed: boolean): Page {
  return {
    title: isAllowed ? 'Connected' : 'Denied',
    isPrivate: true,
    body: html`
      <h1>${isAllowed ? `${name} is connected` : `${name} was not connected`}</h1>
      <div class="card">
        <p class=${isAllowed ? 'good' : 'soft'}>You can go back to your device.</p>
        <p>
          ${
            isAllowed
              ? html`You can disconnect it at any time under${' '}
                  <a href="/app/account/connections">Connected apps</a>.`
              : 'Nothing was allowed.'
          }
        </p>
      </div>
    `,
  }
}
