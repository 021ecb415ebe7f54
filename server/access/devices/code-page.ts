// The page where a person types the code that a device shows, and what the page after it says about that device.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { ServerTexts } from '#language/server.ts'
import { toNetwork } from '../address.ts'
import { createLimiter, writeRefusalHeaders } from '../limits/limiter.ts'
import { signInAgain } from '../proof.ts'
import type { SessionServices } from '../session.ts'

const GUESS_WINDOW_SECONDS = 600
// Several people may share one address.
const ACCOUNTS_PER_ADDRESS = 3

/** The words of a page that asks for a code, besides those that all of them share. */
export interface CodeWords {
  title: string
  /** An example of the code. */
  hint: string
  path: string
  field: string
  placeholder: string
  /** For a code that nothing waits with. */
  unknown: string
}

export interface FailedCode {
  fault: 'unknown' | 'too many'
  typed: string
}

export function codePage({ device }: ServerTexts, words: CodeWords, failed?: FailedCode): Page {
  const { title, hint, path, field, placeholder, unknown } = words
  const status = failed === undefined ? 200 : failed.fault === 'unknown' ? 400 : 429
  const fault = failed && (failed.fault === 'unknown' ? unknown : device.tooMany)
  return {
    title,
    isPrivate: true,
    styles: ['oauth.css'],
    status,
    body: html`
      <h1>${title}</h1>
      <p class="soft">${hint}</p>
      <form method="get" action=${path} class="card">
        <label for=${field}>${device.code}</label>
        <input
          id=${field}
          name=${field}
          class="user-code"
          value=${failed?.typed.slice(0, 20) ?? ''}
          placeholder=${placeholder}
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          autofocus
          required
          aria-describedby=${failed && 'fault'}
          aria-invalid=${failed ? 'true' : undefined}
        />
        ${fault && html`<p class="error" role="alert" id="fault">${fault}</p>`}
        <button>${device.continue}</button>
      </form>
    `,
  }
}

/** The request of a device, as it came. */
export interface DeviceRequest {
  address: string | undefined
  userAgent: string | undefined
  createdAt: number
}

/** For a `<dl class="facts">`: from where a device asks, and since when. */
export function requestFacts(
  { device }: ServerTexts,
  { address, userAgent, createdAt }: DeviceRequest,
  nowMs: number,
) {
  return html`
    <dt>${device.requestedFrom}</dt>
    <dd>${address ?? device.unknownAddress}</dd>
    <dt>${device.requestedAt}</dt>
    <dd>${describeTime(device, createdAt, nowMs)}</dd>
    ${
      userAgent &&
      html`<dt>${device.identifiesAs}</dt>
        <dd>${userAgent}</dd>`
    }
  `
}

function describeTime(texts: ServerTexts['device'], timeMs: number, nowMs: number) {
  const minutes = Math.max(0, Math.floor((nowMs - timeMs) / MINUTE_MS))
  const ago = minutes === 0 ? texts.justNow : texts.minutesAgo(minutes)
  const time = new Date(timeMs).toISOString()
  return html`<time datetime=${time}>${time.slice(11, 16)} UTC</time>, ${ago}`
}

interface CodeQuestion<Found> {
  /** Tells one page's guesses from another's. */
  kind: string
  words: (texts: ServerTexts) => CodeWords
  /** What waits with the code, as it was typed. */
  find: (typed: string) => Promise<Found | undefined>
  show: (request: FastifyRequest, reply: FastifyReply, found: Found) => FastifyReply
}

/** Asks for a code, and shows what waits with it. Codes that a user tries are counted by account and by address. */
export function askForCode<Found>(
  services: SessionServices,
  { kind, words, find, show }: CodeQuestion<Found>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const points = services.config.rateLimits.signIn
  const ofAccount = createLimiter(services, `${kind}-account`, points, GUESS_WINDOW_SECONDS)
  const addressPoints = points * ACCOUNTS_PER_ADDRESS
  const ofAddress = createLimiter(services, `${kind}-address`, addressPoints, GUESS_WINDOW_SECONDS)
  const countGuess = async ({ session, ip }: FastifyRequest) => {
    const account = await ofAccount.consume(session.userId)
    return account.isAllowed ? ofAddress.consume(toNetwork(ip)) : account
  }
  const askForProof = signInAgain(services)
  return async (request, reply) => {
    const texts = textsOf(request)
    const asked = words(texts)
    const given = (request.query as Record<string, unknown>)[asked.field]
    const typed = typeof given === 'string' ? given : ''
    const ask = (failed?: FailedCode) => sendPage(reply, codePage(texts, asked, failed))
    if (typed === '') return ask()
    // Before the page with the form, which asks for it too.
    await askForProof(request, reply)
    if (reply.sent) return reply
    const { isAllowed, retryAfterSeconds, endsAt } = await countGuess(request)
    if (!isAllowed) {
      reply.headers(writeRefusalHeaders(retryAfterSeconds, endsAt))
      return ask({ fault: 'too many', typed })
    }
    const found = await find(typed)
    return found ? show(request, reply, found) : ask({ fault: 'unknown', typed })
  }
}
