// The page after a recovery, and from the dashboard at any time: what can act for the account, to keep or to end.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Formats } from '#language/formats.ts'
import { sayPlace } from '#language/places.ts'
import { formatsFor, type ServerTexts } from '#language/server.ts'
import { nameAccess, type ReviewKindName, type SharedFlights } from '#server/access/review-kinds.ts'
import {
  createFormToken,
  isPasswordRecent,
  requireFormToken,
  requireSameSite,
} from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import { preferencesOf, textsOf } from '#server/platform/requests/preferences.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import { sayRefusal } from '#server/platform/requests/refusals.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { requirePassword } from '../proofs.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { readQuery } from '../sign-in/visitor.ts'
import type { ReviewItem } from './items.ts'
import { type Choice, decideReview, listAccess, type Review, skipReview } from './review.ts'

const PATH = '/review-access'
const PURPOSE = 'review-access'

export function declareReviewPages(accounts: AccountServices): Operation[] {
  const doors = { page: 'unreviewed' } as const
  return [
    operation({
      route: `GET ${PATH}`,
      doors,
      respond: async (request, reply) => {
        const { session } = request
        const returnTo = toReturnPath(readQuery(request, 'return_to'))
        const items = await listAccess(accounts, session.userId)
        if (items.length > 0) return sendReview(accounts, request, reply, { returnTo, items })
        if (!session.isReviewDue) return sendNothing(reply, returnTo)
        await skipReview(accounts, session.userId)
        return reply.redirect(returnTo, 303)
      },
    }),
    // The review itself asks for the proof, and must not be sent to the review.
    operation({
      route: `POST ${PATH}`,
      doors,
      respond: async (request, reply) => {
        requireSameSite(accounts, request)
        const form = readParameters(request.body)
        requireFormToken(accounts, request.session, PURPOSE, form.get('form_token') ?? '')
        const returnTo = toReturnPath(form.get('return_to'))
        const choices = readChoices(form)
        const ask = async (text: string, status: number) => {
          const items = await listAccess(accounts, request.session.userId)
          const notice = { kind: 'error', text } as const
          return sendReview(accounts, request, reply, { returnTo, items, choices, notice, status })
        }
        try {
          await requireNewProof(accounts, request, form.get('password') ?? '')
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error
          return ask(sayRefusal(textsOf(request), error), error.status)
        }
        const review = await decideReview(accounts, request, choices)
        if (review.undecided.length === 0) return sendDecided(reply, review, returnTo)
        return ask(textsOf(request).review.decideRest, 200)
      },
    }),
  ]
}

/** The password that was chosen since the recovery: a factor that is older may be the thief's as well. */
async function requireNewProof(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  if (!isPasswordRecent(request.session, accounts.now())) await requirePassword(accounts, request, password)
}

/** By the key of the item. */
function readChoices(form: ReadonlyMap<string, string>): Map<string, Choice> {
  const choices = new Map<string, Choice>()
  for (const [name, value] of form) if (value === 'keep' || value === 'end') choices.set(name, value)
  return choices
}

interface ReviewPage {
  returnTo: string
  items: readonly ReviewItem[]
  /** Choices made before the page is shown again. */
  choices?: ReadonlyMap<string, Choice>
  notice?: Notice
  status?: number
}

function sendReview(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, items, choices, notice, status = 200 }: ReviewPage,
): FastifyReply {
  const { session } = request
  const nowMs = accounts.now()
  const words = { ...textsOf(request), formats: formatsFor(preferencesOf(request)) }
  const texts = words.review
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  const body = html`<h1>${texts.title}</h1>
    ${showNotice(notice)}
    <form class="card" method="post" action=${PATH}>
      <p>${session.isReviewDue ? texts.afterRecovery : texts.atAnyTime}</p>
      ${hiddenField('form_token', createFormToken(accounts, session, PURPOSE))}
      ${hiddenField('return_to', returnTo)}
      ${kinds.map((kind) => showKind(words, kind, items, choices, nowMs))}
      <p class="soft">${session.isReviewDue ? texts.othersSignedOut : texts.signsOutOthers}</p>
      ${!isPasswordRecent(session, nowMs) && passwordField(textsOf(request), 'yourPassword', 'current-password')}
      <button>${texts.apply}</button>
    </form>`
  return sendAccountPage(reply, { title: texts.title, body, status })
}

/** With what writes dates. */
type Words = Omit<ServerTexts, 'formats'> & { formats: Formats }

function showKind(
  words: Words,
  kind: ReviewKindName,
  items: readonly ReviewItem[],
  choices: ReadonlyMap<string, Choice> | undefined,
  nowMs: number,
): unknown {
  const { title, ending } = words.review.kinds[kind]
  return html`<section class="access">
    <h2>${title}</h2>
    <p class="hint">${ending}</p>
    ${items
      .filter((item) => item.kind === kind)
      .map((item) => showItem(words, item, choices?.get(item.key) ?? (item.isYoung ? 'end' : 'keep'), nowMs))}
  </section>`
}

function showItem(words: Words, item: ReviewItem, chosen: Choice, nowMs: number): unknown {
  const option = (choice: Choice) =>
    html`<label>
      <input type="radio" name=${item.key} value=${choice} checked=${choice === chosen} />
      ${words.review[choice]}
    </label>`
  return html`<fieldset>
    <legend>${nameAccess(words, item)}</legend>
    <p class="soft">${describeItem(words, item, nowMs)}</p>
    ${option('keep')} ${option('end')}
  </fieldset>`
}

function describeItem(words: Words, item: ReviewItem, nowMs: number): string {
  const { review, formats } = words
  const { kind, hint, lastUsedAt, left, shared, isSuspended, madeAt, madeBy } = item
  const days = Math.floor((nowMs - madeAt) / DAY_MS)
  const parts = [
    review.age(review.kinds[kind].made, days, formats.day(toDay(madeAt))),
    madeBy && review.confirmedBy(nameProofs(review, madeBy)),
    hint,
    lastUsedAt === null && review.neverUsed,
    lastUsedAt && review.lastUsed(formats.day(toDay(lastUsedAt))),
    left !== undefined && review.left(left),
    shared && describeShared(words, shared),
    isSuspended && review.suspended,
  ]
  return parts.filter(Boolean).join(', ')
}

function describeShared(
  { review, formats, places }: Words,
  { flights, latest, newFlights }: SharedFlights,
): string {
  const names = latest.map(({ name, day }) => `${sayPlace(places, formats, name)} (${formats.day(day)})`)
  const parts = [
    flights > 0 && review.shared(flights, names.join(', '), flights - names.length),
    newFlights !== 'private' && review.newFlights[newFlights],
  ]
  return parts.filter(Boolean).join('; ')
}

/** Such as "password and passkey", which is how it is stored. */
function nameProofs({ proofs, and }: ServerTexts['review'], madeBy: string): string {
  const names: Record<string, string> = proofs
  return madeBy
    .split(' and ')
    .map((name) => names[name] ?? name)
    .join(` ${and} `)
}

/** The way on is a link: it may lead to a consent, whose redirect `form-action` would block after a form. */
function sendDecided(reply: FastifyReply, { ended, kept }: Review, returnTo: string): FastifyReply {
  const texts = textsOf(reply.request)
  const { saved: title, ended: endedTitle, kept: keptTitle, again } = texts.review
  const list = (heading: string, items: readonly ReviewItem[]) =>
    items.length > 0 &&
    html`<h2>${heading}</h2>
      <ul>
        ${items.map((item) => html`<li>${nameAccess(texts, item)}</li>`)}
      </ul>`
  const body = html`<h1>${title}</h1>
    <div class="card access">
      ${list(endedTitle, ended)} ${list(keptTitle, kept)}
      <p>${again}</p>
      <p><a class="button" href=${returnTo}>${texts.signIn.continue}</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}

function sendNothing(reply: FastifyReply, returnTo: string): FastifyReply {
  const { review, signIn } = textsOf(reply.request)
  const body = html`<h1>${review.nothing}</h1>
    <div class="card">
      <p>${review.nothingLong}</p>
      <p><a class="button" href=${returnTo}>${signIn.continue}</a></p>
    </div>`
  return sendAccountPage(reply, { title: review.nothing, body })
}
