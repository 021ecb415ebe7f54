// The pages at /activate.
import { type CodeWords, requestFacts } from '#server/access/devices/code-page.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import type { Pairing } from './store.ts'

export const codeWords: CodeWords = {
  title: 'Pair an instrument',
  hint: 'Your instrument shows a code of six characters.',
  path: '/activate',
  field: 'code',
  placeholder: 'XXXXXX',
  unknown: 'No device is waiting with this code. Check your device again: a code works for ten minutes only.',
}

export interface ConfirmView {
  code: string
  pairing: Pairing
  formToken: string
  email: string
  now: number
}

export function confirmPage({ code, pairing, formToken, email, now }: ConfirmView): Page {
  return {
    title: 'Pair this instrument?',
    isPrivate: true,
    styles: ['oauth.css'],
    body: html`
      <h1>Pair this instrument?</h1>
      <form method="post" action="/activate" class="card">
        <p>Does your instrument show this code?</p>
        <p class="user-code shown">${code}</p>
        <dl class="facts">
          ${requestFacts(pairing, now)}
          <dt>It may</dt>
          <dd>upload flights to your account, and nothing else</dd>
        </dl>
        <p class="care">
          Allow this only if you started it yourself, on an instrument in front of you. Cloudstreet will never
          send you a code.
        </p>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="100" placeholder="Paired device" autocomplete="off" />
        <input type="hidden" name="form_token" value=${formToken} />
        <input type="hidden" name="code" value=${code} />
        ${decisionButtons()}
      </form>
      <p class="hint footnote">Signed in as <span class="address">${email}</span>.</p>
    `,
  }
}

export function decidedPage(name: string, isAllowed: boolean): Page {
  return {
    title: isAllowed ? 'Paired' : 'Denied',
    isPrivate: true,
    body: html`
      <h1>${isAllowed ? `${name} is paired` : 'Nothing was paired'}</h1>
      <div class="card">
        <p class=${isAllowed ? 'good' : 'soft'}>You can go back to your instrument.</p>
        ${
          isAllowed &&
          html`<p>You can remove it at any time under <a href="/app/account/devices">Devices</a>.</p>`
        }
      </div>
    `,
  }
}
