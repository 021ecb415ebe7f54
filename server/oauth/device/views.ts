// The pages at /oauth/device.
import { html, type Page } from '#server/platform/http/html.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import {
  accountLine,
  type AccountView,
  applicationLine,
  decisionButtons,
  scopeChoices,
  type ShownApplication,
} from '../consent/views.ts'
import type { DeviceCode } from '../stores/device-codes.ts'

const faults = {
  unknown:
    'No device is waiting with this code. Check your device again: a code works for a few minutes only.',
  'too many': 'Too many codes were tried in a short time. Wait a few minutes, then try again.',
}

export function codePage(failed?: { fault: keyof typeof faults; typed: string }): Page {
  const status = failed === undefined ? 200 : failed.fault === 'unknown' ? 400 : 429
  return {
    title: 'Connect a device',
    isPrivate: true,
    styles: ['oauth.css'],
    status,
    body: html`
      <h1>Connect a device</h1>
      <p class="soft">Your device shows a code of eight letters.</p>
      <form method="get" action="/oauth/device" class="card">
        <label for="user_code">Code</label>
        <input
          id="user_code"
          name="user_code"
          class="user-code"
          value=${failed?.typed.slice(0, 20) ?? ''}
          placeholder="XXXX-XXXX"
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          autofocus
          required
          aria-describedby=${failed && 'fault'}
          aria-invalid=${failed ? 'true' : undefined}
        />
        ${failed && html`<p class="error" role="alert" id="fault">${faults[failed.fault]}</p>`}
        <button>Continue</button>
      </form>
    `,
  }
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
        <dl class="facts">
          <dt>Requested from</dt>
          <dd>${code.address ?? 'an unknown address'}</dd>
          <dt>Requested at</dt>
          <dd>${describeTime(code.createdAt, now)}</dd>
          ${
            code.userAgent &&
            html`<dt>Identifies as</dt>
              <dd>${code.userAgent}</dd>`
          }
        </dl>
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

function describeTime(timeMs: number, nowMs: number) {
  const minutes = Math.max(0, Math.floor((nowMs - timeMs) / MINUTE_MS))
  const ago = minutes === 0 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const time = new Date(timeMs).toISOString()
  return html`<time datetime=${time}>${time.slice(11, 16)} UTC</time>, ${ago}`
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
