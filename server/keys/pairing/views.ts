// The pages at /activate.
import { codePage, type CodeWords, type FailedCode, requestFacts } from '#server/access/devices/code-page.ts'
import { decisionButtons } from '#server/access/decision-form.ts'
import { html, type Page } from '#server/platform/http/html.ts'
import type { ServerTexts } from '#language/server.ts'
import type { Pairing } from './store.ts'

export const toCodeWords = ({ pairing: { title, hint, unknown } }: ServerTexts): CodeWords => ({
  title,
  hint,
  unknown,
  path: '/activate',
  field: 'code',
  placeholder: 'XXXXXX',
})

export function pairingCodePage(texts: ServerTexts, failed?: FailedCode): Page {
  return codePage(texts, toCodeWords(texts), failed)
}

export interface ConfirmView {
  code: string
  pairing: Pairing
  formToken: string
  email: string
  now: number
}

export function confirmPage(all: ServerTexts, { code, pairing, formToken, email, now }: ConfirmView): Page {
  const { decision, pairing: texts } = all
  return {
    title: texts.pair,
    isPrivate: true,
    styles: ['oauth.css'],
    body: html`
      <h1>${texts.pair}</h1>
      <form method="post" action="/activate" class="card">
        <p>${texts.showsCode}</p>
        <p class="user-code shown">${code}</p>
        <dl class="facts">
          ${requestFacts(all, pairing, now)}
          <dt>${texts.itMay}</dt>
          <dd>${texts.uploadOnly}</dd>
        </dl>
        <p class="care">${texts.care}</p>
        <label for="name">${texts.name}</label>
        <input id="name" name="name" maxlength="100" placeholder=${texts.pairedDevice} autocomplete="off" />
        <input type="hidden" name="form_token" value=${formToken} />
        <input type="hidden" name="code" value=${code} />
        ${decisionButtons(all)}
      </form>
      <p class="hint footnote">${decision.signedInAs(html`<span class="address">${email}</span>`)}</p>
    `,
  }
}

export function decidedPage({ device, pairing }: ServerTexts, name: string, isAllowed: boolean): Page {
  const devices = html`<a href="/app/upload/automatic">${pairing.devices}</a>`
  return {
    title: isAllowed ? pairing.paired : device.denied,
    isPrivate: true,
    body: html`
      <h1>${isAllowed ? pairing.isPaired(name) : pairing.nothingPaired}</h1>
      <div class="card">
        <p class=${isAllowed ? 'good' : 'soft'}>${pairing.goBack}</p>
        ${isAllowed && html`<p>${pairing.remove(devices)}</p>`}
      </div>
    `,
  }
}
