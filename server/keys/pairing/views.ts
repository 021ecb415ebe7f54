// The pages at /activate.
import { html, type Page } from '#server/platform/http/html.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { Pairing } from './store.ts'

const faults = {
  unknown: 'No device is waiting with this code. Check your device again: a code works for ten minutes only.',
  'too many': 'Too many codes were tried in a short time. Wait a few minutes, then try again.',
}

export function codePage(failed?: { fault: keyof typeof faults; typed: string }): Page {
  const status = failed === undefined ? 200 : failed.fault === 'unknown' ? 400 : 429
  return {
    title: 'Pair an instrument',
    isPrivate: true,
    styles: ['oauth.css'],
    status,
    body: html`
      <h1>Pair an instrument</h1>
      <p class="soft">Your instrument shows a code of six characters.</p>
      <form method="get" action="/activate" class="card">
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          class="user-code"
          value=${failed?.typed.slice(0, 20) ?? ''}
          placeholder="XXXXXX"
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
          <dt>Requested from</dt>
          <dd>${pairing.address ?? 'an unknown address'}</dd>
          <dt>Requested at</dt>
          <dd>${describeTime(pairing.createdAt, now)}</dd>
          ${
            pairing.userAgent &&
            html`<dt>Identifies as</dt>
              <dd>${pairing.userAgent}</dd>`
          }
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
        <div class="actions">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny" class="secondary">Deny</button>
        </div>
      </form>
      <p class="hint footnote">Signed in as <span class="address">${email}</span>.</p>
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
